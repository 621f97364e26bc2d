/**
 * `<share-bar>`: take it along: the link, and what was decided as files. Undo and redo are here as well.
 *
 * Properties: `engine`, `link` (a function that makes the whole address), `canUndo`, `canRedo`.
 * Events: `undo`, `redo`.
 * Parts: `undo`, `redo`, `copy`, `export`.
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Engine, FileKind } from '../engine/index.ts';
import { download, toPng } from './files.ts';
import { shared } from './styles.ts';
import { sentence } from './words.ts';

interface Export {
  kind: FileKind | 'png';
  title: string;
  says: string;
  name: string;
  type: string;
}

const EXPORTS: Export[] = [
  { kind: 'png', title: 'PNG', says: 'the picture', name: 'ratelab.png', type: 'image/png' },
  { kind: 'svg', title: 'SVG', says: 'the picture, with real text', name: 'ratelab.svg', type: 'image/svg+xml' },
  { kind: 'csv', title: 'CSV', says: 'every decision, a line each', name: 'ratelab.csv', type: 'text/csv' },
  { kind: 'json', title: 'JSON', says: 'every decision', name: 'ratelab.json', type: 'application/json' },
  { kind: 'comparison', title: 'Comparison', says: 'as /compare answers it', name: 'ratelab-comparison.json', type: 'application/json' },
];

@customElement('share-bar')
export class ShareBar extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) link: () => Promise<string> = async () => location.href;
  @property({ attribute: false }) canUndo = false;
  @property({ attribute: false }) canRedo = false;
  @state() private said = '';
  /** The link to copy by hand, where the browser does not let the page copy it. */
  @state() private byHand = '';

  protected override render() {
    return html`
      <div class="bar">
        <button part="undo" ?disabled=${!this.canUndo} title="Undo (Ctrl+Z)" @click=${() => this.tell('undo')}>Undo</button>
        <button part="redo" ?disabled=${!this.canRedo} title="Redo (Ctrl+Shift+Z)" @click=${() => this.tell('redo')}>Redo</button>
        <button part="copy" @click=${this.copy}>Copy link</button>
        <button part="export" popovertarget="exports">Export</button>
        <div id="exports" popover>
          <ul>
            ${EXPORTS.map((file) => this.renderExport(file))}
          </ul>
        </div>
      </div>
      ${this.byHand === '' ? nothing : this.renderLink()}
      <p class="said quiet" role="status">${this.said}</p>
    `;
  }

  private renderExport(file: Export) {
    return html`
      <li>
        <button class="plain" @click=${() => this.save(file)}><b>${file.title}</b> <span>${file.says}</span></button>
      </li>
    `;
  }

  private renderLink() {
    const select = (event: Event) => (event.target as HTMLInputElement).select();
    return html`<input class="code" readonly aria-label="The link" .value=${this.byHand} @focus=${select} />`;
  }

  private readonly copy = async (): Promise<void> => {
    const link = await this.link();
    try {
      await navigator.clipboard.writeText(link);
      this.byHand = '';
      this.say('The link is copied.');
    } catch {
      this.byHand = link;
      this.say('Copy the link from the field.');
    }
  };

  private async save({ kind, name, type }: Export): Promise<void> {
    if (this.engine === undefined) return;
    this.shadowRoot?.querySelector<HTMLElement>('#exports')?.hidePopover?.();
    try {
      const content = await this.engine.file(kind === 'png' ? 'svg' : kind);
      download(kind === 'png' ? await toPng(content) : new Blob([content], { type }), name);
      this.say(`${name} is saved.`);
    } catch (error) {
      this.say(error instanceof Error ? sentence(error) : 'The file could not be made.');
    }
  }

  private say(said: string): void {
    this.said = said;
    setTimeout(() => {
      if (this.said === said) this.said = '';
    }, 4_000);
  }

  private tell(what: 'undo' | 'redo'): void {
    this.dispatchEvent(new CustomEvent(what));
  }

  static override styles = [
    shared,
    css`
      :host {
        position: relative;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem;
      }
      [part='export'] {
        anchor-name: --export;
      }
      #exports {
        position: fixed;
        inset: auto;
        margin: 0.35rem 0 0;
        padding: 0.35rem;
        color: var(--ink);
        background: var(--raised);
        border: 1px solid var(--line);
        border-radius: 0.5rem;
        box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 14%);
        position-anchor: --export;
        top: anchor(bottom);
        right: anchor(right);
        position-try-fallbacks: flip-inline;
      }
      @supports not (anchor-name: --export) {
        #exports {
          inset: 4rem 1rem auto auto;
        }
      }
      #exports button {
        display: grid;
        grid-template-columns: 6.5rem 1fr;
        width: 100%;
        align-items: center;
        text-align: left;
      }
      #exports b {
        color: var(--ink);
        font-weight: 600;
      }
      input {
        width: 100%;
        margin-top: 0.4rem;
      }
      .said {
        position: absolute;
        top: 100%;
        right: 0;
        white-space: nowrap;
      }
      @media (max-width: 44rem) {
        .said {
          right: auto;
          left: 0;
        }
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
    'share-bar': ShareBar;
  }
}
