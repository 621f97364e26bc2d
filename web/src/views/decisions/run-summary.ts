/**
 * `<run-summary>`: the results of a run, as a table and as a sentence for each limiter. The caption of the table is
 * also the heading of the figure. `<measure-table>` has the measures that are not here.
 *
 * @element run-summary
 * @prop result
 * @prop scenario
 * @prop bounds
 * @csspart table
 * @csspart sentences
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, LaneResult, Measures, Result, Scenario } from '../../engine/index.ts';
import { summaryStyles } from './run-summary.styles.ts';
import { strip, stripEnd } from './most-strip.ts';
import { column, shared } from '../../styles/styles.ts';
import { tableStyles } from '../../styles/tables.styles.ts';
import { count, duration, own } from '../../words/index.ts';

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
          <caption id="caption" class="visually-hidden">${result.finding.headline}</caption>
          <thead>
            <tr>
              <th scope="col" rowspan="2">Limiter</th>
              <th scope="col" rowspan="2">Allowed</th>
              <th scope="col" rowspan="2">Denied</th>
              <th scope="col" rowspan="2">Delayed</th>
              ${this.isRetried ? html`<th scope="col" rowspan="2">Got through in the end</th>` : nothing}
              <th scope="col" rowspan="2">Most in any ${window}</th>
              <th scope="col" rowspan="2">At worst</th>
              <th scope="col" rowspan="2">Longest wait</th>
              <th scope="colgroup" colspan="2" class="group">Beside an exact log</th>
            </tr>
            <tr>
              <th scope="col">too many</th>
              <th scope="col">too few</th>
            </tr>
          </thead>
          <tbody>
            ${result.lanes.map((lane, index) => this.renderLane(result, lane, index))}
          </tbody>
        </table>
      </div>
      <p class="quiet" ?hidden=${!result.complete}>
        Bars are the most that one client got in any ${window}, ticks what the limiter could admit at worst. The dotted line is the limit.
      </p>
      <ul part="sentences">
        ${result.lanes.map(({ sentence }) => html`<li>${sentence}</li>`)}
      </ul>
    `;
  }

  private renderLane({ lanes }: Result, lane: LaneResult, index: number) {
    const { title, counts, measures } = lane;
    const [allowed, denied, delayed] = counts;
    const limit = this.scenario?.limit.amount ?? Infinity;
    const isOver = measures !== undefined && measures.most.cost > limit;
    // Rendered twice, and CSS hides one of them: a narrow screen has no room for the strip beside the number.
    const drawn = Number.isFinite(limit) ? strip(lane, limit, stripEnd(lanes, limit)) : nothing;
    return html`
      <tr>
        <th scope="row">${title} <span class="quiet">${this.own(index)}</span> ${drawn}</th>
        <td>${count(allowed)}</td>
        <td>${count(denied)}</td>
        <td>${count(delayed)}</td>
        ${this.isRetried ? html`<td>${measures && this.through(measures)}</td>` : nothing}
        <td class="most">
          ${drawn}
          <span class=${isOver ? 'denied strong' : ''}>${measures && count(measures.most.cost)}</span>
        </td>
        <td>${measures && count(measures.bound)}</td>
        <td>${measures && (measures.wait_longest === 0n ? 'none' : duration(measures.wait_longest))}</td>
        <td>${measures && count(measures.over)}</td>
        <td>${measures && count(measures.under)}</td>
      </tr>
    `;
  }

  private through({ succeeded, requests }: Measures) {
    return html`${count(succeeded)} <span class="quiet">of ${count(requests)}</span>`;
  }

  private get isRetried(): boolean {
    return this.scenario?.same_requests === false;
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
