/**
 * `<needs-sentence>`: what is needed of a limiter, as sentences with fields. Below them stands what the need in hand
 * means, and its slider.
 *
 * @element needs-sentence
 * @prop needs - as the core understood them
 * @prop scenario
 * @prop fault - what is wrong with the last value, shown at its field
 * @fires needs - with a change of one need; continuously while a slider moves
 * @csspart need
 * @csspart add
 * @csspart slider
 */
import { LitElement, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Quantity } from '../../controls/quantity-field.ts';
import '../../controls/quantity-field.ts';
import '../../controls/quantity-slider.ts';
import { sentenceStyles } from '../../controls/sentence.styles.ts';
import type { Needs, Scenario } from '../../engine/index.ts';
import { shared } from '../../styles/styles.ts';
import { NEEDS, needNamed } from './needs.ts';
import type { NeedName, Values } from './needs.ts';
import { needsStyles } from './needs-sentence.styles.ts';

/** A change of one need, to be made to the needs as they are by then. */
export interface NeedsChange {
  need: NeedName | 'by';
  values: (needs: Needs) => Values;
  isSettled: boolean;
}

/** A number of a need: where it stands among the need's numbers, and how its slider is labelled. */
interface Part {
  need: NeedName;
  place: number;
}

interface Quantified {
  label: string;
  unit: 'requests' | 'nanoseconds';
  value: bigint;
  minimum: bigint;
  maximum: bigint;
  /** The need's value with another text for this number. */
  put: (text: string) => string;
}

const MOST = 4_294_967_295n;
const LONGEST = 18_446_744_073_709_551_615n;

@customElement('needs-sentence')
export class NeedsSentence extends LitElement {
  @property({ attribute: false }) needs: Needs | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property() fault = '';
  /** The number that was used last. */
  @state() private inHand: Part = { need: 'never', place: 0 };

  protected override render() {
    const { needs, scenario } = this;
    if (needs === undefined || scenario === undefined) return nothing;
    const said = NEEDS.filter(({ print }) => print(needs) !== undefined);
    const others = NEEDS.filter((need) => !said.includes(need));
    return html`
      <h3 id="name">What do you need?</h3>
      <ul class="sentence" aria-labelledby="name">
        ${said.map(({ name }, place) => html`<li part="need" @focusin=${() => this.take(name)}>${this.renderNeed(name, needs, this.renderEnd(name, place === said.length - 1))}</li>`)}
      </ul>
      ${others.length === 0 ? nothing : html`
        <p class="add" part="add"><span class="quiet">and also</span>
          ${others.map(({ name, title, usual }) => html`<button class="plain" @click=${() => this.change({ [name]: usual(scenario) }, name)}>+ ${title}</button>`)}
        </p>`}
      ${this.renderInHand(needs)}
      <p class="sentence by">Of those that do all this, first comes the one with ${this.renderWeight(needs)}.</p>
    `;
  }

  private renderNeed(name: NeedName, needs: Needs, end: TemplateResult): TemplateResult {
    const field = (place: number) => this.renderField({ need: name, place }, needs);
    switch (name) {
      case 'never':
        return html`Never let more than ${field(0)} through in any <span class="end">${field(1)}${end}</span>`;
      case 'burst':
        return html`let a rested client send ${field(0)} at <span class="end">once${end}</span>`;
      case 'delay':
        return html`make no request wait longer than <span class="end">${field(0)}${end}</span>`;
      case 'memory':
        return html`use at most ${field(0)} bytes for each of ${field(1)} <span class="end">clients${end}</span>`;
      case 'deny':
        return html`deny at most ${this.renderShare(needs)} % of this <span class="end">traffic${end}</span>`;
      case 'servers':
        return html`decide on ${field(0)} servers that tell each other ${needs.servers?.sync === undefined ? this.renderTell('nothing') : html`every ${field(1)}`}<span class="end">${end}</span>`;
      case 'honest':
        return html`tell an honest <span class="end"><code>Retry-After</code>${end}</span>`;
    }
  }

  /** Servers that tell each other nothing can be made to. */
  private renderTell(word: string) {
    return html`<button class="plain word" @click=${() => this.change({ servers: `${this.needs?.servers?.count ?? 1} sync 1s` }, 'servers')}>${word}</button>`;
  }

  private renderField(part: Part, needs: Needs) {
    const { label, unit, value, minimum, maximum } = quantified(part, needs);
    const isHere = this.inHand.need === part.need && this.inHand.place === part.place;
    return html`<quantity-field
      inline label=${label} .unit=${unit} .value=${value} .minimum=${minimum} .maximum=${maximum} .fault=${isHere ? this.fault : ''}
      @focusin=${(event: Event) => (event.stopPropagation(), (this.inHand = part))} @quantity=${({ detail }: CustomEvent<Quantity>) => this.onQuantity(part, detail)}
    ></quantity-field>`;
  }

