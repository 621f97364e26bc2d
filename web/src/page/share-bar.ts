/**
 * `<share-bar>`: buttons to undo and redo, to copy the link, to embed the figure and to save files.
 *
 * @element share-bar
 * @prop engine
 * @prop names - of the lanes
 * @prop link - a function that makes the whole address
 * @prop text - of the scenario that is shown
 * @prop drawn - a function that returns what a still picture has
 * @prop canUndo
 * @prop canRedo
 * @fires undo
 * @fires redo
 * @fires pin
 * @fires embed
 * @csspart undo
 * @csspart redo
 * @csspart pin
 * @csspart copy
 * @csspart export
 * @csspart embed
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Drawing, Engine } from '../engine/index.ts';
import { copyText } from '../controls/clipboard.ts';
import { announcedStyles } from '../styles/navigation.styles.ts';
import { shared } from '../styles/styles.ts';

@customElement('share-bar')
export class ShareBar extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) link: () => Promise<string> = async () => location.href;
  @property({ attribute: false }) text = '';
  @property({ attribute: false }) drawn: () => Drawing = () => ({});
  @property({ attribute: false }) canUndo = false;
  @property({ attribute: false }) canRedo = false;
  @state() private announced = '';
  /** The link for the user to copy, if the browser does not let the page copy it. */
  @state() private byHand = '';

  /** A link of another scenario than the one that is shown would mislead. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) this.byHand = '';
  }

  protected override render() {
    return html`
      <div class="bar">
        <button part="undo" class="step" ?disabled=${!this.canUndo} title="Undo (Ctrl+Z)"
          @click=${() => this.emit('undo')}>Undo</button>
        <button part="redo" class="step" ?disabled=${!this.canRedo} title="Redo (Ctrl+Shift+Z)"
          @click=${() => this.emit('redo')}>Redo</button>
        <button part="pin" @click=${() => this.emit('pin')}>Pin this result</button>
        <button part="copy" @click=${this.copy}>Copy link</button>
        <button part="embed" @click=${() => this.emit('embed')}>Embed</button>
        <button part="export" popovertarget="exports">Export</button>
        <div id="exports" popover>
          <export-menu .engine=${this.engine} .names=${this.names} .drawn=${this.drawn}
            @announced=${this.onAnnounced}></export-menu>
        </div>
      </div>
      ${this.byHand === '' ? nothing : this.renderLink()}
      <p class="announced quiet" role="status">${this.announced}</p>
    `;
  }

  private renderLink() {
    const select = (event: Event) => (event.target as HTMLInputElement).select();
    return html`<input class="code" readonly aria-label="The link" .value=${this.byHand} @focus=${select} />`;
  }

  private readonly copy = async (): Promise<void> => {
    const link = await this.link();
    const isCopied = await copyText(link);
    this.byHand = isCopied ? '' : link;
    this.say(isCopied ? 'Link copied.' : 'Copy the link from the field.');
  };

  private readonly onAnnounced = ({ detail }: CustomEvent<string>): void => {
    this.shadowRoot?.querySelector<HTMLElement>('#exports')?.hidePopover?.();
    this.say(detail);
  };

  private say(announced: string): void {
    this.announced = announced;
    setTimeout(() => {
      if (this.announced === announced) this.announced = '';
    }, 4_000);
  }

  private emit(what: 'undo' | 'redo' | 'pin' | 'embed'): void {
    this.dispatchEvent(new CustomEvent(what));
  }

  static override styles = [
    shared,
    announcedStyles,
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
      input {
        width: 100%;
        margin-top: 0.4rem;
      }
      @media (max-width: 44rem) {
        .announced {
          right: auto;
          left: 0;
        }
      }
      @media (max-width: 30rem) {
        .bar {
          gap: 0.25rem;
        }
        .bar > button {
          padding-inline: 0.3rem;
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
