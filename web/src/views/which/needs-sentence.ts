/**
 * `<needs-sentence>`: the requirements for a limiter, as sentences with fields. Below them are the errors in their
 * values, what the need in hand means, and its slider.
 *
 * @element needs-sentence
 * @prop advice - with the needs as the core understood them
 * @prop scenario
 * @prop bounds
 * @prop faults - what is wrong with the last value of a field, by the key of its part
 * @fires needs - with a change of one need; continuously while a slider moves
 * @csspart need
 * @csspart faults
 * @csspart add
 * @csspart slider
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Quantity, QuantityField } from '../../controls/quantity-field.ts';
import '../../controls/quantity-field.ts';
import '../../controls/quantity-slider.ts';
import { sentenceStyles } from '../../controls/sentence.styles.ts';
import type { Advice, Bounds, Needs, Scenario } from '../../engine/index.ts';
import { shared } from '../../styles/styles.ts';
import { duration } from '../../words/index.ts';
import { NEEDS, needNamed } from './needs.ts';
import type { Need, NeedName, Values } from './needs.ts';
import { needsStyles } from './needs-sentence.styles.ts';
import { faultIn, faultInShare, keyOfPart, labelOf, quantified } from './parts.ts';
import type { Faults, Part } from './parts.ts';

/** The rule for waits that no need bounds. */
function longWaits({ delay, never }: Needs, { limit }: Scenario): string {
  return delay === undefined
    ? `Those with a longest wait above ${duration((never ?? limit).period)} come last, shortest wait first.`
    : '';
}

/** A change of one need, to be made to the needs as they are by then. */
export interface NeedsChange {
  /** Of the part that is changed. */
  key: string;
  values: (needs: Needs) => Values;
  isSettled: boolean;
  /** The error in it, if it can be found without the core. */
  fault?: string | undefined;
}

const SHARE = keyOfPart({ need: 'deny', place: 0 });

