/**
 * `<run-summary>`: what came of it, as a table and as a sentence for each limiter. Its caption is what
 * the figure is called.
 *
 * Properties: `result`, `scenario`, `bounds`.
 * Parts: `table`, `sentences`.
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, LaneResult, Result, Scenario } from '../engine/index.ts';
import { summaryStyles } from './run-summary.styles.ts';
import { column, shared } from './styles.ts';
import { tableStyles } from './tables.styles.ts';
import { count, duration, own, percent } from './words.ts';

@customElement('run-summary')
export class RunSummary extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;

  protected override render() {
    const { result, scenario } = this;
    if (result === undefined) return nothing;
    const window = scenario === undefined ? 'window' : duration(scenario.limit.period);
    return html`
      <h3>In numbers</h3>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
        <table part="table">
          <caption id="caption" class="unseen">${result.comparison}</caption>
          <thead>
            <tr>
              <th scope="col">Limiter</th>
              <th scope="col">Allowed</th>
              <th scope="col">Denied</th>
              <th scope="col">Delayed</th>
              <th scope="col">Most in any ${window}</th>
              <th scope="col">At worst</th>
              <th scope="col">Longest wait</th>
              <th scope="col">Differs from an exact log</th>
              <th scope="col">Bytes for each client</th>
            </tr>
          </thead>
          <tbody>
            ${result.lanes.map((lane, index) => this.renderLane(lane, index))}
          </tbody>
        </table>
      </div>
      <ul part="sentences">
        ${result.lanes.map(({ sentence }) => html`<li>${sentence}</li>`)}
      </ul>
    `;
  }

  private renderLane({ title, counts, measures }: LaneResult, index: number) {
    const [allowed, denied, delayed] = counts;
    const limit = this.scenario?.limit.amount ?? Infinity;
    const isOver = measures !== undefined && measures.most.cost > limit;
    return html`
      <tr>
        <th scope="row">${title} <span class="quiet">${this.own(index)}</span></th>
        <td>${count(allowed)}</td>
        <td>${count(denied)}</td>
        <td>${count(delayed)}</td>
        <td class=${isOver ? 'denied strong' : ''}>${measures && count(measures.most.cost)}</td>
        <td>${measures && count(measures.bound)}</td>
        <td>${measures && (measures.wait_longest === 0n ? 'none' : duration(measures.wait_longest))}</td>
        <td>${measures && percent(measures.disagreement)}</td>
        <td>${measures && count(measures.state_bytes)}</td>
      </tr>
    `;
  }

  private own(index: number): string {
    const lane = this.scenario?.lanes[index];
    const table = this.bounds?.limiters.find(({ algorithm }) => algorithm === lane?.algorithm);
    return lane === undefined ? '' : own(lane, table?.parameters ?? []);
  }

  static override styles = [shared, column, tableStyles, summaryStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'run-summary': RunSummary;
  }
}
