/**
 * `<log-start>`: the beginning: choose files, paste text, or take the sample day. Files can be dropped anywhere on the
 * page, which is the page's own concern.
 *
 * @element log-start
 * @prop formats - those that are recognised
 * @prop sets - what the link sets, in words; empty if it sets nothing
 * @prop earlier - the name of the log that was read before; empty if there is none
 * @fires source - with a log to read
 * @fires back - to the log that was read before
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { folded } from '../controls/folded.styles.ts';
import { shared } from '../styles/styles.ts';
import type { Format, Source } from './types.ts';

@customElement('log-start')
export class LogStart extends LitElement {
  @property({ attribute: false }) formats: Format[] = [];
  @property() sets = '';
  @property() earlier = '';
  @state() private isPasting = false;
  @query('input[type=file]') private files!: HTMLInputElement;
  @query('textarea') private text!: HTMLTextAreaElement | null;

  protected override render() {
    return html`
      <section class="zone" aria-labelledby="ask">
        <h2 id="ask">What would a limit have done to your traffic?</h2>
        <p class="lead">
          Drop an access log here: see how busy each client was, drag a limit across them, and find the one that
          limits only the busiest clients.
        </p>
        ${
          this.sets === ''
            ? nothing
            : html`<p class="sets">This link sets <strong>${this.sets}</strong>. Add a log.</p>`
        }
        <div class="ways">
          <button class="main" @click=${() => this.files.click()}>Choose a file</button>
          <button aria-expanded=${this.isPasting} @click=${this.onPasting}>Paste lines</button>
          <button @click=${() => this.emit({ kind: 'sample' })}>Try it with a sample day</button>
          ${
            this.earlier === ''
              ? nothing
              : html`<button class="plain" @click=${() => this.dispatchEvent(new CustomEvent('back'))}>Back to
                ${this.earlier}</button>`
          }
          <input type="file" multiple hidden aria-label="Log files" @change=${this.onFiles} />
        </div>
        ${this.isPasting ? this.renderPaste() : nothing}
        <p class="private"><strong>Nothing leaves this page.</strong> The log is read in your browser; no line, name or
          address in it is sent or stored.</p>
      </section>
      ${this.formats.length === 0 ? nothing : this.renderFormats()}
    `;
  }

  /** To the first way to give it a log. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.main')?.focus());
  }

  private renderPaste() {
    return html`
      <div class="paste">
        <label for="text">Lines of a log</label>
        <textarea id="text" class="code" rows="7" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
        <button @click=${this.onRead}>Read these lines</button>
      </div>
    `;
  }

  private renderFormats() {
    return html`
      <details>
        <summary><span>Supported formats</span> <span class="short quiet">${this.formats.length} formats,
          also compressed with gzip</span></summary>
        <div class="inside">
          <p class="quiet">The format is detected automatically from the first lines. Files may be compressed with gzip.
            For other formats, give the <code>log_format</code> or <code>LogFormat</code> line of your server, or name
            the fields.</p>
          <dl>${this.formats.map(
            ({ title, example }) => html`<div><dt>${title}</dt><dd class="code">${example}</dd></div>`,
          )}</dl>
        </div>
      </details>
    `;
  }

  private async onPasting(): Promise<void> {
    this.isPasting = !this.isPasting;
    await this.updateComplete;
    this.text?.focus();
  }

  private onRead(): void {
    const text = this.text?.value ?? '';
    if (text.trim() === '') this.text?.focus();
    else this.emit({ kind: 'text', text });
  }

  private onFiles(): void {
    const files = [...(this.files.files ?? [])];
    // The same file can then be chosen again.
    this.files.value = '';
    if (files.length > 0) this.emit({ kind: 'files', files });
  }

  private emit(detail: Source): void {
    this.dispatchEvent(new CustomEvent<Source>('source', { detail }));
  }

  static override styles = [
    shared,
    folded,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1rem;
        max-width: 56rem;
      }
      .zone {
        display: grid;
        gap: 1rem;
        padding: clamp(1.25rem, 5vw, 3.5rem);
        border: 1.5px dashed var(--edge);
        border-radius: 0.75rem;
        background: var(--raised);
      }
      h2 {
        font: 400 clamp(1.5rem, 4vw, 2.125rem) / 1.2 var(--serif);
        text-wrap: balance;
      }
      .lead {
        max-width: 38rem;
        font-size: 1rem;
        text-wrap: pretty;
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      .ways button {
        min-height: 2.75rem;
        padding-inline: 1rem;
      }
      .main {
        color: var(--paper);
        background: var(--ink);
        border-color: var(--ink);
      }
      .sets {
        padding-inline-start: 0.75rem;
        border-inline-start: 3px solid var(--allow);
      }
      .ways button {
        overflow-wrap: anywhere;
      }
      .private {
        max-width: 38rem;
        color: var(--muted);
        font-size: var(--small);
      }
      .private strong {
        color: var(--ink);
      }
      .paste {
        display: grid;
        justify-items: start;
        gap: 0.35rem;
      }
      .paste label {
        font-size: var(--small);
        color: var(--muted);
      }
      textarea {
        width: 100%;
        white-space: pre;
        overflow-x: auto;
      }
      summary {
        font-size: var(--small);
      }
      @media (min-width: 44rem) {
        summary {
          display: flex;
          align-items: center;
          gap: 0.75rem;
          width: fit-content;
        }
      }
      dl {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
        gap: 0.75rem 2rem;
      }
      dt {
        font-weight: 600;
        font-size: var(--small);
      }
      dd {
        color: var(--muted);
        font-size: 0.75rem;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      @media (forced-colors: active) {
        .main {
          border-width: 2px;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'log-start': LogStart;
  }
}
