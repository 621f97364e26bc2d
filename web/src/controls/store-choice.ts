/**
 * `<store-choice>`: where the state is stored, as a list of choices. What the chosen one needs to know is a sentence
 * with fields.
 *
 * @element store-choice
 * @prop store - undefined where the servers' own choice counts
 * @attr optional - the servers' choice is one of the choices
 * @prop fault - a sentence
 * @prop trial - how many requests get through with each choice
 * @fires store - with the choice as the language writes it, and whether it is settled
 * @csspart choice
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Store } from '../engine/index.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { sentenceStyles } from './sentence.styles.ts';
import { column, shared } from '../styles/styles.ts';
import { count } from '../words/index.ts';

export interface StoreText {
  text: string;
  isSettled: boolean;
}

/** A limiter, and how many requests it lets through with each of some stores; undefined if that is slow. */
export interface Trial {
  name: string;
  ask: (stores: string[]) => Promise<(number | undefined)[]>;
}

type Kind = Store['kind'];

/** The choices: their titles, what a click writes, and what follows from them. */
const CHOICES: { kind: Kind; title: string; text: string; hint: TemplateResult }[] = [
  {
    kind: 'local',
    title: 'Each server has its own',
    text: 'local',
    hint: html`<defined-term term="local-state">Own state</defined-term>: servers do not share counts, so each one
      grants the full limit.`,
  },
  {
    kind: 'shared',
    title: 'Shared, in one step',
    text: 'shared',
    hint: html`<defined-term term="shared-state">Shared</defined-term> and atomic: any number of servers decide as
      one.`,
  },
  {
    kind: 'race',
    title: 'Shared, read and then written',
    text: 'race 5ms set',
    hint: html`In between, other servers read the old state: a <defined-term term="race">race</defined-term>.`,
  },
  {
    kind: 'sync',
    title: 'Its own, synced with the others',
    text: 'sync 1s',
    hint: html`Until the next <defined-term term="sync">sync</defined-term>, a server does not know what the others
      admitted.`,
  },
  {
    kind: 'down',
    title: 'Shared, with a store outage',
    text: 'down 5s..8s open',
    hint: html`While the <defined-term term="store-down">store is down</defined-term>, servers <defined-term
    term="fail-open">fail open</defined-term>,
      <defined-term term="fail-closed">fail closed</defined-term>, or decide alone.`,
  },
];

const WRITES = { set: 'overwrites it (set)', increment: 'adds to it (increment)' };
const FALLBACKS = { open: 'let through (open)', closed: 'refused (closed)', local: 'decided locally' };

