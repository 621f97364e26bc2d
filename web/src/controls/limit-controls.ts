/**
 * `<limit-controls>`: the settings that all limiters share: the number of requests, the length of the window, and the
 * burst that bucket limiters allow.
 *
 * @element limit-controls
 * @prop scenario
 * @prop bounds
 * @prop faults - what is wrong with the last value of a field
 * @fires amend - for the fields `limit` and `burst`, continuously while a slider moves
 * @csspart amount
 * @csspart window
 * @csspart burst
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Bounds, Fault, Parameter, Scenario } from '../engine/index.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { fieldSentence } from '../words/index.ts';

/** The row of the bounds table with this name, from the first limiter that has one. */
export function row(bounds: Bounds | undefined, name: string): Parameter | undefined {
  return bounds?.limiters.flatMap(({ parameters }) => parameters).find((parameter) => parameter.name === name);
}

@customElement('limit-controls')
export class LimitControls extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  /**
   * The input that the user changed last. The scenario has one field `limit` for both inputs, so its fault is shown
   * there.
   */
  @state() private changed: 'amount' | 'window' = 'amount';

  protected override render() {
    const { scenario, bounds } = this;
    if (scenario === undefined || bounds === undefined) return nothing;
    const { amount, period } = scenario.limit;
    return html`
      <h3>Limit</h3>
      ${this.renderField('amount', 'Requests', 'limit', BigInt(amount), this.limitFault('amount'))}
      ${this.renderField('window', 'per window', 'window', period, this.limitFault('window'))}
      ${this.renderBurst(scenario)}
    `;
  }

  private renderField(part: string, label: string, name: string, value: bigint, fault: string, hint = '') {
    const parameter = row(this.bounds, name);
    return html`
      <quantity-field
        part=${part} slider label=${label} .unit=${name === 'window' ? 'nanoseconds' : 'requests'}
        .value=${value} .minimum=${parameter?.minimum ?? 1n} .maximum=${parameter?.maximum ?? 1n}
        .fault=${fault} .hint=${hint}
        @quantity=${(event: CustomEvent<Quantity>) => this.onQuantity(part, event.detail)}
      ></quantity-field>
    `;
  }

  private renderBurst({ burst, limit }: Scenario) {
    const fault = this.faults.get('burst');
    const value = BigInt(burst ?? limit.amount);
    return html`
      ${this.renderField('burst', 'Burst', 'capacity', value, fault ? fieldSentence(fault) : '')}
      <p class="burst quiet">
        Requests a bucket accepts at once.
        ${burst === undefined
          ? 'Same as the limit.'
          : html`<button class="plain" @click=${() => amend(this, 'burst', '')}>Same as the limit</button>`}
      </p>
    `;
  }

  private limitFault(half: 'amount' | 'window'): string {
    const fault = this.faults.get('limit');
    return fault !== undefined && half === this.changed ? fieldSentence(fault) : '';
  }

  private onQuantity(part: string, { text, isSettled }: Quantity): void {
    if (this.scenario === undefined) return;
    if (part === 'burst') return amend(this, 'burst', text, isSettled);
    const { amount, period } = this.scenario.limit;
    this.changed = part === 'amount' ? 'amount' : 'window';
    const value = part === 'amount' ? `${text}/${period}ns` : `${amount}/${text}`;
    amend(this, 'limit', value, isSettled);
  }

  static override styles = [
    shared,
    column,
    css`
      .burst {
        margin-top: -0.6rem;
      }
      .burst button {
        min-height: 1.5rem;
        padding: 0;
        text-decoration: underline;
        text-underline-offset: 0.15em;
      }
      @media (pointer: coarse) {
        .burst button {
          min-height: var(--target);
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'limit-controls': LimitControls;
  }
}
