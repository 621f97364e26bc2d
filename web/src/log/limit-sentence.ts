/**
 * `<limit-sentence>`: the limit as a sentence with fields, and the way to a proposal.
 *
 * @element limit-sentence
 * @prop limit
 * @prop algorithm
 * @prop titles - of the limiters, by their names
 * @prop windows - the limiters that know no burst
 * @prop fields - what the fields accept
 * @prop tolerance
 * @prop margin - in per cent
 * @prop mostMargin - the same
 * @prop noun
 * @prop why - why the limit was proposed, if it was
 * @prop whose - what the proposal went by, where something else is chosen now
 * @attr busy - a proposal is being looked for
 * @fires limit - with what changed of it
 * @fires algorithm
 * @fires tolerance
 * @fires margin
 * @fires propose
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Quantity } from '../controls/quantity-field.ts';
import '../controls/quantity-field.ts';
import { sentenceStyles } from '../controls/sentence.styles.ts';
import { shared } from '../styles/styles.ts';
import { periodName } from '../words/dates.ts';
import { spoken } from '../words/names.ts';
import { count } from '../words/numbers.ts';
import { duration } from '../words/times.ts';
import { wrongNumber } from './findings.ts';
import type { Noun } from './findings.ts';
import { inlineStyles } from './inline.styles.ts';
import { readNumber, readTime } from './lookup.ts';
import './tolerance-choice.ts';
import type { ToleranceChoice } from './tolerance-choice.ts';
import type { Limit, Tolerance } from './types.ts';

type Field = 'amount' | 'period' | 'burst';
type Ranges = Readonly<Record<Field, { minimum: bigint; maximum: bigint }>>;
const SECOND = 1_000_000_000n;
/** Periods that are one choice away. */
export const PERIODS: readonly bigint[] = [SECOND, 10n * SECOND, 60n * SECOND, 3_600n * SECOND];
/** Fields whose errors are shown below the sentences, in the order of the fields. */
const FAULT_FIELDS = ['amount', 'period', 'burst', 'tolerance', 'margin'] as const;
type FaultField = (typeof FAULT_FIELDS)[number];

@customElement('limit-sentence')
export class LimitSentence extends LitElement {
  @property({ attribute: false }) limit: Limit = { amount: 1, period: 1n, burst: 1 };
  @property() algorithm = '';
  @property({ attribute: false }) titles: Readonly<Record<string, string>> = {};
  @property({ attribute: false }) windows: readonly string[] = [];
  @property({ attribute: false }) fields: Ranges | undefined;
  @property({ attribute: false }) tolerance: Tolerance = { kind: 'none' };
  @property({ attribute: false }) margin = 0;
  @property({ attribute: false }) mostMargin = 0;
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property() why = '';
  @property() whose = '';
  @property({ type: Boolean }) busy = false;
  /** Whether the user chose to type the period, even if it is in the list. */
  @state() private isOther = false;
  @state() private faults: Partial<Record<FaultField, string>> = {};
  @query('tolerance-choice') private choice!: ToleranceChoice;
  @query('#margin') private marginField!: HTMLInputElement;
  /** The limit before something was typed that is not settled yet, for Escape. */
  private entered: Limit | undefined;
  private isAsked = false;

  /** The reason for the last proposal. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('why') || this.why === '' || !this.isAsked) return;
    this.isAsked = false;
    this.renderRoot.querySelector<HTMLElement>('.why')?.focus();
  }

  protected override render() {
    return html`
      <p class="sentence">
        Use <select aria-label="Limiter"
        @change=${(event: Event) => this.emit('algorithm', (event.target as HTMLSelectElement).value)}>
          ${Object.entries(this.titles).map(
            ([name, title]) =>
              html`<option value=${name}
                .selected=${live(name === this.algorithm)}>${spoken(title).replace(/^the /, '')}</option>`,
          )}
        </select> with ${this.renderField('amount', 'Requests', BigInt(this.limit.amount))} per
          ${this.renderPeriod()}${
            this.windows.includes(this.algorithm)
              ? '; a window has no separate burst, but buckets have one of'
              : ' and a burst of'
          } <span class="end">${this.renderField('burst', 'Burst', BigInt(this.limit.burst))}.</span>
      </p>
      <p class="sentence second">
        Drag the line, or <button class="link" aria-disabled=${this.busy} @click=${this.onPropose}>propose a
        limit</button> that
        <tolerance-choice .tolerance=${this.tolerance} .noun=${this.noun}
          @tolerance=${({ detail }: CustomEvent<Tolerance>) => this.emit('tolerance', detail)}
          @fault=${({ detail }: CustomEvent<string>) => this.setFault('tolerance', detail)}></tolerance-choice>
        with a margin of <span class="end"><input id="margin" class="few" inputmode="decimal"
        aria-label="Margin in per cent" aria-invalid=${this.faults.margin !== undefined} aria-describedby="margin-fault"
        .value=${String(this.margin)} @change=${this.onMargin} @keydown=${this.onMarginKey} /> %.</span>
      </p>
      ${FAULT_FIELDS.map(
        (field) =>
          html`<p id="${field}-fault" class="fault" role="status"
            ?hidden=${this.faults[field] === undefined}>${this.faults[field]}</p>`,
      )}
      <p class="why" role="status" tabindex="-1"
        ?hidden=${this.why === ''}>${
          this.whose === '' ? nothing : html`<span class="quiet">${this.whose}</span> `
        }${this.why}</p>
    `;
  }

  /** The usual periods are one choice; any other is typed. */
  private renderPeriod() {
    const { period } = this.limit;
    const isTyped = this.isOther || !PERIODS.includes(period);
    return html`<select aria-label="Period" @change=${this.onPeriod}>
      ${PERIODS.map(
        (one) =>
          html`<option value=${String(one)} .selected=${live(!isTyped && one === period)}>${periodName(one)}</option>`,
      )}
      <option value="" .selected=${live(isTyped)}>period of …</option>
    </select>${isTyped ? html` ${this.renderField('period', 'Period', period)}` : nothing}`;
  }

