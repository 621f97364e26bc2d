/**
 * `<picture-options>`: how an exported picture looks: its colours, its width, the writer's own title and caption. The
 * page remembers them until it is closed.
 *
 * @element picture-options
 * @prop drawing - what was chosen, read-only
 * @csspart options
 */
import { LitElement, css, html } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { Drawing } from '../engine/index.ts';
import { shared } from '../styles/styles.ts';

const SCHEMES = { system: 'match the reader’s system', light: 'light', dark: 'dark' } as const;

function isScheme(name: string): name is keyof typeof SCHEMES {
  return Object.hasOwn(SCHEMES, name);
}

/** The usual widths: a phone, a column of text, a slide. Any other can be typed. */
const WIDTHS = [360, 760, 1_200];
const USUAL = 760;

@customElement('picture-options')
export class PictureOptions extends LitElement {
  @state() private scheme: keyof typeof SCHEMES = 'system';
  @state() private width = String(USUAL);
  @query('[name=title]') private heading!: HTMLInputElement;
  @query('[name=caption]') private caption!: HTMLTextAreaElement;

  /** The core checks it, and describes the error. */
  get drawing(): Drawing {
    const width = this.width.trim() === '' ? USUAL : Number(this.width);
    return { scheme: this.scheme, width, title: this.heading.value, caption: this.caption.value };
  }

  protected override render() {
    return html`
      <details part="options">
        <summary>${this.width} pixels wide, colours: ${SCHEMES[this.scheme]}</summary>
        <div class="fields">
          <label for="scheme">Colours</label>
          <select id="scheme" @change=${this.onScheme}>
            ${Object.entries(SCHEMES).map(([value, says]) => html`<option value=${value}>${says}</option>`)}
          </select>
          <label for="width">Width</label>
          <input id="width" inputmode="numeric" autocomplete="off" list="widths" .value=${this.width}
            @input=${this.onWidth} />
          <datalist id="widths">${WIDTHS.map((width) => html`<option value=${width}></option>`)}</datalist>
          <label for="title">Title</label>
          <input id="title" name="title" autocomplete="off" placeholder="none" />
          <label for="caption">Caption</label>
          <textarea id="caption" name="caption" rows="2" placeholder="none"></textarea>
        </div>
      </details>
    `;
  }

  private readonly onScheme = ({ target }: Event): void => {
    const { value } = target as HTMLSelectElement;
    if (isScheme(value)) this.scheme = value;
  };

  private readonly onWidth = ({ target }: Event): void => {
    this.width = (target as HTMLInputElement).value;
  };

  static override styles = [
    shared,
    css`
      summary {
        display: flex;
        align-items: center;
        min-height: var(--target);
        padding-inline: 0.55rem;
        color: var(--muted);
        cursor: pointer;
      }
      summary::before {
        content: '▸';
        width: 1.2em;
      }
      [open] > summary::before {
        content: '▾';
      }
      summary::-webkit-details-marker {
        display: none;
      }
      .fields {
        display: grid;
        grid-template-columns: 5.6rem minmax(0, 1fr);
        align-items: center;
        gap: 0.35rem 0;
        margin: 0.15rem 0.55rem 0.5rem 1.6rem;
      }
      label {
        color: var(--muted);
      }
      textarea {
        resize: vertical;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'picture-options': PictureOptions;
  }
}