  /** A share has decimals, which a field of requests does not take. */
  private renderShare({ deny = 0 }: Needs) {
    const isHere = this.inHand.need === 'deny';
    return html`<input
      class="share" inputmode="decimal" autocomplete="off" aria-label="Denied, in per cent" aria-invalid=${isHere && this.fault !== ''} aria-describedby="share-fault"
      .value=${String(deny / 10_000)} @change=${({ target }: Event) => this.change({ deny: `${(target as HTMLInputElement).value.trim()}%` }, 'deny')}
    /><span id="share-fault" class="fault" role="status" ?hidden=${!isHere || this.fault === ''}>${this.fault}</span>`;
  }

  /** What takes a need out of the sentence, and what closes it. */
  private renderEnd(name: NeedName, isLast: boolean) {
    return html`<button class="plain remove" aria-label="Without ${needNamed(name)?.title}" title="Leave this out" @click=${() => this.change({ [name]: undefined }, name)}>×</button>${isLast ? '.' : ','}`;
  }

  private renderInHand(needs: Needs) {
    const { inHand } = this;
    const need = needNamed(inHand.need);
    if (need === undefined || need.print(needs) === undefined) return nothing;
    const hasSlider = inHand.need !== 'deny' && inHand.need !== 'honest';
    const { label, unit, value, minimum, maximum } = quantified(inHand, needs);
    return html`<div class="in-hand">
      ${hasSlider ? html`<quantity-slider
        part="slider" label=${label} .unit=${unit} .value=${value} .minimum=${minimum} .maximum=${maximum}
        @quantity=${({ detail }: CustomEvent<Quantity>) => this.onQuantity(inHand, detail)}
      ></quantity-slider>` : nothing}
      <p class="quiet">${need.explains}</p>
    </div>`;
  }

  private renderWeight({ by }: Needs) {
    const choose = ({ target }: Event) => this.tell({ need: 'by', values: () => ({ by: (target as HTMLSelectElement).value }), isSettled: true });
    const option = (value: string, text: string) => html`<option value=${value} .selected=${value === by}>${text}</option>`;
    return html`<select aria-label="What counts first" @change=${choose}>
      ${option('denied', 'the fewest denied')} ${option('memory', 'the least memory')} ${option('rate', 'the highest lasting rate')}
    </select>`;
  }

  /** A need without numbers of its own, or any that was reached by the keyboard. */
  private take(need: NeedName): void {
    if (this.inHand.need !== need) this.inHand = { need, place: 0 };
  }

  private onQuantity(part: Part, { text, isSettled }: Quantity): void {
    this.tell({ need: part.need, values: (needs) => ({ [part.need]: quantified(part, needs).put(text) }), isSettled });
  }

  private change(values: Values, need: NeedName): void {
    this.take(need);
    this.tell({ need, values: () => values, isSettled: true });
  }

  private tell(detail: NeedsChange): void {
    this.dispatchEvent(new CustomEvent<NeedsChange>('needs', { detail }));
  }

  static override styles = [shared, sentenceStyles, needsStyles];
}

/** A number of a need, with what a field and a slider have to know of it. */
function quantified({ need, place }: Part, needs: Needs): Quantified {
  const requests = (label: string, value: number | undefined, put: Quantified['put'], maximum = MOST): Quantified => ({ label, unit: 'requests', value: BigInt(value ?? 1), minimum: 1n, maximum, put });
  const time = (label: string, value: bigint | undefined, put: Quantified['put'], minimum = 1n): Quantified => ({ label, unit: 'nanoseconds', value: value ?? 0n, minimum, maximum: LONGEST, put });
  const { never, memory, servers } = needs;
  switch (need) {
    case 'never':
      if (place === 1) return time('In any', never?.period, (text) => `${never?.amount ?? 1}/${text}`);
      return requests('At most', never?.amount, (text) => `${text}/${never?.period ?? 1n}ns`);
    case 'delay':
      return time('Longest wait', needs.delay, (text) => text, 0n);
    case 'memory':
      if (place === 1) return requests('Clients', memory?.clients, (text) => `${memory?.bytes ?? 1} for ${text}`, 10n ** 15n);
      return requests('Bytes for each', memory?.bytes, (text) => `${text} for ${memory?.clients ?? 1}`, 10n ** 15n);
    case 'servers':
      if (place === 1) return time('They tell each other every', servers?.sync, (text) => `${servers?.count ?? 1} sync ${text}`);
      return requests('Servers', servers?.count, (text) => `${text}${servers?.sync === undefined ? '' : ` sync ${servers.sync}ns`}`);
    default:
      return requests('At once', needs.burst, (text) => text);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'needs-sentence': NeedsSentence;
  }
}
