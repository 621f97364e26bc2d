/**
 * `<pin-bar>`: says what the picture is compared with: what was changed, and what that did. With buttons to exchange
 * both, and to stop comparing.
 *
 * @element pin-bar
 * @prop scenario - the pinned one
 * @prop sentence - what was changed since, and what that did
 * @prop newest - whether nothing was changed
 * @fires swap
 * @fires unpin
 * @csspart bar
 * @csspart sentence
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Scenario } from '../engine/index.ts';
import type { LaneFigure } from '../figure/lane-figure.ts';
import { shared } from '../styles/styles.ts';
import { count, duration } from '../words/index.ts';

@customElement('pin-bar')
export class PinBar extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) sentence: string | undefined;
  @property({ type: Boolean }) newest = false;
  private figure: LaneFigure | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.figure = this.parentElement as LaneFigure | null;
    // The key for it works in the figure.
    this.figure?.addEventListener('swap', this.swap);
    makeSpace(this.getRootNode() as ShadowRoot);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.figure?.removeEventListener('swap', this.swap);
  }

  protected override render() {
    const { scenario, newest } = this;
    return html`
      <div class="bar" part="bar" role="group" aria-label="Before and after">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5 2h6l-1 5 2.5 2.5h-9L6 7zM8 9.5V14.5" /></svg>
        <p part="sentence" role="status">${this.renderSentence()}</p>
        ${
          newest || scenario === undefined
            ? nothing
            : html`<button class="plain" title="Swap before and after" @click=${this.swap}>Swap</button>`
        }
        <button class="plain" title="Stop comparing" @click=${this.unpin}>Unpin</button>
      </div>
    `;
  }

  private renderSentence() {
    const { scenario, sentence, newest } = this;
    if (newest) return html`<b>Pinned:</b> ${inShort(scenario)}. Change anything, and the lanes show the difference.`;
    if (sentence === undefined) return 'Calculating the pinned result…';
    const [changed, ...effect] = sentence.split(': ');
    return effect.length === 0
      ? sentence
      : html`<b>${changed}:</b> ${effect.join(': ')} <span class="key">Faint marks and notches show the pinned
        result.</span>`;
  }

  /** Moves the focus to the figure, because the bar is removed together with the focused button. */
  private readonly unpin = (): void => {
    this.figure?.focusChart();
    this.dispatchEvent(new CustomEvent('unpin'));
  };

  private readonly swap = (): void => void this.dispatchEvent(new CustomEvent('swap'));

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        margin-bottom: 0.5rem;
      }
      .bar {
        display: flex;
        align-items: center;
        gap: 0.25rem;
        box-sizing: border-box;
        min-height: 3rem;
        padding-block: 0.3rem;
        padding-inline: 0.6rem 0.25rem;
        border-radius: 0.4rem;
        background: var(--lane);
        font-size: var(--small);
        line-height: 1.35;
      }
      svg {
        flex: none;
        width: 1rem;
        height: 1rem;
        margin-inline-end: 0.3rem;
        fill: none;
        stroke: currentColor;
        stroke-width: 1.3;
        stroke-linejoin: round;
        stroke-linecap: round;
      }
      p {
        flex: 1;
        margin: 0;
        text-wrap: pretty;
      }
      b {
        font-weight: 600;
      }
      .key {
        color: var(--muted);
      }
      @media (pointer: fine) {
        button {
          min-height: 1.75rem;
        }
      }
      @media (max-width: 44rem) {
        .bar {
          flex-wrap: wrap;
          justify-content: end;
        }
        p {
          flex: 1 1 calc(100% - 2.5rem);
        }
      }
      @media (min-width: 62rem) and (max-height: 45rem) {
        :host {
          margin: -1.45rem 0 0.4rem;
        }
        .bar {
          min-height: 2.3rem;
          padding-block: 0.05rem;
          font-size: 0.75rem;
          line-height: 1.3;
        }
      }
      @media print {
        button {
          display: none;
        }
      }
    `,
  ];
}

/** The picture around the bar leaves space for it. On a short screen the bar replaces the reason. */
const BAR_SPACE = `
@media (min-width: 44rem) { lane-figure:has(pin-bar) { --bar: 3.5rem; } }
@media (min-width: 62rem) and (max-height: 45rem) {
  lane-figure:has(pin-bar) { --bar: 0.9rem; }
  lane-figure:has(pin-bar)::part(reason) { display: none; }
}
`;

const roomy = new WeakSet<ShadowRoot>();

function makeSpace(root: ShadowRoot): void {
  if (roomy.has(root)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(BAR_SPACE);
  root.adoptedStyleSheets.push(sheet);
  roomy.add(root);
}

/** `10 in 10 s, bursts of 10` */
function inShort(scenario: Scenario | undefined): string {
  if (scenario === undefined) return '';
  const { limit, burst } = scenario;
  return `${count(limit.amount)} in ${duration(limit.period)}, bursts of ${count(burst ?? limit.amount)}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'pin-bar': PinBar;
  }
}
