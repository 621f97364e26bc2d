/**
 * `<defined-term term="burst">bursts</defined-term>`: a word with its definition. The definition opens by pointing at
 * it, by focus and by a tap; Escape closes it.
 *
 * @element defined-term
 * @attr term - the name of a term in `words/glossary.ts`
 * @slot - the word, as used in its sentence
 * @csspart word
 * @csspart definition
 */
import { LitElement, css, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { base } from '../styles/base.styles.ts';
import { termNamed } from '../words/glossary.ts';

/** Pixels between the definition and the edge of the window. */
const MARGIN = 8;

@customElement('defined-term')
export class DefinedTerm extends LitElement {
  @property() term = '';
  @state() private isOpen = false;
  @query('button') private word!: HTMLElement;
  @query('[role=tooltip]') private definition!: HTMLElement | null;
  /** Whether focus came by a press, which then decides alone. */
  private isPressed = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && this.open());
    this.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.close());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
  }

  protected override render() {
    const term = termNamed(this.term);
    if (term === undefined) return html`<slot></slot>`;
    return html`<button
        part="word" type="button" aria-describedby="definition" aria-expanded=${this.isOpen}
        @pointerdown=${() => (this.isPressed = true)} @focus=${this.onFocus} @blur=${this.close} @click=${this.onClick}
      ><slot>${term.title}</slot></button
      ><span part="definition" id="definition" role="tooltip" popover="manual"
        ><strong>${term.title}.</strong> ${term.text}</span
      >`;
  }

  /** Above the word if there is space, because what it names is below it, and on top of everything else. */
  protected override updated(): void {
    const { definition, isOpen } = this;
    if (definition === null || !this.isConnected) return;
    if (definition.matches(':popover-open') !== isOpen) definition.togglePopover(isOpen);
    if (!isOpen) return;
    const word = this.word.getBoundingClientRect();
    const { width, height } = definition.getBoundingClientRect();
    const left = Math.max(MARGIN, Math.min(word.left, document.documentElement.clientWidth - width - MARGIN));
    const isBelow = word.top < height + MARGIN;
    definition.style.left = `${left}px`;
    definition.style.top = `${isBelow ? word.bottom : word.top - height}px`;
  }

  private open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    addEventListener('keydown', this.onKey, true);
    addEventListener('scroll', this.close, { capture: true, passive: true });
  }

  private readonly close = (): void => {
    this.isOpen = false;
    this.isPressed = false;
    removeEventListener('keydown', this.onKey, true);
    removeEventListener('scroll', this.close, true);
  };

  private onFocus(): void {
    if (!this.isPressed) this.open();
  }

  private onClick(): void {
    const wasPressed = this.isPressed;
    this.isPressed = false;
    // A mouse has opened it by pointing, and a click must not close what it points at.
    if (!this.isOpen || !wasPressed) this.open();
    else if (!this.matches(':hover')) this.close();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.close();
  };

  static override styles = [
    base,
    css`
      :host {
        display: inline;
      }
      button {
        display: inline;
        margin: 0;
        padding: 0;
        border: 0;
        background: none;
        font: inherit;
        color: inherit;
        letter-spacing: inherit;
        text-align: inherit;
        text-transform: inherit;
        text-decoration: underline dotted var(--edge);
        text-underline-offset: 0.2em;
        cursor: help;
        touch-action: manipulation;
      }
      [role='tooltip'] {
        position: fixed;
        inset: auto;
        margin: 0;
        width: max-content;
        max-width: min(20rem, calc(100vw - 16px));
        padding: 0.6rem 0.75rem;
        border: 1px solid var(--line);
        border-radius: 0.4rem;
        color: var(--ink);
        background: var(--raised);
        box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 15%);
        font: 400 var(--small) / 1.45 var(--sans);
        letter-spacing: normal;
        text-align: left;
        text-transform: none;
        white-space: normal;
      }
      @media (pointer: coarse) {
        /* A finger needs more space than a line of text has. */
        button {
          padding: 0.9rem 0.65rem;
          margin: -0.9rem -0.65rem;
        }
      }
      @media print {
        button {
          text-decoration: none;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'defined-term': DefinedTerm;
  }
}
