/**
 * `<measure-table>`: all measures of a run, with a column for each limiter.
 *
 * @element measure-table
 * @prop result
 * @prop scenario
 * @prop bounds
 * @csspart table
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, LaneResult, Measures, Result, Scenario } from '../../engine/index.ts';
import { shared } from '../../styles/styles.ts';
import { tableStyles } from '../../styles/tables.styles.ts';
import { bytes, count, duration, instant, laneNames, percent } from '../../words/index.ts';

interface Row {
  title: string;
  print: (measures: Measures) => string;
}

const wait = (nanoseconds: bigint) => (nanoseconds === 0n ? 'none' : duration(nanoseconds));

function firstDenial({ first_denial: request, first_denial_at: at }: Measures): string {
  return request === undefined || at === undefined ? 'none' : `request ${count(request + 1)}, ${instant(at)}`;
}

function place({ most }: Measures): string {
  if (most.cost === 0) return 'nowhere';
  return most.from === most.to ? `at ${instant(most.from)}` : `${instant(most.from)} to ${instant(most.to)}`;
}

function outcomes(): Row[] {
  return [
    { title: 'Allowed', print: ({ allowed }) => count(allowed) },
    { title: 'Denied', print: ({ denied }) => count(denied) },
    { title: 'Delayed', print: ({ delayed }) => count(delayed) },
    { title: 'First denial', print: firstDenial },
    { title: 'Longest run of denials', print: ({ longest_denial }) => count(longest_denial) },
  ];
}

function reach({ limit, clients }: Scenario): Row[] {
  const window = duration(limit.period);
  const owner: Row = { title: 'Who got it', print: ({ most }) => (most.cost === 0 ? 'nobody' : `client ${count(most.client + 1)}`) };
  return [
    { title: `Most in any ${window}`, print: ({ most }) => count(most.cost) },
    { title: 'When that was', print: place },
    ...(clients > 1 ? [owner] : []),
    { title: `At worst in any ${window}`, print: ({ bound }) => count(bound) },
  ];
}

function waits(): Row[] {
  return [
    { title: 'Half waited no longer than', print: ({ wait_median }) => wait(wait_median) },
    { title: '95th percentile of waits', print: ({ wait_p95 }) => wait(wait_p95) },
    { title: 'Longest wait', print: ({ wait_longest }) => wait(wait_longest) },
  ];
}

function beside(): Row[] {
  return [
    { title: 'Admitted, though an exact log denies', print: ({ over }) => count(over) },
    { title: 'Denied, though an exact log admits', print: ({ under }) => count(under) },
    { title: 'Both, of all decisions', print: ({ disagreement }) => percent(disagreement) },
  ];
}

/** Empty if clients never retry, because every request is then one attempt. */
function goodput({ same_requests }: Scenario): Row[] {
  if (same_requests) return [];
  const share = ({ succeeded, requests }: Measures) => (requests === 0 ? 0 : (100 * succeeded) / requests);
  return [
    { title: 'Requests', print: ({ requests }) => count(requests) },
    { title: 'Attempts at them', print: ({ attempts }) => count(attempts) },
    { title: 'Retries among them', print: ({ attempts, requests }) => count(attempts - requests) },
    { title: 'Requests that got through in the end', print: (of) => `${count(of.succeeded)}, ${percent(share(of))}` },
    { title: 'Retries dropped at the cap', print: ({ abandoned }) => count(abandoned) },
  ];
}

function cost(): Row[] {
  return [{ title: 'State for each client, at worst', print: ({ state_bytes }) => bytes(state_bytes) }];
}

@customElement('measure-table')
export class MeasureTable extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;

  protected override render() {
    const { result, scenario } = this;
    if (result?.complete !== true || scenario === undefined) return nothing;
    const names = laneNames(result.lanes, scenario, this.bounds);
    const groups = [outcomes(), reach(scenario), waits(), beside(), goodput(scenario), cost()];
    return html`
      <details>
        <summary>All measures</summary>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
          <table part="table">
            <caption id="caption" class="visually-hidden">All measures. ${result.finding.headline}</caption>
            <thead>
              <tr><th scope="col">Measure</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr>
            </thead>
            ${groups.map((rows) => html`<tbody>${rows.map((row) => this.renderRow(row, result.lanes))}</tbody>`)}
          </table>
        </div>
      </details>
    `;
  }

  private renderRow({ title, print }: Row, lanes: LaneResult[]) {
    return html`
      <tr>
        <th scope="row">${title}</th>
        ${lanes.map(({ measures }) => html`<td>${measures && print(measures)}</td>`)}
      </tr>
    `;
  }

  static override styles = [
    shared,
    tableStyles,
    css`
      tbody th {
        font-weight: 400;
      }
      td {
        white-space: normal;
      }
      tbody:not(:last-child) tr:last-child > * {
        border-bottom-color: var(--edge);
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'measure-table': MeasureTable;
  }
}