  private onPeriod(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    this.isOther = value === '';
    this.setFault('period', '');
    if (value !== '') this.emit('limit', { period: BigInt(value) });
  }

  private renderField(field: Field, label: string, value: bigint) {
    const { minimum, maximum } = this.fields?.[field] ?? {};
    return html`<quantity-field
      inline label=${label} .unit=${field === 'period' ? 'nanoseconds' : 'requests'} .value=${value} .minimum=${minimum}
      .maximum=${maximum}
      .fault=${this.faults[field] ?? ''} @keydown=${(event: KeyboardEvent) => void this.onKey(field, event)}
      @quantity=${({ detail }: CustomEvent<Quantity>) => this.onQuantity(field, detail)}
    ></quantity-field>`;
  }

  /** A field in the middle of typing is not wrong yet. */
  private onQuantity(field: Field, { text, isSettled }: Quantity): void {
    const before = this.entered ?? this.limit;
    this.entered = isSettled ? undefined : before;
    const { minimum = 1n, maximum } = this.fields?.[field] ?? {};
    const number = field === 'period' ? readTime(text) : /^\d{1,10}$/.test(text) ? BigInt(text) : undefined;
    const isFine = number !== undefined && number >= minimum && (maximum === undefined || number <= maximum);
    if (isFine || isSettled) this.setFault(field, isFine ? '' : wrong(field, text, minimum, maximum));
    // Discards the value of a partial input: `1.5` is invalid, so the 1 that was read first must not remain.
    this.emit('limit', { [field]: !isFine ? before[field] : field === 'period' ? number : Number(number) });
  }

  private onMargin(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    const margin = readNumber(value);
    const isFine = margin !== undefined && Number.isInteger(margin) && margin <= this.mostMargin;
    this.setFault('margin', isFine ? '' : wrongNumber(value, `a whole number from 0 to ${count(this.mostMargin)}`));
    if (isFine) this.emit('margin', margin);
  }

  private onMarginKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    this.marginField.value = String(this.margin);
    this.setFault('margin', '');
  }

  /** Escape restores the value of a field. Leaving a field discards what was typed. */
  private async onKey(field: Field, event: KeyboardEvent): Promise<void> {
    const [input] = event.composedPath();
    const { entered = this.limit } = this;
    if (event.key !== 'Escape' || !(input instanceof HTMLInputElement)) return;
    input.blur();
    this.entered = undefined;
    this.setFault(field, '');
    this.emit('limit', { [field]: entered[field] });
    await this.updateComplete;
    input.focus();
  }

  /** If a setting of the proposal is invalid, focuses that field instead. */
  private onPropose(): void {
    if (this.busy) return;
    const { tolerance, margin } = this.faults;
    if (tolerance !== undefined) this.choice.focusField();
    else if (margin !== undefined) this.marginField.focus();
    else {
      this.isAsked = true;
      this.emit('propose');
    }
  }

  private setFault(field: FaultField, fault: string): void {
    this.faults = { ...this.faults, [field]: fault === '' ? undefined : fault };
  }

  private emit(what: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  static override styles = [
    shared,
    sentenceStyles,
    inlineStyles,
    css`
      .sentence {
        font: 0.9375rem/1.75 var(--sans);
        text-wrap: pretty;
      }
      /* Shown below the sentence, which it would disrupt; the field itself still refers to it. */
      quantity-field::part(fault) {
        display: none;
      }
      .second {
        color: var(--muted);
      }
      .link {
        min-width: 0;
        min-height: var(--tight);
        padding: 0;
        border: 0;
        background: none;
        color: var(--ink);
        font-weight: 600;
        text-decoration: underline;
        text-decoration-color: var(--deny);
        text-decoration-thickness: 2px;
        text-underline-offset: 0.25em;
      }
      .why {
        max-width: 46rem;
        margin-top: 0.25rem;
        padding-inline-start: 0.75rem;
        border-inline-start: 3px solid var(--allow);
        font-size: 0.875rem;
      }
    `,
  ];
}

function wrong(field: Field, text: string, minimum: bigint, maximum: bigint | undefined): string {
  const given = text === '' || text === '?' ? 'This' : `“${text}”`;
  if (field === 'period')
    return `${given} is not a valid period: enter a time of ${duration(minimum)} or more, such as 30 seconds.`;
  return `${given} is not allowed here: enter a whole number from ${count(minimum)}${
    maximum === undefined ? '' : ` to ${count(maximum)}`
  }.`;
}

declare global {
  interface HTMLElementTagNameMap {
    'limit-sentence': LimitSentence;
  }
}
