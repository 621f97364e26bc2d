/**
 * `<limit-controls>`: the limit as a sentence with fields: how many requests in which time, and the burst that bucket
 * limiters allow. One slider belongs to the field in hand.
 *
 * @element limit-controls
 * @prop scenario
 * @prop bounds
 * @prop faults - what is wrong with the last value of a field
 * @fires amend - for the fields `limit` and `burst`, continuously while the slider moves
 * @csspart amount
 * @csspart window
 * @csspart burst
 * @csspart slider
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Bounds, Fault, Role, Scenario } from '../engine/index.ts';
import { parameterWith } from './parameters.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import './quantity-slider.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { fieldSentence } from '../words/index.ts';

type Part = 'amount' | 'window' | 'burst';

/** The fields of the sentence, and the parameters that they set. */
const PARTS: Record<Part, { label: string; role: Role }> = {
  amount: { label: 'Requests', role: 'limit' },
  window: { label: 'per window', role: 'period' },
  burst: { label: 'Burst', role: 'burst' },
};

@customElement('limit-controls')
export class LimitControls extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  /** The field that was used last, which the slider sets. */
  @state() private inHand: Part = 'amount';
  /**
   * The field that was changed last of those two that are one field `limit` of the scenario: its fault is shown there.
   */
  @state() private changed: Part = 'amount';

  protected override render() {
    const { scenario, bounds } = this;
    if (scenario === undefined || bounds === undefined) return nothing;
    return html`
      <h3><defined-term term="limit">Limit</defined-term></h3>
      <p class="sentence">
        Allow ${this.renderField('amount', scenario)} ${scenario.limit.amount === 1 ? 'request' : 'requests'} in
        <span class="end">${this.renderField('window', scenario)},</span> with bursts of <span
          class="end">${this.renderField('burst', scenario)}.</span>
      </p>
      ${this.renderSlider(scenario)} ${this.renderBurst(scenario)}
    `;
  }

  private renderField(part: Part, scenario: Scenario) {
    const { label, unit, value, minimum, maximum } = this.describe(part, scenario);
    return html`<quantity-field
      inline part=${part} label=${label} .unit=${unit} .value=${value} .minimum=${minimum} .maximum=${maximum}
      .fault=${this.faultOf(part)}
      @focusin=${() => (this.inHand = part)}
      @quantity=${(event: CustomEvent<Quantity>) => this.onQuantity(part, event.detail)}
    ></quantity-field>`;
  }

  private renderSlider(scenario: Scenario) {
    const { label, unit, value, minimum, maximum } = this.describe(this.inHand, scenario);
    return html`
      <quantity-slider
        part="slider" label=${label} .unit=${unit} .value=${value} .minimum=${minimum} .maximum=${maximum}
        @quantity=${(event: CustomEvent<Quantity>) => this.onQuantity(this.inHand, event.detail)}
      ></quantity-slider>
    `;
  }

  private describe(part: Part, { limit, burst }: Scenario) {
    const { label, role } = PARTS[part];
    const { minimum = 1n, maximum = 1n } = parameterWith(role, this.bounds) ?? {};
    const value = part === 'window' ? limit.period : BigInt(part === 'amount' ? limit.amount : (burst ?? limit.amount));
    return {
      label,
      unit: part === 'window' ? ('nanoseconds' as const) : ('requests' as const),
      value,
      minimum,
      maximum,
    };
  }

  /** Explains that only buckets use the burst, and offers to reset it. */
  private renderBurst({ burst, limit }: Scenario) {
    return html`
      <p class="burst quiet">
        The time is the <defined-term term="window">window</defined-term> length; the <defined-term
        term="burst">burst</defined-term> is the most a bucket accepts at once. Windows ignore it.
        ${
          burst === undefined || burst === limit.amount
            ? 'Same as the limit.'
            : html`<button class="plain" @click=${() => amend(this, 'burst', '')}>Set it to the limit</button>`
        }
      </p>
    `;
  }

  private faultOf(part: Part): string {
    const fault = this.faults.get(part === 'burst' ? 'burst' : 'limit');
    const isHere = part === 'burst' || part === this.changed;
    return fault !== undefined && isHere ? fieldSentence(fault) : '';
  }

  private onQuantity(part: Part, { text, isSettled }: Quantity): void {
    if (this.scenario === undefined) return;
    if (part === 'burst') return amend(this, 'burst', text, isSettled);
    const { amount, period } = this.scenario.limit;
    this.changed = part;
    const value = part === 'amount' ? `${text}/${period}ns` : `${amount}/${text}`;
    amend(this, 'limit', value, isSettled);
  }

  static override styles = [
    shared,
    column,
    css`
      h3 {
        margin-bottom: -0.5rem;
      }
      .sentence {
        font: 1.0625rem/1.75 var(--serif);
      }
      .end {
        white-space: nowrap;
      }
      .burst button {
        min-height: 1.5rem;
        padding: 0;
        text-decoration: underline;
        text-underline-offset: 0.15em;
      }
      @media (pointer: coarse) {
        /* A word beside a field is a larger target than it looks. The field comes first. */
        quantity-field {
          position: relative;
          z-index: 1;
        }
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