@customElement('needs-sentence')
export class NeedsSentence extends LitElement {
  @property({ attribute: false }) advice: Advice | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: Faults = new Map();
  /** The number that was used last. */
  @state() private inHand: Part = { need: 'never', place: 0 };
  /** A typed share that is not part of the needs yet. */
  @state() private share: string | undefined;
  /** Whether the longest wait is being typed: a zero may be the beginning of a number. */
  @state() private isWaitInHand = false;
  /** The element to focus as soon as it exists, because the focused one will be removed. */
  private next: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('faults')?.has(SHARE) === true && !this.faults.has(SHARE)) this.share = undefined;
  }

  protected override updated(): void {
    const target = this.next === undefined ? null : this.renderRoot.querySelector<HTMLElement>(this.next);
    if (target === null) return;
    this.next = undefined;
    void this.moveTo(target);
  }

  protected override render() {
    const { advice, scenario } = this;
    if (advice === undefined || scenario === undefined) return nothing;
    const { needs } = advice;
    const stated = NEEDS.filter(({ print }) => print(needs) !== undefined);
    const others = NEEDS.filter((need) => !stated.includes(need));
    const add = ({ name, usual }: Need) =>
      this.change({ [name]: usual(scenario, advice) }, name, `[data-part^="${name} "], [data-leave="${name}"]`);
    return html`
      <h3 id="name">What do you need?</h3>
      <ul class="sentence" aria-labelledby="name">
        ${repeat(
          stated,
          ({ name }) => name,
          ({ name }, place) =>
            html`<li part="need"
              @focusin=${() => this.take(name)}>${this.renderNeed(name, needs, place, stated.length)}</li>`,
        )}
      </ul>
      ${this.renderFaults(needs)}
      ${
        others.length === 0
          ? nothing
          : html`
        <p class="add" part="add"><span class="quiet">and also</span>
          ${repeat(
            others,
            ({ name }) => name,
            (need) =>
              html`<button class="plain" data-add=${need.name} @click=${() => add(need)}>+ ${need.title}</button>`,
          )}
        </p>`
      }
      ${this.renderInHand(needs, stated)}
      <p class="sentence by">
        Rank those that qualify by ${this.renderWeight(needs)}. ${longWaits(needs, scenario)}
      </p>
    `;
  }

  private renderNeed(name: NeedName, needs: Needs, place: number, total: number): TemplateResult {
    const field = (at: number) => this.renderField({ need: name, place: at }, needs);
    const begin = (word: string) => (place === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word);
    const end = this.renderEnd(name, total > 1, place === total - 1);
    switch (name) {
      case 'never':
        return html`${begin('never')} let more than ${field(0)} through in any <span
        class="end">${field(1)}${end}</span>`;
      case 'burst':
        return html`${begin('let')} an idle client send ${field(0)} at <span class="end">once${end}</span>`;
      case 'delay':
        return html`${begin('make')} no request wait ${
          needs.delay === 0n && !this.isWaitInHand
            ? html`<span class="end">${this.renderWord('at all', { need: 'delay', place: 0 }, '1s')}${end}</span>`
            : html`longer than <span class="end"><span @focusin=${() => (this.isWaitInHand = true)}
            @focusout=${() => (this.isWaitInHand = false)}>${field(0)}</span>${end}</span>`
        }`;
      case 'memory':
        return html`${begin('use')} at most ${field(0)} bytes for each of ${field(1)} <span
        class="end">clients${end}</span>`;
      case 'deny':
        return html`${begin('deny')} at most ${this.renderShare(needs)} % of this <span
        class="end">traffic${end}</span>`;
      case 'servers':
        return html`${begin('decide')} on ${field(0)} servers that sync ${
          needs.servers?.sync === undefined
            ? html`<span
              class="end">${this.renderWord(
                'nothing',
                { need: 'servers', place: 1 },
                `${needs.servers?.count ?? 1} sync 1s`,
              )}${end}</span>`
            : html`every <span class="end">${field(1)}${end}</span>`
        }`;
      case 'honest':
        return html`${begin('send')} an accurate <span class="end"><code>Retry-After</code>${end}</span>`;
    }
  }

  /** A word instead of a number: using it inserts the number. */
  private renderWord(word: string, part: Part, value: string) {
    const key = keyOfPart(part);
    return html`<button class="plain word" data-part=${key}
      @click=${() =>
        this.change({ [part.need]: value }, part.need, `quantity-field[data-part="${key}"]`)}>${word}</button>`;
  }

  private renderField(part: Part, needs: Needs) {
    const { label, unit, value, minimum, maximum } = quantified(part, needs, this.bounds);
    const key = keyOfPart(part);
    return html`<quantity-field
      inline spoken data-part=${key} label=${label} .unit=${unit} .value=${value} .minimum=${minimum}
      .maximum=${maximum} .fault=${this.faults.get(key) ?? ''}
      @focusin=${() => (this.inHand = part)}
      @quantity=${({ detail }: CustomEvent<Quantity>) => this.onQuantity(part, detail)}
    ></quantity-field>`;
  }

  /** A share has decimals, which a field of requests does not take. */
  private renderShare({ deny = 0 }: Needs) {
    const isWrong = this.faults.has(SHARE);
    return html`<input
      class="share" data-part=${SHARE} inputmode="decimal" autocomplete="off" aria-label="Denied, in per cent"
      aria-invalid=${isWrong} aria-describedby=${isWrong ? 'faults' : nothing}
      .value=${live(this.share ?? String(deny / 10_000))}
      @input=${({ target }: Event) => (this.share = (target as HTMLInputElement).value)} @change=${this.onShare}
    />`;
  }

  /** One line for all fields, so that the sentence stays as it is. */
  private renderFaults(needs: Needs) {
    return html`<p id="faults" part="faults" class="fault" role="status" ?hidden=${this.faults.size === 0}>
      ${[...this.faults].map(
        ([key, sentence]) => html`<span><b>${labelOf(key, needs)}:</b> ${sentence}</span> `,
      )}<span>The result below is for the last valid values.</span>
    </p>`;
  }

  /** The button that removes a need, unless it is the only one, and the punctuation after it. */
  private renderEnd(name: NeedName, isOneOfMany: boolean, isLast: boolean) {
    const leave = html`<button
      class="plain remove" data-leave=${name} aria-label="Leave out: ${needNamed(name)?.title}" title="Leave this out"
      @click=${() => this.change({ [name]: undefined }, name, `[data-add="${name}"]`)}
    >×</button>`;
    return html`${isOneOfMany ? leave : nothing}${isLast ? '.' : ','}`;
  }

  private renderInHand(needs: Needs, stated: readonly Need[]) {
    const need = stated.find(({ name }) => name === this.inHand.need) ?? stated.at(0);
    if (need === undefined) return nothing;
    const inHand = need.name === this.inHand.need ? this.inHand : { need: need.name, place: 0 };
    const hasSlider = inHand.need !== 'deny' && inHand.need !== 'honest';
    const { label, unit, value, minimum, maximum } = quantified(inHand, needs, this.bounds);
    return html`<div class="in-hand">
      ${
        hasSlider
          ? html`<quantity-slider
        part="slider" label=${label} .unit=${unit} .value=${value} .minimum=${minimum} .maximum=${maximum}
        @quantity=${({ detail }: CustomEvent<Quantity>) => this.onQuantity(inHand, detail)}
      ></quantity-slider>`
          : nothing
      }
      <p class="quiet">${need.explains}</p>
    </div>`;
  }

  private renderWeight({ by }: Needs) {
    const choose = ({ target }: Event) =>
      this.emit({ key: 'by', values: () => ({ by: (target as HTMLSelectElement).value }), isSettled: true });
    const option = (value: string, text: string) =>
      html`<option value=${value} .selected=${value === by}>${text}</option>`;
    return html`<select aria-label="Rank by" @change=${choose}>
      ${option('denied', 'the fewest denials')} ${option('memory', 'the least memory')}
      ${option('rate', 'the highest sustained rate')}
    </select>`;
  }

  /** A need without numbers, or any need that was reached by the keyboard. */
  private take(need: NeedName): void {
    if (this.inHand.need !== need) this.inHand = { need, place: 0 };
  }

  private onQuantity(part: Part, { text, isSettled }: Quantity): void {
    const fault = this.advice && faultIn(quantified(part, this.advice.needs, this.bounds), text);
    this.emit({
      key: keyOfPart(part),
      values: (needs) => ({ [part.need]: quantified(part, needs).put(text) }),
      isSettled,
      fault,
    });
  }

  private readonly onShare = ({ target }: Event): void => {
    const text = (target as HTMLInputElement).value.replace('%', '').trim();
    const fault = faultInShare(text);
    if (fault === undefined) this.share = undefined;
    this.emit({ key: SHARE, values: () => ({ deny: `${text}%` }), isSettled: true, fault });
  };

  private change(values: Values, need: NeedName, next: string): void {
    this.take(need);
    this.next = next;
    this.emit({ key: keyOfPart({ need, place: 0 }), values: () => values, isSettled: true });
  }

  private emit(detail: NeedsChange): void {
    this.dispatchEvent(new CustomEvent<NeedsChange>('needs', { detail }));
  }

  /** Not if the person has moved on meanwhile. */
  private async moveTo(target: HTMLElement): Promise<void> {
    await (target as Partial<QuantityField>).updateComplete;
    const isFree = this.shadowRoot?.activeElement === null && document.activeElement === document.body;
    if (isFree) target.focus();
  }

  static override styles = [shared, sentenceStyles, needsStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'needs-sentence': NeedsSentence;
  }
}
