/**
 * `<inference-list>`: which limiters could have given the log's own answers, the likeliest first.
 *
 * @element inference-list
 * @prop guesses
 * @prop limited - how many requests have that answer
 * @prop answered - how, in words: `answered 429`
 * @fires try - with a guess, to look at its limit
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { count, counted } from '../words/numbers.ts';
import { headingStyles } from './heading.styles.ts';
import type { Inference } from './types.ts';

/** The number shown at first. */
const FEW = 5;

@customElement('inference-list')
export class InferenceList extends LitElement {
  @property({ attribute: false }) guesses: Inference[] = [];
  @property({ attribute: false }) limited = 0;
  @property() answered = '';
  @state() private isWhole = false;

  protected override render() {
    const shown = this.isWhole ? this.guesses : this.guesses.slice(0, FEW);
    const more = this.guesses.length - shown.length;
    return html`
      <h3 tabindex="-1">Which limiter produced these responses?</h3>
      <p class="quiet">${counted(this.limited, 'request')} of this log ${this.limited === 1 ? 'was' : 'were'}
        ${this.answered}. Judging by the log's own responses:</p>
      <ol>${shown.map((guess) => this.renderGuess(guess))}</ol>
      ${
        more > 0
          ? html`<button class="plain" @click=${() => (this.isWhole = true)}>${counted(more, 'other')}</button>`
          : nothing
      }
      ${
        this.guesses.some(({ exact }) => exact)
          ? nothing
          : html`<p class="quiet">The limit may count by something other than this log's key: try another, such as
            all clients together.</p>`
      }
    `;
  }

  /** To its heading. */
  override focus(): void {
    this.renderRoot.querySelector('h3')?.focus();
  }

  /** Only what the page could try exactly has a limit. */
  private renderGuess(guess: Inference) {
    const { sentence, matches, total: answers, limit, exact } = guess;
    return html`
      <li class=${exact ? 'exact' : ''}>
        <p>${sentence}</p>
        ${
          limit === undefined
            ? nothing
            : html`<button class="plain" aria-label="Try it: ${sentence}"
              @click=${() => this.dispatchEvent(new CustomEvent<Inference>('try', { detail: guess }))}>try it</button>`
        }
        ${
          answers === 0
            ? nothing
            : html`<meter min="0" max=${answers} .value=${matches}
              aria-label="${count(matches)} of ${count(answers)} responses match"></meter>`
        }
      </li>
    `;
  }

  static override styles = [
    shared,
    headingStyles,
    css`
      ol {
        margin-top: 0.25rem;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 0.75rem;
        padding-block: 0.4rem;
        border-bottom: 1px solid var(--line);
        font-size: var(--small);
      }
      li p {
        overflow-wrap: anywhere;
      }
      .exact p {
        font-weight: 600;
      }
      meter {
        grid-column: 1 / -1;
        width: 100%;
        height: 4px;
        margin-top: 0.2rem;
        appearance: none;
        background: var(--line);
      }
      ::-webkit-meter-bar {
        height: 4px;
        border: 0;
        border-radius: 0;
        background: var(--line);
      }
      ::-webkit-meter-optimum-value {
        background: var(--allow);
      }
      ::-moz-meter-bar {
        background: var(--allow);
      }
      button {
        padding-inline: 0.25rem;
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'inference-list': InferenceList;
  }
}
