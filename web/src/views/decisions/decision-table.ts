/**
 * `<decision-table>`: the visible decisions of one limiter as a table, the text alternative to the picture.
 *
 * @element decision-table
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop picture - what is in view
 * @prop retried - whether a row is an attempt at a request
 * @fires point - with a lane and a request, when its card is requested
 * @csspart table
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Bounds, Picture, Result, Scenario } from '../../engine/index.ts';
import { markAt, markCount } from '../../engine/marks.ts';
import type { Mark } from '../../engine/marks.ts';
import type { LaneRequest } from '../../figure/cards.ts';
import { shared } from '../../styles/styles.ts';
import { count, counted, instant, laneNames } from '../../words/index.ts';

const MOST_ROWS = 300;
const OUTCOMES = ['allowed', 'denied', 'delayed'];

@customElement('decision-table')
export class DecisionTable extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) picture: Picture | undefined;
  @property({ type: Boolean }) retried = false;
  @state() private lane = 0;
  @state() private isOpen = false;

  protected override render() {
    const { result } = this;
    if (result === undefined) return nothing;
    return html`
      <details @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}>
        <summary>Decisions in view, as a table</summary>
        ${this.isOpen ? this.renderLane(result) : nothing}
      </details>
    `;
  }

  private renderLane(result: Result) {
    const lane = Math.min(this.lane, result.lanes.length - 1);
    const marks = this.picture?.lanes[lane]?.marks;
    return html`
      <label>
        <span class="quiet">Limiter</span>
        <select @change=${(event: Event) => (this.lane = (event.target as HTMLSelectElement).selectedIndex)}>
          ${laneNames(result.lanes, this.scenario, this.bounds).map(
            (name, index) => html`<option .selected=${index === lane}>${name}</option>`,
          )}
        </select>
      </label>
      ${
        marks === undefined
          ? html`<p class="quiet">Too many requests in view to list. Zoom in, click one in the picture for its card and
            HTTP headers, or export all of them as CSV.</p>`
          : this.renderTable(marks, lane, result.lanes[lane]?.sentence ?? '')
      }
    `;
  }

  private renderTable(marks: Float64Array, lane: number, caption: string) {
    const requests = markCount(marks);
    const rows = Math.min(requests, MOST_ROWS);
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Decisions">
        <table part="table">
          <caption>${caption}</caption>
          <thead><tr><th
            scope="col">${this.retried ? html`<defined-term term="attempt">Attempt</defined-term>` : 'Request'}</th>
              <th scope="col">Arrived</th><th scope="col">Outcome</th><th scope="col">Started</th></tr></thead>
          <tbody>
            ${Array.from({ length: rows }, (_, row) => this.renderRow(markAt(marks, row), lane))}
          </tbody>
        </table>
      </div>
      ${
        rows < requests
          ? html`<p class="quiet">The first ${count(rows)} of ${counted(requests, this.retried ? 'attempt' : 'request')}
            in view.</p>`
          : nothing
      }
    `;
  }

  private renderRow({ request, time, outcome, started }: Mark, lane: number) {
    const word = OUTCOMES[outcome] ?? '';
    return html`
      <tr>
        <th scope="row"><button class="plain"
          @click=${() => this.point({ lane, request })}>${count(request + 1)}</button></th>
        <td>${this.at(time)}</td>
        <td class=${word}>${word}</td>
        <td>${Number.isNaN(started) ? 'never' : this.at(started)}</td>
      </tr>
    `;
  }

  private at(offset: number): string {
    return instant((this.picture?.span.from ?? 0n) + BigInt(Math.round(offset)));
  }

  private point(detail: LaneRequest): void {
    this.dispatchEvent(new CustomEvent<LaneRequest>('point', { detail, bubbles: true, composed: true }));
  }

  static override styles = [
    shared,
    css`
      summary {
        min-height: var(--target);
        cursor: pointer;
      }
      label {
        display: flex;
        align-items: center;
        gap: 0.6rem;
        margin-block: 0.5rem;
      }
      .scroll {
        max-height: 24rem;
        overflow: auto;
      }
      table {
        border-collapse: separate;
        border-spacing: 0;
        font-size: var(--small);
      }
      caption {
        padding-block: 0.35rem;
        text-align: start;
        color: var(--muted);
      }
      th,
      td {
        padding-block: 0.15rem;
        padding-inline: 0 1.5rem;
        text-align: end;
        font-weight: 400;
        border-bottom: 1px solid var(--line);
      }
      /* Outcomes are words. */
      :is(th, td):nth-child(3) {
        text-align: start;
      }
      thead th {
        position: sticky;
        top: 0;
        color: var(--muted);
        background: var(--paper);
      }
      button {
        padding-inline: 0;
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
      @media (pointer: fine) {
        tbody button {
          min-height: 1.5rem;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'decision-table': DecisionTable;
  }
}
