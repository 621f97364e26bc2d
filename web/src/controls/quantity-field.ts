/**
 * `<quantity-field>`: a number with its unit, by itself or in a sentence. The engine validates the text as typed. If
 * the text is a number, the field shows the engine's message. If not, that message would be about script syntax, so the
 * field says itself what it accepts.
 *
 * @element quantity-field
 * @prop label
 * @prop term - of the glossary, which the label is defined by
 * @prop unit - `requests` or `nanoseconds`
 * @prop value
 * @prop minimum - from the bounds table
 * @prop maximum - from the bounds table
 * @attr inline - part of a sentence that explains it, so that its label is only read aloud
 * @attr spoken - its fault is only read aloud, because the sentence around shows it
 * @prop fault - a sentence to show at the field
 * @prop hint
 * @prop placeholder
 * @fires quantity - with the text for the scenario language and whether it is settled
 * @csspart label
 * @csspart number
 * @csspart unit
 * @csspart fault
 * @csspart hint
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { column, shared } from '../styles/styles.ts';
import { UNITS, exact, expected } from '../words/index.ts';

export interface Quantity {
  text: string;
  isSettled: boolean;
}

/** A typed text that the scenario does not contain yet. */
interface Draft {
  number: string;
  unit: string;
  /** Whether the field contains text that the browser cannot parse as a number. */
  isNotANumber?: boolean;
}

/**
 * Sent for text that is not a number, so that the engine rejects it. The browser returns an empty value for such text,
 * and an empty value would mean the default.
 */
const NOT_A_NUMBER = '?';

@customElement('quantity-field')
export class QuantityField extends LitElement {
  @property() label = '';
  @property() term = '';
  @property({ reflect: true }) unit: 'requests' | 'nanoseconds' = 'requests';
  @property({ attribute: false }) value: bigint | undefined;
  @property({ attribute: false }) minimum: bigint | undefined;
  @property({ attribute: false }) maximum: bigint | undefined;
  @property({ type: Boolean, reflect: true }) inline = false;
  @property({ type: Boolean }) spoken = false;
  @property() fault = '';
  @property() hint = '';
  @property() placeholder = '';
  @state() private draft: Draft | undefined;
  /** The draft when the field lost focus. It is restored if the engine reports a fault afterwards. */
  private left: Draft | undefined;

