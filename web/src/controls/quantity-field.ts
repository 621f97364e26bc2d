/**
 * `<quantity-field>`: a number with its unit, and optionally a slider. The engine validates the text as typed. If the
 * text is a number, the field shows the engine's message. If not, that message would be about script syntax, so the
 * field says itself what it accepts.
 *
 * @element quantity-field
 * @prop label
 * @prop unit - `requests` or `nanoseconds`
 * @prop value
 * @prop minimum - from the bounds table
 * @prop maximum - from the bounds table
 * @prop slider
 * @prop fault - a sentence to show at the field
 * @prop hint
 * @prop placeholder
 * @fires quantity - with the text for the scenario language and whether it is settled
 * @csspart label
 * @csspart number
 * @csspart unit
 * @csspart slider
 * @csspart fault
 * @csspart hint
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { durationSteps, requestSteps, stepOf } from './steps.ts';
import { column, shared } from '../styles/styles.ts';
import { UNITS, count, duration, exact, expected } from '../words/index.ts';

export interface Quantity {
  text: string;
  isSettled: boolean;
}

/** What the user typed and the scenario does not contain yet. */
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
  @property({ reflect: true }) unit: 'requests' | 'nanoseconds' = 'requests';
  @property({ attribute: false }) value: bigint | undefined;
  @property({ attribute: false }) minimum: bigint | undefined;
  @property({ attribute: false }) maximum: bigint | undefined;
  @property({ type: Boolean }) slider = false;
  @property() fault = '';
  @property() hint = '';
  @property() placeholder = '';
  @state() private draft: Draft | undefined;
  /** The draft when the field lost focus. It is restored if the engine reports a fault afterwards. */
  private left: Draft | undefined;
  private steps: bigint[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('minimum') || changed.has('maximum') || changed.has('unit')) {
      const make = this.unit === 'requests' ? requestSteps : durationSteps;
      this.steps = this.slider ? make(this.minimum ?? 0n, this.maximum ?? 0n) : [];
    }
    const hasChanged = changed.has('value') || (changed.has('fault') && this.fault === '');
    if (hasChanged && this.shadowRoot?.activeElement?.id !== 'number') this.draft = undefined;
    if (hasChanged) this.left = undefined;
    if (changed.has('fault') && this.fault !== '') this.draft ??= this.left;
  }

  protected override render() {
    return html`
      <label for="number" part="label">${this.label}</label>
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
      ${this.slider ? this.renderSlider() : nothing}
      <p id="fault" part="fault" class="fault" role="status" ?hidden=${this.fault === ''}>${this.faultText}</p>
      <p id="hint" part="hint" class="quiet" ?hidden=${this.hint === ''}>${this.hint}<slot></slot></p>
    `;
  }

  private renderUnits() {
    return html`
      <select part="unit" aria-label="${this.label}, unit" @change=${this.onUnit}>
        ${UNITS.map(
          ({ name, word }) =>
            html`<option value=${name} .selected=${live(name === this.shown.unit)}>${word}</option>`,
        )}
      </select>
    `;
  }

  private renderSlider() {
    const value = this.value ?? 0n;
    return html`
      <input
        part="slider" type="range" aria-label=${this.label} min="0" max=${this.steps.length - 1}
        .value=${live(stepOf(this.steps, value).toString())}
        aria-valuetext=${this.unit === 'requests' ? count(value) : duration(value)}
        @input=${this.onSlide} @change=${this.onSlide}
      />
    `;
  }

  private get shown(): Draft {
    if (this.draft !== undefined) return this.draft;
    if (this.value === undefined) return { number: '', unit: 's' };
    if (this.unit === 'nanoseconds') return exact(this.value);
    return { number: this.value.toString(), unit: '' };
  }

  private get faultText(): string {
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

  private onSlide(event: Event): void {
    const step = this.steps[Number((event.target as HTMLInputElement).value)] ?? 0n;
    this.draft = undefined;
    this.send(this.unit === 'requests' ? step.toString() : `${step}ns`, event.type === 'change');
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
      :host([slider]) {
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0.1rem 0.75rem;
      }
      :host([slider]) input[type='range'],
      :host([slider]) p {
        grid-column: 1 / -1;
      }
      :host([slider]) .value {
        width: 5.5rem;
      }
      :host([slider][unit='nanoseconds']) .value {
        width: 10rem;
      }
      :host([slider]) label {
        white-space: nowrap;
      }
      :host([slider]) .value input {
        text-align: right;
      }
      .value {
        display: flex;
        gap: 0.35rem;
      }
      .value input {
        flex: 1 1 4rem;
        width: 100%;
        min-width: 0;
      }
      .value select {
        flex: 0 0 6.2rem;
        min-width: 0;
        padding-inline: 0.3rem;
      }
      input[type='range'] {
        width: 100%;
        min-height: 1.4rem;
      }
      @media (pointer: coarse) {
        input[type='range'] {
          min-height: var(--target);
        }
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
