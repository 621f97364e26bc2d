/**
 * `<embed-dialog>`: the code to paste for a figure in a blog post, for several blogging tools, with a live preview.
 *
 * @element embed-dialog
 * @prop engine
 * @prop scenario
 * @prop says - what the figure shows, in a sentence
 * @method open()
 * @csspart dialog
 * @csspart snippet
 * @csspart policy
 * @csspart preview
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { IMAGE, SNIPPETS, frameAddress, frameHeights } from './snippets.ts';
import type { PresentationAttribute, Part, Pasted } from './snippets.ts';
import { messageIn } from '../embed/frame-messages.ts';
import type { Engine, Scenario } from '../engine/index.ts';
import { VIEWS, momentIn } from '../views/index.ts';
import type { Moment } from '../views/index.ts';
import { printMoment } from '../views/moment.ts';
import { copyText } from '../controls/clipboard.ts';
import { embedStyles } from './embed-dialog.styles.ts';
import { download } from '../controls/download.ts';
import { shared } from '../styles/styles.ts';
import { sentence } from '../words/index.ts';

/** The options of a figure. The first value of each is the default. */
const PRESENTATION = {
  view: {
    title: 'Shows',
    values: { picture: 'the picture', ...Object.fromEntries(VIEWS.map(({ name, shows }) => [name, shows])) },
  },
  controls: { title: 'Controls', values: { none: 'none', some: 'the limit', all: 'all of them' } },
  theme: { title: 'Colours', values: { auto: 'same as the post', light: 'light', dark: 'dark' } },
  loading: { title: 'Starts', values: { lazy: 'when near the viewport', eager: 'immediately', click: 'on click' } },
} as const satisfies Record<Exclude<PresentationAttribute, 'at'>, unknown>;

const ATTRIBUTES = Object.keys(PRESENTATION).filter(isAttribute);

function isAttribute(name: string): name is keyof typeof PRESENTATION {
  return Object.hasOwn(PRESENTATION, name);
}

/** The assumed height of a figure in pixels, until the preview reports the real one. */
const USUAL_HEIGHT = 560;

/** A page opened from disk has no files of the embed next to it. */
const isServed = location.protocol !== 'file:';

