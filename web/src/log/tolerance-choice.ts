/**
 * `<tolerance-choice>`: what a limit may affect, as words of a sentence: no client, at most some clients or some per
 * cent of them, or denies at most some per cent of requests.
 *
 * @element tolerance-choice
 * @prop tolerance
 * @prop noun
 * @attr past - in the past tense, at the end of a heading, where it shows what is wrong below itself
 * @fires tolerance - with the choice
 * @fires fault - with what is wrong, for a sentence to show below itself; empty when it is right again
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { sentenceStyles } from '../controls/sentence.styles.ts';
import { shared } from '../styles/styles.ts';
import { wrongNumber } from './findings.ts';
import type { Noun } from './findings.ts';
import { inlineStyles } from './inline.styles.ts';
import { readNumber } from './lookup.ts';
import type { Tolerance } from './types.ts';

/** The verb of a choice, before its number. */
type Verb = 'none' | 'clients' | 'requests';
const PRESENT: Record<Verb, string> = {
  none: 'limits no one',
  clients: 'limits at most',
  requests: 'denies at most',
};
const PAST: Record<Verb, string> = { none: 'limited no one', clients: 'limited at most', requests: 'denied at most' };
const MOST_CLIENTS = 0xffff_ffff;

@customElement('tolerance-choice')
export class ToleranceChoice extends LitElement {
  @property({ attribute: false }) tolerance: Tolerance = { kind: 'none' };
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ type: Boolean }) past = false;
  @state() private fault = '';
  /** Kept while something else is chosen. */
  private percent = 1;
  private clients = 1;
  private isCount = true;

  protected override willUpdate(): void {
    const { tolerance } = this;
    if (tolerance.kind === 'count') this.clients = tolerance.clients;
    else if (tolerance.kind !== 'none') this.percent = tolerance.percent;
    if (tolerance.kind === 'count' || tolerance.kind === 'clients') this.isCount = tolerance.kind === 'count';
  }

  protected override render() {
    const { tolerance } = this;
    const verb = tolerance.kind === 'count' ? 'clients' : tolerance.kind;
    return html`<span class="sentence"
      ><select aria-label="Effect to allow" @change=${this.onVerb}>
        ${Object.entries(this.past ? PAST : PRESENT).map(
          ([name, words]) => html`<option value=${name} .selected=${live(name === verb)}>${words}</option>`,
        )}
      </select>${
        tolerance.kind === 'none'
          ? nothing
          : html` ${this.renderNumber()}
            ${tolerance.kind === 'requests' ? html`<span>% of requests</span>` : this.renderUnit()}`
      }</span
      ><span id="fault" class=${this.past ? 'fault' : 'visually-hidden'} role=${this.past ? 'status' : nothing}
      ?hidden=${this.fault === ''}>${this.fault}</span>`;
  }

  private renderNumber() {
    const { tolerance, noun } = this;
    const label =
      tolerance.kind === 'count'
        ? `How many ${noun.many}`
        : `Percentage of ${tolerance.kind === 'requests' ? 'requests' : noun.many}`;
    return html`<input class="few" inputmode=${tolerance.kind === 'count' ? 'numeric' : 'decimal'} aria-label=${label}
      aria-invalid=${this.fault !== ''} aria-describedby="fault" .value=${this.number} @change=${this.onNumber}
      @keydown=${this.onKey} />`;
  }

  /** A share of few clients may be less than one of them: then their number says it better. */
  private renderUnit() {
    const { one, many } = this.noun;
    const isCount = this.tolerance.kind === 'count';
    return html`<select aria-label="In" @change=${this.onUnit}>
      <option value="count" .selected=${live(isCount)}>${isCount && this.clients === 1 ? one : many}</option>
      <option value="share" .selected=${live(!isCount)}>% of ${many}</option>
    </select>`;
  }

  /** The text of the field until the user types another. */
  private get number(): string {
    const { tolerance } = this;
    if (tolerance.kind === 'none') return '';
    return String(tolerance.kind === 'count' ? tolerance.clients : tolerance.percent);
  }

  private ofClients(): Tolerance {
    return this.isCount ? { kind: 'count', clients: this.clients } : { kind: 'clients', percent: this.percent };
  }

  private onVerb(event: Event): void {
    const verb = (event.target as HTMLSelectElement).value as Verb;
    this.setFault('');
    this.emit(
      verb === 'none' ? { kind: verb } : verb === 'clients' ? this.ofClients() : { kind: verb, percent: this.percent },
    );
  }

  private onUnit(event: Event): void {
    this.isCount = (event.target as HTMLSelectElement).value === 'count';
    this.setFault('');
    this.emit(this.ofClients());
  }

  private onNumber(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    const { kind } = this.tolerance;
    const number = readNumber(value);
    const isCount = kind === 'count';
    const isFine =
      number !== undefined && number <= (isCount ? MOST_CLIENTS : 100) && (!isCount || Number.isInteger(number));
    this.setFault(
      isFine ? '' : wrongNumber(value, isCount ? `a whole number of ${this.noun.many}` : 'a share from 0 to 100'),
    );
    if (isFine && kind !== 'none') this.emit(isCount ? { kind, clients: number } : { kind, percent: number });
  }

  /** To the field that is wrong. */
  focusField(): void {
    this.renderRoot.querySelector('input')?.focus();
  }

  /** Escape gives the field back what it had. */
  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.tolerance.kind === 'none') return;
    (event.target as HTMLInputElement).value = this.number;
    this.setFault('');
  }

  private setFault(fault: string): void {
    this.fault = fault;
    this.dispatchEvent(new CustomEvent<string>('fault', { detail: fault }));
  }

  private emit(detail: Tolerance): void {
    this.dispatchEvent(new CustomEvent<Tolerance>('tolerance', { detail }));
  }

  static override styles = [
    shared,
    sentenceStyles,
    inlineStyles,
    css`
      :host {
        display: inline;
      }
      .sentence {
        font: inherit;
      }
      .fault {
        display: block;
        font: 400 var(--small) / 1.4 var(--sans);
      }
      .fault[hidden] {
        display: none;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'tolerance-choice': ToleranceChoice;
  }
}
