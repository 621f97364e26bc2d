/**
 * `<hover-card>`: the rule of the request under the pointer, in two lines beside its mark, or a note on another part of
 * the picture. It takes no space, focus or clicks. Escape hides it until the pointer reaches something else. The figure
 * announces its text, and the decision card shows it in full.
 *
 * @element hover-card
 * @prop card
 * @prop note
 * @prop position - the mark, in pixels from the corner of the area that the card lies over
 * @csspart card
 * @csspart rule
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Card } from '../engine/index.ts';
import type { Note } from './notes.ts';
import { shared } from '../styles/styles.ts';
import { instant, requestName } from '../words/index.ts';

/** How a person opens the card of a request, by what they have. */
const HOW = matchMedia('(hover: none)').matches ? 'Tap' : 'Click, or press Enter,';

/** The server that decided, or the layer that refused, where there are several. */
function placeOf({ server, layer, layers, outcome }: Card): string {
  if (layer !== undefined && outcome === 'denied') return `, refused by ${layers[layer]?.name}`;
  return server === undefined ? '' : `, server ${server + 1}`;
}

/** Pixels between the mark and the card. */
const APART = 14;

@customElement('hover-card')
export class HoverCard extends LitElement {
  @property({ attribute: false }) card: Card | undefined;
  @property({ attribute: false }) note: Note | undefined;
  @property({ attribute: false }) position = { x: 0, y: 0 };

  override connectedCallback(): void {
    super.connectedCallback();
    this.ariaHidden = 'true';
    addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
  }

  protected override render() {
    const { card, note } = this;
    if (note !== undefined)
      return html`<div part="card" class="note"><p class="title">${note.title}</p><p>${note.text}</p></div>`;
    if (card === undefined) return nothing;
    return html`
      <div part="card">
        <p class="quiet">${requestName(card)} at ${instant(card.time)}${placeOf(card)}</p>
        <p part="rule" class="code ${card.outcome}">${card.rule}</p>
        <p class="quiet">${HOW} for its HTTP response</p>
      </div>
    `;
  }

  /**
   * Right of the mark, or left of it if it does not fit. Beside it, so that the marks stacked there stay visible.
   */
  protected override updated(): void {
    const ground = this.parentElement;
    if ((this.card ?? this.note) === undefined || ground === null) return;
    const { x, y } = this.position;
    const { offsetWidth: width, offsetHeight: height } = this;
    const fits = x + APART + width <= ground.clientWidth;
    const left = Math.max(0, fits ? x + APART : x - APART - width);
    // A note is shown below what it explains.
    const top = this.note === undefined ? y - height / 2 : y + APART;
    this.style.setProperty('transform', `translate(${Math.round(left)}px, ${Math.round(top)}px)`);
  }

  private readonly onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.card = this.note = undefined;
  };

  static override styles = [
    shared,
    css`
      :host {
        position: absolute;
        z-index: 4;
        top: 0;
        left: 0;
        width: max-content;
        max-width: min(22rem, 100%);
        pointer-events: none;
      }
      div {
        padding: 0.3rem 0.55rem;
        background: var(--paper);
        border: 1px solid var(--edge);
        border-radius: 0.3rem;
      }
      .quiet {
        font-size: 0.75rem;
      }
      .note {
        font-size: var(--small);
        line-height: 1.4;
      }
      .title {
        font-weight: 600;
      }
      .code {
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'hover-card': HoverCard;
  }
}
