/**
 * `<traffic-editor>`: the traffic as a script, as a form, or painted on the lane of requests: three views of one
 * script. A script that cannot be read stays, with what is wrong and a fix, whichever view is open.
 *
 * @element traffic-editor
 * @prop scenario
 * @prop bounds
 * @prop faults
 *@prop engine - for the interpretation
 * @prop result - of the newest complete run
 * @fires amend - for the field `traffic`
 * @csspart script
 * @csspart fault
 * @csspart form
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bounds, Engine, Fault, Result, Scenario } from '../engine/index.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { editorStyles } from './traffic-editor.styles.ts';
import { count, sentence } from '../words/index.ts';

const VIEWS = [
  ['script', 'Script'],
  ['form', 'Form'],
  ['paint', 'Paint'],
] as const;

type View = (typeof VIEWS)[number][0];

@customElement('traffic-editor')
export class TrafficEditor extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @state() private view: View = 'script';
  /** The script as typed, while the user is typing or while it is invalid. */
  @state() private draft: string | undefined;
  /** Whether the newest change came from the script, so that a fault is the script's. */
  private isFromScript = false;
  /** Whether the draft was left, so that the canonical script may replace it. */
  private isSettled = true;
  @query('#script') private box!: HTMLTextAreaElement | null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isTyping = !this.isSettled && this.shadowRoot?.activeElement?.id === 'script';
    if (changed.has('scenario') && !isTyping && !this.faults.has('traffic')) this.draft = undefined;
  }

  private get isDraftWrong(): boolean {
    return this.isFromScript && this.faults.has('traffic');
  }

  protected override updated(): void {
    // The notes on a script are not needed for the first picture.
    if (this.result?.complete === true || this.faults.size > 0) void import('./script-notes.ts').catch(() => undefined);
  }

  protected override render() {
    if (this.scenario === undefined) return nothing;
    return html`
      <h3>Traffic</h3>
      <div class="views" role="group" aria-label="Traffic as">
        ${VIEWS.map(([view, title]) => this.renderView(view, title))}
      </div>
      ${this.renderKept()}
      ${this.view === 'script' ? this.renderScript() : this.view === 'form' ? this.renderForm() : this.renderPaint()}
      <script-notes
        ?hidden=${this.isDraftWrong} .scenario=${this.scenario} .typed=${this.draft} .engine=${this.engine}
        .result=${this.result}
        @amend=${() => (this.isSettled = true)}
      ></script-notes>
      ${this.view === 'script' ? this.renderHelp() : nothing}
    `;
  }

  private renderView(view: View, title: string) {
    return html`<button aria-pressed=${view === this.view} @click=${() => (this.view = view)}>${title}</button>`;
  }

  private renderScript() {
    const fault = this.faults.get('traffic');
    return html`
      <label class="visually-hidden" for="script">Traffic script</label>
      <textarea
        id="script" part="script" class="code" rows="3" spellcheck="false" autocapitalize="off" autocomplete="off"
        .value=${live(this.typed)} aria-invalid=${fault !== undefined} aria-describedby="fault"
        @input=${this.onType} @change=${this.onSettle}
      ></textarea>
      ${fault?.position === undefined ? nothing : this.renderPointer(fault)}
      <p id="fault" part="fault" class="fault" role="status"
        ?hidden=${fault === undefined}>${fault ? this.faultText(fault) : ''}</p>
      ${this.renderFix(fault)}
    `;
  }

  private renderHelp() {
    return html`
      <details @toggle=${() => import('./script-help.ts').catch(() => undefined)}>
        <summary class="quiet">All traffic patterns</summary>
        <script-help @mousedown=${keepFocus}
          @insert=${({ detail }: CustomEvent<string>) => this.insert(detail)}></script-help>
        <p class="quiet">
          Separate parts with semicolons, commas or new lines. At most ${count(this.bounds?.most_requests ?? 0)}
          requests in total.
        </p>
      </details>
    `;
  }

  private renderFix(fault: Fault | undefined) {
    if (fault?.fix === undefined) return nothing;
    const { fix } = fault;
    return html`<button class="offer" @click=${() => this.take(fix)}>Use <code>${fix}</code></button>`;
  }

  private renderForm() {
    const fault = this.isDraftWrong ? undefined : this.faults.get('traffic');
    return html`
      <traffic-form
        part="form" .scenario=${this.scenario} .bounds=${this.bounds} .fault=${fault}
        @amend=${() => (this.isFromScript = false)}
      ></traffic-form>
    `;
  }

  private renderPaint() {
    return html`
      <p>Paint in the request lane, above the limiters.</p>
      <ul class="quiet strokes">
        <li><b>Click</b> or tap to add a request.</li>
        <li><b>Drag</b> to paint many: the higher, the more at once.</li>
        <li><b>Drag a mark</b> to move it.</li>
        <li><b>Alt + click</b> a mark to remove it.</li>
      </ul>
    `;
  }

  /** The other views show the last script that could be read, and say so. */
  private renderKept() {
    if (this.view === 'script' || !this.isDraftWrong) return nothing;
    return html`
      <p class="kept quiet" role="status">
        The script has an error and is kept. Showing the last valid traffic; a change here replaces the script.
        <button class="plain" @click=${() => (this.view = 'script')}>Back to the script</button>
      </p>
    `;
  }

  /** The script around the fault, with the faulty characters marked. */
  private renderPointer({ position = 0, length = 0 }: Fault) {
    const script = this.typed;
    if (script.trim() === '') return nothing;
    const from = Math.max(0, position - 16);
    const end = position + Math.max(length, 1);
    return html`
      <p class="pointer code" aria-hidden="true">${from > 0 ? '…' : ''}${script.slice(from, position)}<mark
          >${script.slice(position, end) || ' '}</mark>${script.slice(end, end + 12)}</p>
    `;
  }

  private faultText(fault: Fault): string {
    if (this.typed.trim() === '')
      return `The script is empty. Enter when requests arrive, such as “${fault.example ?? ''}”.`;
    const at = fault.position === undefined ? '' : `At character ${count(fault.position + 1)}: `;
    return at === '' ? sentence(fault) : at + sentence(fault).replace(/^[A-Z]/, (first) => first.toLowerCase());
  }

  private get typed(): string {
    return this.draft ?? this.scenario?.traffic.map(({ text }) => text).join('; ') ?? '';
  }

  private onType(event: Event): void {
    this.draft = (event.target as HTMLTextAreaElement).value;
    this.send(false);
  }

  /** Keeps the draft: whether it is valid is only known when the engine answers. */
  private onSettle(): void {
    this.send(true);
  }

  private send(isSettled: boolean): void {
    [this.isFromScript, this.isSettled] = [true, isSettled];
    // An empty value would mean the default traffic, and a user who clears the script does not want that. A lone
    // semicolon is a fault.
    amend(this, 'traffic', this.typed.trim() === '' ? ';' : this.typed, isSettled);
  }

  private take(script: string): void {
    this.draft = script;
    this.send(true);
    this.box?.focus();
  }

  /** Adds a part after the one that the cursor is in. */
  private insert(example: string): void {
    const { typed, box } = this;
    const cursor = this.shadowRoot?.activeElement === box ? (box?.selectionStart ?? typed.length) : typed.length;
    const end = typed.slice(cursor).search(/[;\n]/);
    const at = end < 0 ? typed.length : cursor + end;
    const before = typed.slice(0, at).replace(/[\s;,]+$/, '');
    this.take(`${before}${before === '' ? '' : '; '}${example}${typed.slice(at)}`);
  }

  static override styles = [shared, column, editorStyles];
}

/** A press on an example keeps the cursor in the script, where the example is inserted. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

declare global {
  interface HTMLElementTagNameMap {
    'traffic-editor': TrafficEditor;
  }
}