@customElement('embed-dialog')
export class EmbedDialog extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property() says = '';
  /** The lane and the instant of a view of one lane. */
  @property({ attribute: false }) at: Moment | undefined;
  @state() private isOpen = false;
  @state() private kind = SNIPPETS[0];
  @state() private presentation: Pasted['presentation'] = {};
  /** The last valid address of the folder with Ratelab's files. */
  @state() private folder = isServed ? new URL('./', location.href).href : 'https://your.host/ratelab/';
  /** The same address as typed. Replacing it by the normalised one would disturb the user while typing. */
  @state() private typed = this.folder;
  @state() private fault = '';
  @state() private height = USUAL_HEIGHT;
  @state() private announced = '';
  @query('dialog') private dialog!: HTMLDialogElement;
  @query('iframe') private frame!: HTMLIFrameElement | null;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.hear);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.hear);
  }

  /** With the view that is open, if it is not the one beside the picture. */
  open(view?: string): void {
    if (VIEWS.slice(1).some(({ name }) => name === view)) this.presentation = { ...this.presentation, view };
    this.isOpen = true;
    this.announced = '';
    if (!this.dialog.open) this.dialog.showModal();
  }

  protected override render() {
    const { scenario } = this;
    return html`
      <dialog part="dialog" aria-labelledby="title" @close=${() => (this.isOpen = false)}>
        <h2 id="title">Embed this figure</h2>
        <p class="quiet">A live figure in your post, computed in the reader's browser. It loads only Ratelab's own
          files, from wherever you host them.</p>
        ${scenario === undefined ? nothing : this.renderChoices(scenario)}
        <p class="announced" role="status">${this.announced}</p>
        <form method="dialog">
          <button class="plain cross" aria-label="Close" title="Close (Esc)">
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg></button>
        </form>
      </dialog>
    `;
  }

  private renderChoices(scenario: Scenario) {
    const pasted = this.pastedOf(scenario);
    const { kind } = this;
    return html`
      <div class="choices">
        <label>
          For
          <select @change=${this.onKind}>
            ${SNIPPETS.map(
              ({ name, title }) => html`<option value=${name} ?selected=${name === kind.name}>${title}</option>`,
            )}
          </select>
        </label>
        ${ATTRIBUTES.map((attribute) => this.renderAttribute(attribute))}
        ${this.renderPlace()}
      </div>
      ${kind.parts(pasted).map((part) => this.renderPart(part))}
      ${kind.hasImage ? this.renderImage() : nothing}
      <div class="line">
        <p>If your page has a Content-Security-Policy, it needs</p>
        <code part="policy">${kind.policy(new URL(this.folder).origin)}</code>
      </div>
      ${this.isOpen ? this.renderPreview(scenario) : nothing}
    `;
  }

  private renderAttribute(attribute: keyof typeof PRESENTATION) {
    const { title, values } = PRESENTATION[attribute];
    const chosen = this.presentation[attribute];
    return html`
      <label>
        ${title}
        <select data-attribute=${attribute} ?disabled=${!this.kind.takes.includes(attribute)}
          @change=${this.onAttribute}>
          ${Object.entries(values).map(
            ([value, says]) => html`<option value=${value} ?selected=${value === chosen}>${says}</option>`,
          )}
        </select>
      </label>
    `;
  }

  private renderPlace() {
    const isBad = this.fault !== '';
    return html`
      <label class="folder">
        Address of Ratelab's files
        <input
          type="url" .value=${this.typed} aria-invalid=${isBad} aria-describedby="fault"
          @input=${this.onPlace}
        >
        <span id="fault" class="fault" ?hidden=${!isBad}>${this.fault}</span>
      </label>
    `;
  }

  private renderPart({ does, text }: Part) {
    const lines = text.split('\n').length;
    return html`
      <div class="line">
        <p>${does}</p>
        <button @click=${() => this.copy(text)} aria-label="Copy: ${does}">Copy</button>
      </div>
      <textarea part="snippet" class="code" readonly rows=${lines + 2} spellcheck="false" aria-label=${does}
        .value=${text} @focus=${selectAll}></textarea>
    `;
  }

  private renderImage() {
    return html`
      <div class="line">
        <p class="quiet"><code>${IMAGE}</code> is the picture for readers without JavaScript. Save it next to the
          post.</p>
        <button @click=${this.save}>Save ${IMAGE}</button>
      </div>
    `;
  }

  private renderPreview({ link }: Scenario) {
    if (this.kind.takes.length === 0) return nothing;
    if (!isServed) return html`<p class="quiet">The preview needs a web server; this page was opened from disk.</p>`;
    const address = frameAddress({ folder: './', link, presentation: this.chosen });
    return html`
      <h3>Preview</h3>
      <iframe part="preview" src=${address} height=${this.height} title="Preview of the figure"></iframe>
    `;
  }

  private pastedOf({ text, link }: Scenario): Pasted {
    const { folder, says, height, presentation } = this;
    const { view = 'picture', controls } = presentation;
    const heights = view === 'picture' ? frameHeights(text, controls) : { narrow: height, wide: height };
    return { folder, scenario: text, link, says, heights, presentation: this.takenPresentation };
  }

  /** The options that apply to this kind of page. */
  private get takenPresentation(): Pasted['presentation'] {
    return Object.fromEntries(
      Object.entries(this.chosen).filter(([attribute]) => this.kind.takes.includes(attribute as PresentationAttribute)),
    );
  }

  /** A view of one limiter shows the one on the page. */
  private get chosen(): Pasted['presentation'] {
    const { presentation } = this;
    const at = momentIn(presentation.view, this.at);
    return at !== undefined ? { ...presentation, at: printMoment(at) } : presentation;
  }

  private readonly onKind = ({ target }: Event): void => {
    const { value } = target as HTMLSelectElement;
    this.kind = SNIPPETS.find(({ name }) => name === value) ?? this.kind;
  };

  private readonly onAttribute = ({ target }: Event): void => {
    const { dataset, selectedIndex, value } = target as HTMLSelectElement;
    this.presentation = {
      ...this.presentation,
      [dataset.attribute as PresentationAttribute]: selectedIndex === 0 ? undefined : value,
    };
  };

  /** An invalid address leaves the snippets unchanged. */
  private readonly onPlace = ({ target }: Event): void => {
    const { value } = target as HTMLInputElement;
    this.typed = value;
    const folder = URL.canParse(value) ? new URL(value) : undefined;
    const isGood = folder !== undefined && /^https?:$/.test(folder.protocol);
    this.fault = isGood ? '' : `“${value}” is not the address of a folder, such as https://your.host/ratelab/.`;
    if (isGood) this.folder = folder.origin + folder.pathname.replace(/\/?$/, '/');
  };

  private readonly hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.frame?.contentWindow) return;
    const message = messageIn(data);
    if (message?.type === 'rate-lab:size' && message.height > 0) this.height = Math.ceil(message.height);
  };

  private async copy(text: string): Promise<void> {
    this.announced = (await copyText(text)) ? 'Copied.' : 'Copy it from the field.';
  }

  private readonly save = async (): Promise<void> => {
    try {
      const { theme } = this.takenPresentation;
      const scheme = theme === 'light' || theme === 'dark' ? theme : 'system';
      const svg = await this.engine?.ask('draw', { scheme });
      if (svg !== undefined) download(new Blob([svg], { type: 'image/svg+xml' }), IMAGE);
      this.announced = `${IMAGE} saved.`;
    } catch (error) {
      this.announced = error instanceof Error ? sentence(error) : 'The picture could not be created.';
    }
  };

  static override styles = [shared, embedStyles];
}

function selectAll({ target }: Event): void {
  (target as HTMLTextAreaElement).select();
}

declare global {
  interface HTMLElementTagNameMap {
    'embed-dialog': EmbedDialog;
  }
}