@customElement('store-choice')
export class StoreChoice extends LitElement {
  @property({ attribute: false }) store: Store | undefined;
  @property({ type: Boolean }) optional = false;
  @property() fault = '';
  @property({ attribute: false }) trial: Trial | undefined;
  /** The trial's results. */
  @state() private admitted: ReadonlyMap<Kind, number> = new Map();
  /** The field that the user changed last: a fault is shown there. */
  @state() private changed = '';
  /** The last text of each choice, so that trying another one loses nothing. */
  private readonly texts = new Map<Kind, string>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('store') && this.store !== undefined) this.texts.set(this.store.kind, this.store.text);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('trial')) void this.tryAll();
  }

  protected override render() {
    const { trial, admitted } = this;
    return html`
      <fieldset>
        <legend><slot>Where the <defined-term term="state">state</defined-term> lives</slot></legend>
        ${
          trial === undefined || admitted.size === 0
            ? nothing
            : html`<p class="quiet head">${trial.name} lets through</p>`
        }
        ${this.optional ? this.renderChoice(undefined, 'Same as the servers', '', nothing) : nothing}
        ${CHOICES.map(({ kind, title, text, hint }) => this.renderChoice(kind, title, text, hint))}
      </fieldset>
      <p class="fault" role="status" ?hidden=${this.faultOf('') === ''}>${this.faultOf('')}</p>
    `;
  }

  private renderChoice(kind: Kind | undefined, title: string, text: string, hint: unknown) {
    const isChosen = this.store?.kind === kind;
    const choose = () => this.send((kind && this.texts.get(kind)) ?? text, '', true);
    return html`
      <div class="choice" part="choice">
        <div class="line">
          <label><input type="radio" name="store" value=${kind ?? 'servers'} .checked=${live(isChosen)}
            aria-describedby=${`admitted-${kind}`} @change=${choose} />${title}</label>
          ${this.renderAdmitted(kind)}
        </div>
        ${
          isChosen && this.store !== undefined
            ? html`${this.renderFields(this.store)}<p class="quiet">${hint}</p>`
            : nothing
        }
      </div>
    `;
  }

  /** More than with a shared state is more than was meant. */
  private renderAdmitted(kind: Kind | undefined) {
    const number = kind && this.admitted.get(kind);
    if (number === undefined) return nothing;
    return html`<span id=${`admitted-${kind}`}
      class=${number > (this.admitted.get('shared') ?? Infinity) ? 'denied strong' : ''}>${count(number)}</span>`;
  }

  private async tryAll(): Promise<void> {
    const { trial } = this;
    const numbers = await trial
      ?.ask(CHOICES.map(({ kind, text }) => this.texts.get(kind) ?? text))
      .catch(() => undefined);
    if (trial !== this.trial) return;
    this.admitted = new Map(
      CHOICES.flatMap(({ kind }, at) => (numbers?.[at] === undefined ? [] : [[kind, numbers[at]]])),
    );
  }

  private renderFields(store: Store) {
    const { kind, latency = 0n, write = 'set', every = 0n, from = 0n, to = 0n, fallback = 'open' } = store;
    if (kind === 'race') {
      return html`<p class="sentence">
        The write comes ${this.renderTime('Latency', latency, 0n, (time) => `race ${time} ${write}`)} later and
        ${this.renderWords('How it is written', WRITES, write, (word) => `race ${latency}ns ${word}`)}
      </p>`;
    }
    if (kind === 'sync')
      return html`<p class="sentence">Synced every <span
        class="end">${this.renderTime('Sync every', every, 1n, (time) => `sync ${time}`)}.</span></p>`;
    if (kind !== 'down') return nothing;
    return html`<p class="sentence">
      Down from ${this.renderTime('Down from', from, 0n, (time) => `down ${time}..${to}ns ${fallback}`)} to
      <span class="end">${this.renderTime('Down to', to, 1n, (time) => `down ${from}ns..${time} ${fallback}`)}.</span>
        Meanwhile requests are
      ${this.renderWords(
        'While the store is down, requests are',
        FALLBACKS,
        fallback,
        (word) => `down ${from}ns..${to}ns ${word}`,
      )}
    </p>`;
  }

  private renderTime(label: string, value: bigint, minimum: bigint, write: (time: string) => string) {
    return html`<quantity-field
      inline label=${label} unit="nanoseconds" .value=${value} .minimum=${minimum} .fault=${this.faultOf(label)}
      @quantity=${({ detail }: CustomEvent<Quantity>) => this.send(write(detail.text), label, detail.isSettled)}
    ></quantity-field>`;
  }

  /** The words end the sentence. */
  private renderWords(label: string, words: Record<string, string>, chosen: string, write: (word: string) => string) {
    return html`<span class="end"><select aria-label=${label}
      @change=${(event: Event) => this.send(write((event.target as HTMLSelectElement).value), '', true)}>
      ${Object.entries(words).map(
        ([word, title]) => html`<option value=${word} .selected=${live(word === chosen)}>${title}</option>`,
      )}
    </select>.</span>`;
  }

  private faultOf(place: string): string {
    return this.changed === place ? this.fault : '';
  }

  private send(text: string, place: string, isSettled: boolean): void {
    this.changed = place;
    const detail: StoreText = { text, isSettled };
    this.dispatchEvent(new CustomEvent<StoreText>('store', { detail }));
  }

  static override styles = [
    shared,
    column,
    sentenceStyles,
    css`
      /* A fieldset would be as wide as its longest word, or choice. */
      fieldset {
        min-width: 0;
      }
      legend {
        padding: 0;
        margin-bottom: 0.25rem;
        font-size: var(--small);
        font-weight: 600;
      }
      .head {
        text-align: end;
      }
      .line {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 0.5rem;
        font-variant-numeric: tabular-nums;
      }
      .choice label {
        display: flex;
        flex: 1;
        align-items: center;
        gap: 0.5rem;
        min-height: max(1.75rem, var(--tight));
        padding-block: 0.2rem;
        font-size: 0.875rem;
        line-height: 1.3;
        cursor: pointer;
      }
      .choice p {
        margin-block-end: 0.35rem;
        margin-inline-start: 1.5rem;
      }
      input[type='radio'] {
        flex: none;
        width: 1rem;
        height: 1rem;
        margin: 0;
        accent-color: var(--ink);
      }
      @media (pointer: coarse) {
        input[type='radio'] {
          width: 1.4rem;
          height: 1.4rem;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'store-choice': StoreChoice;
  }
}
