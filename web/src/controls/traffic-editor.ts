/**
 * `<traffic-editor>`: the traffic as a script or as a form. Both edit the same script, and so does painting on the
 * lane of requests.
 *
 * @element traffic-editor
 * @prop scenario
 * @prop bounds
 * @prop faults
 * @fires amend - for the field `traffic`
 * @csspart script
 * @csspart fault
 * @csspart form
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bounds, Fault, Scenario } from '../engine/index.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import './traffic-form.ts';
import { count, sentence } from '../words/index.ts';

@customElement('traffic-editor')
export class TrafficEditor extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  @state() private view: 'script' | 'form' = 'script';
  /** The script as typed, while the user is typing or while it is invalid. */
  @state() private draft: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isTyping = this.shadowRoot?.activeElement?.id === 'script';
    if (changed.has('scenario') && !isTyping && !this.faults.has('traffic')) this.draft = undefined;
  }

  protected override render() {
    if (this.scenario === undefined) return nothing;
    return html`
      <h3>Traffic</h3>
      <div class="views" role="group" aria-label="Traffic as">
        ${this.renderView('script', 'Script')} ${this.renderView('form', 'Form')}
      </div>
      ${this.view === 'script'
        ? this.renderScript()
        : html`<traffic-form part="form" .scenario=${this.scenario} .bounds=${this.bounds} .fault=${this.faults.get('traffic')}></traffic-form>`}
      <p class="quiet">Or paint on the lane of requests.</p>
    `;
  }

  private renderView(view: 'script' | 'form', title: string) {
    return html`<button aria-pressed=${view === this.view} @click=${() => (this.view = view)}>${title}</button>`;
  }

  private renderScript() {
    const fault = this.faults.get('traffic');
    return html`
      <label class="visually-hidden" for="script">Traffic script</label>
      <textarea
        id="script" part="script" class="code" rows="3" spellcheck="false" autocapitalize="off" autocomplete="off"
        .value=${live(this.draft ?? this.script)} aria-invalid=${fault !== undefined} aria-describedby="fault grammar"
        @input=${this.onType} @change=${this.onSettle}
      ></textarea>
      ${fault?.position === undefined ? nothing : this.renderPointer(fault)}
      <p id="fault" part="fault" class="fault" role="status" ?hidden=${fault === undefined}>${fault ? this.faultText(fault) : ''}</p>
      <details>
        <summary class="quiet">Script syntax</summary>
        <p id="grammar" class="code quiet examples">
          ${EXAMPLES.map((example) => html`<span>${example}</span>`)}
        </p>
        <p class="quiet">Parts have a semicolon between them. At most ${count(this.bounds?.most_requests ?? 0)} requests in all.</p>
      </details>
    `;
  }

  /** The script around the fault, with the faulty characters marked. */
  private renderPointer({ position = 0, length = 0 }: Fault) {
    const script = this.draft ?? this.script;
    const from = Math.max(0, position - 16);
    const end = position + Math.max(length, 1);
    return html`
      <p class="pointer code" aria-hidden="true">${from > 0 ? '…' : ''}${script.slice(from, position)}<mark
          >${script.slice(position, end) || ' '}</mark>${script.slice(end, end + 12)}</p>
    `;
  }

  private faultText(fault: Fault): string {
    const at = fault.position === undefined ? '' : `At character ${count(fault.position + 1)}: `;
    return at === '' ? sentence(fault) : at + sentence(fault).replace(/^F/, 'f');
  }

  private get script(): string {
    return this.scenario?.traffic.map(({ text }) => text).join('; ') ?? '';
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
    // A line break would end the field in the text of the scenario.
    const script = (this.draft ?? this.script).replaceAll('\n', ' ');
    // An empty value would mean the default traffic, and a user who clears the script does not want that. A lone
    // semicolon is a fault.
    amend(this, 'traffic', script.trim() === '' ? ';' : script, isSettled);
  }

  static override styles = [
    shared,
    column,
    css`
      .views {
        display: flex;
      }
      .views button {
        flex: 1;
        border-radius: 0;
        margin-left: -1px;
      }
      .views button:first-child {
        border-radius: 0.4rem 0 0 0.4rem;
        margin-left: 0;
      }
      .views button:last-child {
        border-radius: 0 0.4rem 0.4rem 0;
      }
      .views [aria-pressed='true'] {
        background: var(--lane);
        font-weight: 600;
        border-color: var(--edge);
        z-index: 1;
      }
      textarea {
        width: 100%;
        line-height: 1.5;
        resize: vertical;
        overflow-wrap: anywhere;
      }
      .pointer {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        color: var(--muted);
      }
      mark {
        color: var(--deny-text);
        background: none;
        text-decoration: underline wavy;
        text-underline-offset: 0.25em;
        white-space: pre;
      }
      summary {
        cursor: pointer;
        padding-block: calc((var(--target) - 1.25rem) / 2);
      }
      .examples span {
        display: block;
      }
    `,
  ];
}

const EXAMPLES = [
  '10@9.5s', '15 every 100ms', 'burst 10 every 5s x6', '5/s for 30s', 'poisson 20/s for 30s',
  'ramp 1/s..50/s for 60s', 'onoff 10/s on 2s off 3s for 30s', 'sine 1/s..20/s period 1m for 5m',
  '15 every 100ms from 3s cost 5',
];

declare global {
  interface HTMLElementTagNameMap {
    'traffic-editor': TrafficEditor;
  }
}
