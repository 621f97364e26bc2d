/**
 * `<reading-form>`: how to read the log: its format, its key, the cost of a request. Each change reads
 * the log again; a mistake is shown at its field, and the picture stays.
 *
 * @element reading-form
 * @prop reading
 * @prop formats
 * @prop found - the title of the format that was recognised
 * @prop faults - what is wrong with a field
 * @prop limited - how many lines have the answer of a rate limiter
 * @prop answered - how these were answered, in words: `answered 429`
 * @attr strange - no line was parsed: explains what to do about it
 * @attr bare - without a heading to fold it
 * @fires reading - with the fields that changed
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { folded } from '../controls/folded.styles.ts';
import { shared } from '../styles/styles.ts';
import { counted } from '../words/numbers.ts';
import { KEYS, byWords } from './findings.ts';
import type { Format, Reading, ReadingField } from './types.ts';

const OTHER = 'other';

@customElement('reading-form')
export class ReadingForm extends LitElement {
  @property({ attribute: false }) reading: Reading = {
    format: 'auto',
    pattern: '',
    key: 'client',
    cost: '',
    limited: '',
    leaveOutLimited: false,
  };
  @property({ attribute: false }) formats: Format[] = [];
  @property() found = '';
  @property({ attribute: false }) faults: ReadonlyMap<ReadingField, string> = new Map();
  @property({ attribute: false }) limited = 0;
  @property() answered = '';
  @property({ type: Boolean }) bare = false;
  @property({ type: Boolean }) strange = false;
  /** Whether the user chose to type the key, even if it is in the list. */
  @state() private isOther = false;

  protected override render() {
    const fields = html`${this.renderFormat()} ${this.renderPattern()} ${this.renderKey()} ${this.renderCost()}
      ${this.renderLimited()} ${this.renderLeaveOut()}`;
    if (this.bare) return html`<section class="inside fields" aria-label="Parsing options">${fields}</section>`;
    return html`
      <details ?open=${this.faults.size > 0}>
        <summary><span>Parsing options</span> <span class="short quiet">${this.inShort}</span></summary>
        <div class="inside fields">${fields}</div>
      </details>
    `;
  }

  private get inShort(): string {
    const { key, cost, leaveOutLimited } = this.reading;
    const priced = cost === '' || cost === '1' ? '' : ` · cost ${cost}`;
    return `${
      this.found === '' ? 'format detected automatically' : this.found
    } · ${byWords(key)}${priced}${leaveOutLimited ? ` · excluding ${this.answered}` : ''}`;
  }

  private renderFormat() {
    const { format } = this.reading;
    return html`
      <div class="field">
        <label for="format">Format</label>
        <select id="format" aria-describedby="format-fault"
          @change=${(event: Event) => this.emit({ format: fieldValue(event) })}>
          <option value="auto" .selected=${live(format === 'auto' || format === '')}>detected automatically</option>
          ${this.formats.map(
            ({ name, title }) => html`<option value=${name} .selected=${live(name === format)}>${title}</option>`,
          )}
        </select>
        ${this.renderFault('format')}
        ${this.found === '' ? nothing : html`<p class="quiet">Read as ${this.found}</p>`}
      </div>
    `;
  }

  private renderPattern() {
    return this.renderText(
      'pattern',
      'Pattern',
      this.reading.pattern,
      "log_format main '…';",
      html`${
        this.strange
          ? html`<strong>Paste the <code>log_format</code> or <code>LogFormat</code> line of your server here</strong>`
          : html`A line of <code>log_format</code> or <code>LogFormat</code>`
      }, or the names of fields, as in <code>time=ts client=ip</code>`,
    );
  }

  private renderKey() {
    const key = this.reading.key === '' ? 'client' : this.reading.key;
    const isUsual = KEYS.some(([name]) => name === key);
    const isTyped = this.isOther || !isUsual;
    return html`
      <div class="field">
        <label for="keys">Key</label>
        <select id="keys" @change=${this.onKey}>
          ${KEYS.map(
            ([name, words]) =>
              html`<option value=${name} .selected=${live(!isTyped && name === key)}>${words}</option>`,
          )}
          <option value=${OTHER} .selected=${live(isTyped)}>a field or a combination…</option>
        </select>
      </div>
      ${
        isTyped
          ? this.renderText(
              'key',
              'Field or combination',
              isUsual ? '' : key,
              'field:api_key',
              html`As in <code>field:api_key</code> or <code>client+path</code>`,
            )
          : this.renderFault('key')
      }
    `;
  }

  private renderCost() {
    return this.renderText(
      'cost',
      'Cost of a request',
      this.reading.cost,
      '1',
      html`As in <code>5</code>, <code>field:NAME</code> or <code>/search*=5 /login=10 1</code>, which is 5 for
        searches, 10 for logins and 1 for the rest`,
    );
  }

  private renderText(field: ReadingField, label: string, value: string, placeholder: string, hint: unknown) {
    return html`
      <div class="field">
        <label for=${field}>${label}</label>
        <input
          id=${field} class="code" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${placeholder}
          .value=${value}
          aria-invalid=${this.faults.has(field)} aria-describedby="${field}-fault ${field}-hint"
          @change=${(event: Event) => this.emit({ [field]: fieldValue(event).trim() })}
        />
        ${this.renderFault(field)}
        <p id="${field}-hint" class="quiet">${hint}</p>
      </div>
    `;
  }

  private renderLimited() {
    return this.renderText(
      'limited',
      'Status codes that mean rate limited',
      this.reading.limited,
      '429',
      html`Codes, as in <code>429 503</code>`,
    );
  }

  private renderLeaveOut() {
    return html`
      <label class="check">
        <input type="checkbox" .checked=${live(this.reading.leaveOutLimited)}
          @change=${(event: Event) => this.emit({ leaveOutLimited: (event.target as HTMLInputElement).checked })} />
        <span>Exclude requests
          ${this.answered}${
            this.limited > 0 ? html` <span class="quiet">(${counted(this.limited, 'request')})</span>` : nothing
          }</span>
      </label>
    `;
  }

  private renderFault(field: ReadingField) {
    return html`<p id="${field}-fault" class="fault" role="status"
      ?hidden=${!this.faults.has(field)}>${this.faults.get(field)}</p>`;
  }

  private onKey(event: Event): void {
    const key = fieldValue(event);
    this.isOther = key === OTHER;
    if (key !== OTHER) this.emit({ key });
  }

  private emit(detail: Partial<Reading>): void {
    this.dispatchEvent(new CustomEvent<Partial<Reading>>('reading', { detail }));
  }

  static override styles = [
    shared,
    folded,
    css`
      summary {
        font-size: var(--small);
      }
      @media (min-width: 44rem) {
        summary {
          display: flex;
          align-items: center;
          gap: 0.75rem;
          width: fit-content;
          max-width: 100%;
        }
      }
      .fields {
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
        align-items: start;
        gap: 0.75rem 2rem;
        padding-bottom: 1rem;
      }
      section.fields {
        margin-block: 0.25rem 0.5rem;
        padding: 0.75rem 1rem 1rem;
        border: 1px solid var(--line);
        border-radius: 0.4rem;
        background: var(--raised);
      }
      .field {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.2rem;
      }
      label {
        font-size: var(--small);
        color: var(--muted);
      }
      .check {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        min-height: var(--target);
        align-self: center;
        color: var(--ink);
      }
      .check input {
        flex: none;
        width: 1.25rem;
        height: 1.25rem;
      }
      @media (pointer: coarse) {
        .check input {
          width: 1.75rem;
          height: 1.75rem;
        }
      }
      select {
        text-overflow: ellipsis;
      }
      .field .quiet {
        font-size: 0.75rem;
      }
      .field code {
        font-size: 0.75rem;
      }
    `,
  ];
}

function fieldValue(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

declare global {
  interface HTMLElementTagNameMap {
    'reading-form': ReadingForm;
  }
}
