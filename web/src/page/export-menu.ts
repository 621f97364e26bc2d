/**
 * `<export-menu>`: saves a run as a picture or in other file formats, and one limiter's decisions as a test vector.
 *
 * @element export-menu
 * @prop engine
 * @prop names - of the lanes
 * @prop drawn - a function that returns what a still picture has
 * @fires announced - with a sentence when a file is saved; the menu itself says what cannot be made
 * @csspart file
 * @csspart options - how the picture looks
 * @csspart vector
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { Drawing, Engine } from '../engine/index.ts';
import { sentence } from '../words/index.ts';
import { EXPORTS, PICTURES } from './exports.ts';
import type { Drawn, Export } from './exports.ts';
import { download } from '../controls/download.ts';
import './picture-options.ts';
import type { PictureOptions } from './picture-options.ts';
import { shared } from '../styles/styles.ts';

const darkness = matchMedia('(prefers-color-scheme: dark)');

@customElement('export-menu')
export class ExportMenu extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) drawn: () => Drawing = () => ({});
  /** Why the last file could not be saved. */
  @state() private fault = '';
  @query('select') private choice!: HTMLSelectElement;
  @query('picture-options') private options!: PictureOptions;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The error may not apply to a new run.
    if (changed.has('names')) this.fault = '';
  }

  protected override render() {
    return html`
      <ul>
        ${PICTURES.map((file) => this.renderFile(file, () => this.savePicture(file)))}
        <li class="options"><picture-options exportparts="options"></picture-options></li>
        ${EXPORTS.map((file) => this.renderFile(file, () => this.save(file)))}
        <li class="vector" part="vector">
          <button class="plain" @click=${this.saveVector}><b>Vector</b> <span>test vector of one
            limiter:</span></button>
          <select aria-label="Limiter of the vector">
            ${this.names.map((name) => html`<option>${name}</option>`)}
          </select>
        </li>
        ${this.renderPage()}
      </ul>
      <p class="fault" role="status" ?hidden=${this.fault === ''}>${this.fault}</p>
    `;
  }

  private renderFile({ title, says }: Drawn | Export, save: () => void) {
    return html`<li><button part="file" class="plain" @click=${save}><b>${title}</b> <span>${says}</span></button>
      </li>`;
  }

  /** Not on a page opened from disk: that is the single file already. */
  private renderPage() {
    if (location.protocol === 'file:') return nothing;
    return html`<li class="page"><a part="file" href="./ratelab.html" download><b>Ratelab</b> <span>single HTML file,
      works offline</span></a></li>`;
  }

  private save({ from, name, type }: Export): Promise<void> {
    return this.hand(name, async (engine) => new Blob([await engine.ask('file', from)], { type }));
  }

  /** Draws what is in view. Fixed colours are those that the page has now, unless some were chosen. */
  private savePicture({ name, type, convert, isFixed }: Drawn): Promise<void> {
    const drawing = { ...this.drawn(), ...this.options.drawing };
    if (isFixed === true && drawing.scheme === 'system') drawing.scheme = darkness.matches ? 'dark' : 'light';
    return this.hand(name, async (engine) => {
      const svg = await engine.ask('draw', drawing);
      return convert ? convert(svg) : new Blob([svg], { type });
    });
  }

  private readonly saveVector = (): Promise<void> => {
    const lane = this.choice.selectedIndex;
    const id = (this.names[lane] ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return this.hand(`ratelab-vector-${id}.json`, async (engine) => {
      const content = await engine.ask('vector', lane, id);
      if (content === undefined)
        throw new Error(
          'This limiter cannot be exported as a test vector: a vector has one client and a single limiter',
        );
      return new Blob([content], { type: 'application/json' });
    });
  };

  private async hand(name: string, make: (engine: Engine) => Promise<Blob>): Promise<void> {
    if (this.engine === undefined) return;
    this.fault = '';
    try {
      download(await make(this.engine), name);
      this.dispatchEvent(new CustomEvent<string>('announced', { detail: `${name} saved.` }));
    } catch (error) {
      this.fault = error instanceof Error ? sentence(error) : 'The file could not be created.';
    }
  }

  static override styles = [
    shared,
    css`
      button,
      a {
        display: grid;
        grid-template-columns: 7rem 1fr;
        width: 100%;
        align-items: center;
        text-align: left;
      }
      a {
        box-sizing: border-box;
        min-height: 2.75rem;
        padding: 0.25rem 0.6rem;
        color: var(--muted);
        text-decoration: none;
      }
      b {
        color: var(--ink);
        font-weight: 600;
      }
      .options + li,
      .vector,
      .page {
        margin-top: 0.35rem;
        padding-top: 0.35rem;
        border-top: 1px solid var(--line);
      }
      .fault {
        max-width: 20rem;
        margin: 0 0.55rem 0.35rem;
      }
      select {
        display: block;
        width: calc(100% - 8.1rem);
        margin: 0 0.55rem 0.35rem 7.55rem;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'export-menu': ExportMenu;
  }
}
