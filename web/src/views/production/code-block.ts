/**
 * `<code-block>`: code to read, to copy and to save. The scenario's numbers stand out, and comments step back.
 *
 * @element code-block
 * @prop label - what the code is
 * @prop code - in pieces
 * @prop file - the name to save it by; if empty, it cannot be saved
 * @csspart code
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { copyText } from '../../controls/clipboard.ts';
import { download } from '../../controls/download.ts';
import { shared } from '../../styles/styles.ts';
import { textOf } from './clients.ts';
import type { Code } from './clients.ts';

/** A comment of Lua, of a shell and Python, or of the others, up to the end of its line. */
const COMMENT = /((?:^|(?<=\s))(?:--|#|\/\/)(?: .*)?$)/gm;

@customElement('code-block')
export class CodeBlock extends LitElement {
  @property() label = '';
  @property({ attribute: false }) code: readonly Code[] = [];
  @property() file = '';
  @state() private announced = '';
  @query('code') private shown!: HTMLElement | null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('code')) this.announced = '';
  }

  protected override render() {
    return html`
      <div class="bar">
        <h4>${this.label}</h4>
        <span class="quiet" role="status">${this.announced}</span>
        ${
          this.file === ''
            ? nothing
            : html`<button @click=${this.save} aria-label="Download ${this.file}">Download</button>`
        }
        <button @click=${this.copy} aria-label="Copy: ${this.label}">Copy</button>
      </div>
      <pre part="code" tabindex="0" role="region" aria-label=${this.label}
        dir="ltr"><code>${this.code.map(rendered)}</code></pre>
    `;
  }

  private readonly copy = async (): Promise<void> => {
    const isCopied = await copyText(textOf(this.code));
    this.announced = isCopied ? 'Copied.' : 'Selected: copy it with the keyboard.';
    if (!isCopied && this.shown !== null) getSelection()?.selectAllChildren(this.shown);
  };

  private readonly save = (): void => {
    download(new Blob([textOf(this.code)], { type: 'text/plain' }), this.file);
    this.announced = `${this.file} saved.`;
  };

  static override styles = [
    shared,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.2rem 0.5rem;
        margin-bottom: 0.35rem;
      }
      h4 {
        flex: 1;
        margin: 0;
        font: 600 0.875rem/1.4 var(--sans);
      }
      button {
        font-size: var(--small);
      }
      pre {
        max-height: var(--code-height, none);
        margin: 0;
        padding: 0.8rem 0.9rem;
        overflow: auto;
        border-radius: 0.4rem;
        background: var(--lane);
        line-height: 1.55;
        tab-size: 4;
        overscroll-behavior-x: contain;
      }
      :host([wraps]) code {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      i {
        color: var(--muted);
        font-style: normal;
      }
      b {
        font-weight: 600;
        color: var(--allow);
      }
      @media (forced-colors: active) {
        pre {
          border: 1px solid CanvasText;
        }
        b {
          color: CanvasText;
        }
      }
      @media print {
        button {
          display: none;
        }
        pre {
          max-height: none;
          white-space: pre-wrap;
        }
      }
    `,
  ];
}

function rendered({ text, isOwn }: Code) {
  if (isOwn === true) return html`<b>${text}</b>`;
  return text.split(COMMENT).map((part, at) => (at % 2 === 1 ? html`<i>${part}</i>` : part));
}

declare global {
  interface HTMLElementTagNameMap {
    'code-block': CodeBlock;
  }
}
