/**
 * `<shift-note>`: how much of the same traffic would have got through if it had come a little later. Windows begin by
 * the clock, so the timing of traffic is luck. Computed on request.
 *
 * @element shift-note
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop lane
 * @prop window - of the limit, in words
 * @fires amend - for the field `start`
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Engine, Result, Scenario, Shift } from '../../engine/index.ts';
import { amend } from '../../figure/model.ts';
import { shared } from '../../styles/styles.ts';
import { count, duration } from '../../words/index.ts';

@customElement('shift-note')
export class ShiftNote extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) lane = 0;
  @property() window = '';
  @state() private shift: Shift | undefined;
  @state() private isAsking = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('result') || changed.has('lane')) this.shift = undefined;
  }

  protected override render() {
    const { shift } = this;
    if (shift === undefined)
      return html`<button class="plain" ?disabled=${this.isAsking}
        @click=${this.ask}>${this.isAsking ? 'Trying…' : 'What if this traffic had arrived later?'}</button>`;
    const isWorse = shift.most.cost > shift.now.cost;
    return html`<span role="status">${wordsOf(shift, this.window)}</span>
      ${isWorse ? html`<button class="plain" @click=${() => this.show(shift)}>Show it</button>` : nothing}`;
  }

  private readonly ask = async (): Promise<void> => {
    const { engine, result, lane } = this;
    if (engine === undefined || result?.complete !== true) return;
    this.isAsking = true;
    const shift = await engine.ask('shift', lane).catch(() => undefined);
    this.isAsking = false;
    if (this.result === result && this.lane === lane) this.shift = shift;
  };

  private show({ shift }: Shift): void {
    if (this.scenario !== undefined) amend(this, 'start', `${this.scenario.start + shift}ns`);
  }

  static override styles = [
    shared,
    css`
      button {
        min-width: 0;
        min-height: 1.5rem;
        padding: 0;
        color: inherit;
        text-align: start;
        text-decoration: underline;
        text-underline-offset: 0.15em;
      }
      @media (pointer: coarse) {
        button {
          min-height: var(--target);
        }
      }
      @media print {
        button {
          display: none;
        }
      }
    `,
  ];
}

/** Describes the result, and the search if not every instant was tried. */
export function wordsOf({ shift, most, now, exact, tried }: Shift, window: string): string {
  const whenever = exact ? 'At any start time' : `At the ${count(tried)} start times tried`;
  if (most.cost <= now.cost)
    return `${whenever}, no more than ${count(now.cost)} would have got through in any ${window}.`;
  const tries = exact ? '' : ` That is the highest of ${count(tried)} start times tried.`;
  return (
    `Had it arrived ${duration(shift)} later, ${count(most.cost)} would have got through in ${window}, not ` +
    `${count(now.cost)}.${tries}`
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'shift-note': ShiftNote;
  }
}
