/**
 * `<spare-choice>`: whom a limit may touch, as words of a sentence: it limits nobody, at most some per cent of clients, or
 * denies at most some per cent of requests.
 *
 * @element spare-choice
 * @prop spare
 * @prop noun
 * @attr past - in the past tense, at the end of a heading, where it shows what is wrong below itself
 * @fires spare - with the choice
 * @fires fault - with what is wrong, for a sentence to show below itself; empty when it is right again
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { sentenceStyles } from '../controls/sentence.styles.ts';
import { shared } from '../styles/styles.ts';
import type { Noun } from './findings.ts';
import { inlineStyles } from './inline.styles.ts';
import type { Spare } from './types.ts';

const PRESENT: Record<Spare['kind'], string> = { nobody: 'limits nobody', clients: 'limits at most', requests: 'denies at most' };
const PAST: Record<Spare['kind'], string> = { nobody: 'limited nobody', clients: 'limited at most', requests: 'denied at most' };

@customElement('spare-choice')
export class SpareChoice extends LitElement {
  @property({ attribute: false }) spare: Spare = { kind: 'nobody' };
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ type: Boolean }) past = false;
  @state() private fault = '';
  /** Kept while everybody is spared. */
  private percent = 0.1;

  protected override willUpdate(): void {
    if (this.spare.kind !== 'nobody') this.percent = this.spare.percent;
  }

  protected override render() {
    const { spare, noun } = this;
    const kinds = this.past ? PAST : PRESENT;
    const after = { nobody: '', clients: `of ${noun.many}`, requests: 'of requests' };
    return html`<span class="sentence"
      ><select aria-label="Whom to spare" @change=${this.onKind}>
        ${Object.entries(kinds).map(([kind, words]) => html`<option value=${kind} .selected=${live(kind === spare.kind)}>${words}</option>`)}
      </select>${spare.kind === 'nobody'
        ? nothing
        : html` <span class="end"><input class="few" inputmode="decimal" aria-label="Per cent ${after[spare.kind]}" aria-invalid=${this.fault !== ''} aria-describedby="fault" .value=${String(spare.percent)} @change=${this.onPercent} @keydown=${this.onKey} /> %</span> <span>${after[spare.kind]}</span>`}</span
      ><span id="fault" class=${this.past ? 'fault' : 'visually-hidden'} role=${this.past ? 'status' : nothing} ?hidden=${this.fault === ''}>${this.fault}</span>`;
  }

  private onKind(event: Event): void {
    const kind = (event.target as HTMLSelectElement).value as Spare['kind'];
    this.setFault('');
    this.tell(kind === 'nobody' ? { kind } : { kind, percent: this.percent });
  }

  private onPercent(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    const percent = Number(value.replace(',', '.'));
    const isFine = value.trim() !== '' && percent >= 0 && percent <= 100;
    this.setFault(isFine ? '' : `“${value}” is not a share: a number from 0 to 100 is.`);
    if (isFine && this.spare.kind !== 'nobody') this.tell({ kind: this.spare.kind, percent });
  }

  /** To the field that is wrong. */
  focusField(): void {
    this.renderRoot.querySelector('input')?.focus();
  }

  /** Escape gives the field back what it had. */
  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.spare.kind === 'nobody') return;
    (event.target as HTMLInputElement).value = String(this.spare.percent);
    this.setFault('');
  }

  private setFault(fault: string): void {
    this.fault = fault;
    this.dispatchEvent(new CustomEvent<string>('fault', { detail: fault }));
  }

  private tell(detail: Spare): void {
    this.dispatchEvent(new CustomEvent<Spare>('spare', { detail }));
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
    'spare-choice': SpareChoice;
  }
}
