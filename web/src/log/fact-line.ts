/**
 * `<fact-line>`: a summary of the log in one line: its size, its clients, unparsed lines, and the precision of
 * timestamps.
 *
 * @element fact-line
 * @prop name - of the source
 * @prop overview
 * @prop noun
 * @prop key - what distinguishes clients
 * @prop answered - how requests were answered that were limited: `answered 429`
 * @attr open - the form that says how it is read is open
 * @attr busy - the rest is still being read
 * @fires another - to read another file
 * @fires differently - to open or close that form
 * @fires inference - to see which limiter could have produced these answers
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { bytes, count, counted } from '../words/numbers.ts';
import { byWords, extent, keyWords, orderWords, otherWords, stampWords, timingWords } from './findings.ts';
import type { Noun } from './findings.ts';
import type { Overview, Sample } from './types.ts';

/** Characters of a line that are shown on each side of an error. */
const AROUND = 240;

/** Between two facts. It stays with the one before it. */
const DOT = '\u00a0· ';

@customElement('fact-line')
export class FactLine extends LitElement {
  @property() name = '';
  @property({ attribute: false }) overview: Overview | undefined;
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ attribute: false }) key = '';
  @property() answered = '';
  @property({ type: Boolean }) open = false;
  @property({ type: Boolean }) busy = false;
  @state() private isShown = false;

  protected override render() {
    const { overview } = this;
    if (overview === undefined) return nothing;
    const isShown = this.isShown || overview.requests === 0;
    return html`
      <p>
        <span class="name">${this.name}</span>${this.facts(overview).map(
          ({ words, isExtra }) => html`<span class=${isExtra ? 'extra' : ''}>${DOT}${words}</span>`,
        )}${DOT}<strong>nothing leaves this page</strong><span class="within">${DOT}<button class="link"
        @click=${this.onAnother}>another file</button></span>
      </p>
      ${this.renderActions(overview)} ${isShown && overview.samples.length > 0 ? this.renderSamples(overview) : nothing}
    `;
  }

  /** The extra ones are hidden on a phone until the form is opened. */
  private facts(overview: Overview): { words: unknown; isExtra: boolean }[] {
    const { leftOut, capped, withoutKey, withoutCost, complete, bytes: read } = overview;
    const part = this.busy ? `the first ${bytes(read)} so far` : `only the first ${bytes(read)} were read`;
    const facts: [words: unknown, isExtra: boolean][] = [
      [overview.requests === 0 ? undefined : extent(overview, this.noun), false],
      [complete ? undefined : html`<span class="part">${part}</span>`, false],
      [this.unparsed(overview), false],
      [otherWords(overview), true],
      [stampWords(overview), true],
      [timingWords(overview), true],
      [orderWords(overview), true],
      [leftOut > 0 ? `${counted(leftOut, 'request')} ${this.answered} left out` : this.limited(overview), leftOut > 0],
      [
        withoutKey > 0 ? `${counted(withoutKey, 'request')} without ${keyWords(this.key)}, counted as one` : undefined,
        false,
      ],
      [withoutCost > 0 ? `${counted(withoutCost, 'request')} without a cost, counted as 1` : undefined, true],
      [capped > 0 ? `${counted(capped, 'cost')} capped at the maximum` : undefined, true],
      [
        overview.requests === 0
          ? undefined
          : html`read as ${overview.format.title}, ${byWords(this.key)}<span class="within"> (<button class="link"
          aria-expanded=${this.open} @click=${this.onDifferently}>change</button>)</span>`,
        true,
      ],
    ];
    return facts.filter(([words]) => words !== undefined).map(([words, isExtra]) => ({ words, isExtra }));
  }

  /** For touch and narrow screens: targets within lines would overlap, so they have their own row. */
  private renderActions({ unparsed, samples, requests, limited, leftOut, complete }: Overview) {
    return html`
      <div class="actions">
        ${
          unparsed === 0 || samples.length === 0 || requests === 0
            ? nothing
            : html`<button aria-expanded=${this.isShown} @click=${this.onShow}>Unparsed lines</button>`
        }
        ${
          requests === 0
            ? nothing
            : html`<button aria-expanded=${this.open} @click=${this.onDifferently}>Parsing options</button>`
        }
        ${
          limited > 0 && leftOut === 0 && complete
            ? html`<button @click=${this.onInference}>Which limiter?</button>`
            : nothing
        }
        <button @click=${this.onAnother}>Another file</button>
      </div>
    `;
  }

  /** The link is hidden where `renderActions` shows a button for it. */
  private limited({ limited, complete }: Overview) {
    if (limited === 0) return undefined;
    const words = `${count(limited)} ${this.answered}`;
    return complete
      ? html`${words}<span class="within">: <button class="link" @click=${this.onInference}>which
        limiter?</button></span>`
      : words;
  }

  private unparsed({ unparsed, samples, requests }: Overview) {
    if (unparsed === 0) return undefined;
    const words = `${counted(unparsed, 'line')} not parsed`;
    if (samples.length === 0 || requests === 0) return words;
    return html`${words}<span class="within"> (<button class="link" aria-expanded=${this.isShown}
    @click=${this.onShow}>${this.isShown ? 'hide' : 'show'}</button>)</span>`;
  }

  private readonly onShow = (): void => void (this.isShown = !this.isShown);

  private readonly onInference = (): void => void this.dispatchEvent(new CustomEvent('inference'));

  private readonly onDifferently = (): void => void this.dispatchEvent(new CustomEvent('differently'));

  private readonly onAnother = (): void => void this.dispatchEvent(new CustomEvent('another'));

  private renderSamples({ samples, unparsed, requests }: Overview) {
    return html`
      <section aria-label="Lines that could not be parsed">
        <ol>${samples.map((sample) => this.renderSample(sample))}</ol>
        <p class="quiet">${
          unparsed > samples.length
            ? `${count(samples.length)} of the ${count(unparsed)} lines that could not be parsed, from all parts of ` +
              `the log.`
            : nothing
        } ${requests === 0 ? nothing : 'They are excluded from everything below.'}</p>
      </section>
    `;
  }

  private renderSample({ line, text, expected, at }: Sample) {
    const from = Math.max(0, at - AROUND);
    const to = Math.min(text.length, at + AROUND);
    return html`
      <li>
        <span class="number">line ${count(line)}</span>
        <span class="code">${from > 0 ? '…' : ''}${text.slice(from, at)}<mark>${
          text.slice(at, at + 1) || '⏎'
        }</mark>${text.slice(at + 1, to)}${to < text.length ? '…' : ''}</span>
        <span class="fault">expected ${expected}</span>
      </li>
    `;
  }

  static override styles = [
    shared,
    css`
      @media (max-width: 30rem) {
        :host(:not([open])) .extra {
          display: none;
        }
      }
      p {
        overflow-wrap: anywhere;
        color: var(--muted);
        font-size: 0.875rem;
        line-height: 1.6;
      }
      .name {
        color: var(--ink);
      }
      strong {
        color: var(--ink);
      }
      .part {
        color: var(--deny-text);
      }
      .actions {
        display: none;
        flex-wrap: wrap;
        gap: 0.4rem;
        margin-block: 0.4rem 0.75rem;
        font-size: var(--small);
      }
      @media (pointer: coarse), (max-width: 30rem) {
        .actions {
          display: flex;
        }
        .within {
          display: none;
        }
      }
      .within {
        white-space: nowrap;
      }
      .link {
        min-width: 0;
        min-height: 0;
        padding: 0;
        border: 0;
        background: none;
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
      section {
        margin-block: 0.25rem 0.75rem;
        padding: 0.75rem 1rem;
        border: 1px solid var(--line);
        border-radius: 0.4rem;
        background: var(--raised);
      }
      section p {
        margin-top: 0.5rem;
        padding-top: 0.5rem;
        border-top: 1px solid var(--line);
      }
      ol {
        display: grid;
        gap: 0.5rem;
        max-height: 18rem;
        overflow: auto;
      }
      li {
        display: grid;
        grid-template-columns: 8.5rem minmax(0, 1fr);
        gap: 0 1rem;
        align-items: baseline;
      }
      .number {
        color: var(--muted);
        font-size: var(--small);
      }
      .code {
        overflow-wrap: anywhere;
      }
      li .fault {
        grid-column: 2;
      }
      mark {
        color: var(--paper);
        background: var(--deny-text);
      }
      @media (max-width: 44rem) {
        li {
          grid-template-columns: minmax(0, 1fr);
        }
        li .fault {
          grid-column: 1;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'fact-line': FactLine;
  }
}
