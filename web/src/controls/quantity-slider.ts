/**
 * `<quantity-slider>`: round values of a number or a time, from the least to the most that is allowed.
 *
 * @element quantity-slider
 * @prop label
 * @prop unit - `requests` or `nanoseconds`
 * @prop value
 * @prop minimum - from the bounds table
 * @prop maximum - from the bounds table
 * @fires quantity - with the text for the scenario language and whether it is settled
 * @csspart slider
 */
import { LitElement, css, html } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Quantity } from './quantity-field.ts';
import { durationSteps, requestSteps, stepOf } from './steps.ts';
import { shared } from '../styles/styles.ts';
import { count, duration } from '../words/index.ts';

/** The greatest value of a slider. A field takes more. */
const MOST = { requests: 10_000n, nanoseconds: 86_400_000_000_000n };

@customElement('quantity-slider')
export class QuantitySlider extends LitElement {
  @property() label = '';
  @property() unit: 'requests' | 'nanoseconds' = 'requests';
  @property({ attribute: false }) value = 0n;
  @property({ attribute: false }) minimum = 0n;
  @property({ attribute: false }) maximum = 0n;
  private steps: bigint[] = [];

  /** A slider over all that is allowed would spend most of its length on numbers that are rarely chosen. */
  private get most(): bigint {
    const usual = MOST[this.unit];
    const most = this.value > usual ? this.value : usual;
    return most < this.maximum ? most : this.maximum;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { most } = this;
    if (!changed.has('minimum') && !changed.has('unit') && this.steps.at(-1) === most) return;
    const make = this.unit === 'requests' ? requestSteps : durationSteps;
    this.steps = make(this.minimum, most);
  }

  protected override render() {
    return html`
      <input
        part="slider" type="range" aria-label=${this.label} min="0" max=${this.steps.length - 1}
        .value=${live(stepOf(this.steps, this.value).toString())} aria-valuetext=${this.print(this.value)}
        @input=${this.onSlide} @change=${this.onSlide}
      />
      <div class="range" aria-hidden="true">
        <span>${this.print(this.minimum)}</span><span>${this.label}</span><span>${this.print(
          this.steps.at(-1) ?? this.maximum,
        )}</span>
      </div>
    `;
  }

  private print(value: bigint): string {
    return this.unit === 'requests' ? count(value) : duration(value);
  }

  private onSlide(event: Event): void {
    const step = this.steps[Number((event.target as HTMLInputElement).value)] ?? 0n;
    const detail: Quantity = {
      text: this.unit === 'requests' ? step.toString() : `${step}ns`,
      isSettled: event.type === 'change',
    };
    this.dispatchEvent(new CustomEvent<Quantity>('quantity', { detail }));
  }

  static override styles = [
    shared,
    css`
      input {
        display: block;
        width: 100%;
        min-height: 1.4rem;
      }
      @media (pointer: coarse) {
        input {
          min-height: var(--target);
        }
      }
      .range {
        display: flex;
        justify-content: space-between;
        gap: 0.5rem;
        color: var(--muted);
        font-size: 0.75rem;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'quantity-slider': QuantitySlider;
  }
}
