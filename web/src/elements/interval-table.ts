/**
 * `<interval-table>`: the most that one client got in any interval, for lengths from a hundredth of the
 * window to ten of them. Twenty in 0.6 s is another thing than nineteen in 10 s.
 *
 * Properties: `engine`, `result`, `scenario`.
 * Parts: `table`.
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Engine, Result, Scenario } from '../engine/index.ts';
import { shared } from './styles.ts';
import { summaryStyles } from './run-summary.styles.ts';
import { count, duration } from './words.ts';

const LENGTHS = 4;

@customElement('interval-table')
export class IntervalTable extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @state() private isOpen = false;
  /** For each lane three numbers for each length: nanoseconds, the most, the most at worst. */
  @state() private lanes: Float64Array[] = [];

  protected override updated(changed: PropertyValues): void {
    const isNews = changed.has('result') || changed.has('isOpen');
    if (isNews && this.isOpen) void this.measure();
  }

  protected override render() {
    if (this.result === undefined) return nothing;
    return html`
      <details @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}>
        <summary>Most in any interval, short and long</summary>
        ${this.isOpen && this.lanes.length === this.result.lanes.length ? this.renderTable(this.result) : nothing}
      </details>
    `;
  }

  private renderTable(result: Result) {
    const lengths = Array.from({ length: LENGTHS }, (_, index) => BigInt(Math.round(this.lanes[0]?.[index * 3] ?? 0)));
    return html`
      <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
        <table part="table">
          <caption id="caption" class="quiet">The most that one client got in any interval so long, and what is possible at worst.</caption>
          <thead>
            <tr><th scope="col">Limiter</th>${lengths.map((length) => html`<th scope="col">in any ${duration(length)}</th>`)}</tr>
          </thead>
          <tbody>${result.lanes.map(({ title }, lane) => this.renderLane(title, this.lanes[lane] ?? new Float64Array()))}</tbody>
        </table>
      </div>
    `;
  }

  private renderLane(title: string, numbers: Float64Array) {
    const cells = Array.from({ length: LENGTHS }, (_, index) => numbers.subarray(index * 3 + 1, index * 3 + 3));
    return html`
      <tr>
        <th scope="row">${title}</th>
        ${cells.map(([most = 0, bound = 0]) => html`<td>${count(most)} <span class="quiet">of ${count(bound)}</span></td>`)}
      </tr>
    `;
  }

  private async measure(): Promise<void> {
    const { engine, result, scenario } = this;
    if (engine === undefined || result?.complete !== true || scenario === undefined) return;
    const { period } = scenario.limit;
    const shortest = period > 100n ? period / 100n : 1n;
    const measured = result.lanes.map((_, lane) => engine.envelope(lane, shortest, shortest * 1000n, LENGTHS));
    const lanes = await Promise.all(measured).catch(() => undefined);
    // A result that has been replaced in the meantime has no room here.
    if (lanes !== undefined && this.result === result) this.lanes = lanes;
  }

  static override styles = [
    shared,
    summaryStyles,
    css`
      summary {
        min-height: var(--target);
        cursor: pointer;
      }
      caption {
        padding-block: 0.35rem;
        text-align: left;
      }
      table {
        width: auto;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'interval-table': IntervalTable;
  }
}