  /** Focuses its number. */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.getElementById('number')?.focus(options);
  }

  /** A new value discards the draft, unless the draft is invalid: its error message refers to it. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const hasChanged = this.fault === '' && (changed.has('value') || changed.has('fault'));
    if (hasChanged && this.shadowRoot?.activeElement?.id !== 'number') this.draft = undefined;
    if (hasChanged) this.left = undefined;
    if (changed.has('fault') && this.fault !== '') this.draft ??= this.left;
  }

  /** Makes the field as wide as its number. Set by script, because the page's policy forbids styles in the markup. */
  protected override updated(): void {
    this.style.setProperty('--width', `${Math.min(9, Math.max(2, this.shown.number.length)) + 1.6}ch`);
  }

  protected override render() {
    return html`
      <label for="number" part="label"
        class=${this.inline ? 'visually-hidden' : ''}>${
          this.term === '' ? this.label : html`<defined-term term=${this.term}>${this.label}</defined-term>`
        }</label>
      <div class="value">
        <input
          id="number" part="number" type="number" inputmode="decimal" autocomplete="off"
          step=${this.unit === 'requests' ? '1' : 'any'} placeholder=${this.placeholder}
          min=${this.end(this.minimum)} max=${this.end(this.maximum)}
          .value=${live(this.shown.number)}
          aria-invalid=${this.fault !== ''} aria-describedby="fault hint"
          @input=${this.onType} @change=${this.onSettle} @blur=${this.onLeave}
        />
        ${this.unit === 'nanoseconds' ? this.renderUnits() : nothing}
      </div>
      <p id="fault" part="fault" class=${this.spoken ? 'visually-hidden' : 'fault'}
        role=${this.spoken ? nothing : 'status'} ?hidden=${this.fault === ''}>${this.faultText}</p>
      <p id="hint" part="hint" class="quiet" ?hidden=${this.hint === ''}>${this.hint}<slot></slot></p>
    `;
  }

  private renderUnits() {
    return html`
      <select part="unit" aria-label="${this.label}, unit" @change=${this.onUnit}>
        ${UNITS.map(
          ({ name, word }) =>
            html`<option value=${name}
              .selected=${live(name === this.shown.unit)}>${
                this.shown.number === '1' ? word.slice(0, -1) : word
              }</option>`,
        )}
      </select>
    `;
  }

  private get shown(): Draft {
    if (this.draft !== undefined) return this.draft;
    if (this.value === undefined) return { number: '', unit: 's' };
    if (this.unit === 'nanoseconds') return exact(this.value);
    return { number: this.value.toString(), unit: '' };
  }

  private get faultText(): string {
    if (this.spoken) return this.fault;
    const isNumber = /^\d+(\.\d+)?$/.test(this.shown.number);
    return this.fault === '' || isNumber ? this.fault : expected(this.unit, this.minimum, this.maximum);
  }

  /** `min` or `max` of the input. Times have none, because the user can choose another unit than nanoseconds. */
  private end(bound: bigint | undefined) {
    return bound === undefined || this.unit === 'nanoseconds' ? nothing : bound.toString();
  }

  private onType(event: Event): void {
    const { value: number, validity } = event.target as HTMLInputElement;
    this.draft = { ...this.shown, number, isNotANumber: validity.badInput };
    this.send(this.textOf(this.draft), false);
  }

  private onSettle(): void {
    this.send(this.textOf(this.shown), true);
  }

  private onLeave(): void {
    this.left = this.draft;
    if (this.fault === '') this.draft = undefined;
  }

  private onUnit(event: Event): void {
    this.draft = { ...this.shown, unit: (event.target as HTMLSelectElement).value };
    this.send(this.textOf(this.draft), true);
  }

  private textOf({ number, unit, isNotANumber }: Draft): string {
    if (isNotANumber === true) return NOT_A_NUMBER;
    return number === '' ? '' : `${number}${unit}`;
  }

  private send(text: string, isSettled: boolean): void {
    const detail: Quantity = { text, isSettled };
    this.dispatchEvent(new CustomEvent<Quantity>('quantity', { detail }));
  }

  static override styles = [
    shared,
    column,
    css`
      :host {
        gap: 0.15rem;
      }
      /* Without the spaces of the markup, so that a full stop can follow. */
      :host([inline]) {
        display: inline-flex;
        flex-wrap: wrap;
        max-width: 100%;
      }
      :host([inline]) p {
        flex: 0 0 100%;
        font-family: var(--sans);
        white-space: normal;
      }
      :host([inline]) #number {
        width: var(--width);
      }
      :host([inline]) .value input,
      :host([inline]) .value select {
        min-height: 0;
        padding: 0 0.15em;
        border-width: 0 0 2px;
        border-radius: 0;
        background: none;
        font-weight: 600;
        text-align: center;
      }
      :host([inline]) .value select {
        field-sizing: content;
        text-align: start;
      }
      @media (pointer: coarse) {
        :host([inline]) .value input,
        :host([inline]) .value select {
          min-width: var(--target);
          min-height: var(--target);
        }
      }
      .value {
        display: flex;
        min-width: 0;
        gap: 0.35rem;
      }
      .value input {
        flex: 1 1 4rem;
        width: 100%;
        min-width: 0;
      }
      .value select {
        flex: none;
        padding-inline: 0.3rem;
      }
      input[type='number'] {
        appearance: textfield;
      }
      ::-webkit-inner-spin-button {
        appearance: none;
        margin: 0;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'quantity-field': QuantityField;
  }
}
