/**
 * `<measure-table>`: all measures of a run, with a column for each limiter.
 *
 * @element measure-table
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop past - an earlier result to compare with
 * @csspart table
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, LaneResult, Measures, Result, Scenario } from '../../engine/index.ts';
import { commonWindow } from '../../engine/peaks.ts';
import type { Before } from '../../figure/ghosts.ts';
import { shared } from '../../styles/styles.ts';
import { tableStyles } from '../../styles/tables.styles.ts';
import type { TermName } from '../../words/glossary.ts';
import { atWorst, attemptsForEach, bytes, count, duration, instant, percent } from '../../words/index.ts';
import { alikeIn } from '../alike.ts';
import type { Alike } from '../alike.ts';

interface Row {
  title: string;
  term?: TermName;
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

function outcomes({ same_requests }: Scenario): Row[] {
  const noun = same_requests ? '' : ' attempts';
  return [
    { title: `Allowed${noun}`, term: 'allowed', print: ({ allowed }) => count(allowed) },
    { title: `Denied${noun}`, term: 'denied', print: ({ denied }) => count(denied) },
    { title: `Delayed${noun}`, term: 'delay', print: ({ delayed }) => count(delayed) },
    { title: 'First denial', print: firstDenial },
    { title: 'Longest run of denials', print: ({ longest_denial }) => count(longest_denial) },
  ];
}

function reach(result: Result, { clients }: Scenario): Row[] {
  const common = commonWindow(result);
  const window = common === undefined ? 'window of its limit' : duration(common);
  const owner: Row = {
    title: 'Client',
    print: ({ most, most_by }) => (most.cost === 0 ? 'none' : (most_by ?? 'everybody')),
  };
  return [
    { title: `Peak in any ${window}`, term: 'peak', print: ({ most }) => count(most.cost) },
    { title: 'Time of that peak', print: place },
    ...(clients > 1 ? [owner] : []),
    { title: `Worst case in any ${window}`, term: 'worst-case', print: ({ bound }) => atWorst(bound) },
  ];
}

function waits(): Row[] {
  return [
    { title: 'Median wait', term: 'median', print: ({ wait_median }) => wait(wait_median) },
    { title: '95th percentile wait', term: 'percentile', print: ({ wait_p95 }) => wait(wait_p95) },
    { title: 'Longest queue wait', term: 'delay', print: ({ wait_longest }) => wait(wait_longest) },
  ];
}

function beside(): Row[] {
  return [
    { title: 'Versus an exact log: allowed here only', term: 'allowed-here-only', print: ({ over }) => count(over) },
    { title: 'Versus an exact log: denied here only', term: 'denied-here-only', print: ({ under }) => count(under) },
    { title: 'Both, as a share of all decisions', print: ({ disagreement }) => percent(disagreement) },
  ];
}

/** Empty if clients never retry, because every request is then one attempt. */
function goodput({ same_requests }: Scenario): Row[] {
  if (same_requests) return [];
  const share = ({ succeeded, requests }: Measures) => (requests === 0 ? 0 : (100 * succeeded) / requests);
  return [
    { title: 'Requests', term: 'request', print: ({ requests }) => count(requests) },
    {
      title: 'Requests that got through',
      print: (measures) => `${count(measures.succeeded)}, ${percent(share(measures))}`,
    },
    {
      title: 'Requests that gave up',
      term: 'gave-up',
      print: ({ succeeded, requests }) => count(requests - succeeded),
    },
    { title: 'Attempts', term: 'attempt', print: ({ attempts }) => count(attempts) },
    { title: 'Of which retries', term: 'retry', print: ({ attempts, requests }) => count(attempts - requests) },
    { title: 'Attempts per request', term: 'amplification', print: attemptsForEach },
    { title: 'Retries dropped at the cap', term: 'cap', print: ({ abandoned }) => count(abandoned) },
  ];
}

function cost(): Row[] {
  return [{ title: 'State per client, worst case', term: 'state', print: ({ state_bytes }) => bytes(state_bytes) }];
}

@customElement('measure-table')
export class MeasureTable extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) past: Before | undefined;

  protected override render() {
    const { result, scenario } = this;
    if (result?.complete !== true || scenario === undefined) return nothing;
    const columns = alikeIn(result, scenario, this.bounds);
    const groups = [goodput(scenario), outcomes(scenario), reach(result, scenario), waits(), beside(), cost()];
    return html`
      <details>
        <summary>All measures</summary>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
          <table part="table">
            <caption id="caption" class="visually-hidden">All measures. ${result.finding.headline}</caption>
            <thead>
              <tr><th scope="col">Measure</th>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr>
            </thead>
            ${groups.map((rows) => html`<tbody>${rows.map((row) => this.renderRow(row, columns, result))}</tbody>`)}
          </table>
        </div>
      </details>
    `;
  }

  private renderRow({ title, term, print }: Row, columns: Alike[], result: Result) {
    return html`
      <tr>
        <th scope="row">${term === undefined ? title : html`<defined-term term=${term}>${title}</defined-term>`}</th>
        ${columns.map(
          ({ lanes, index }) => html`<td>${printed(lanes, print)}${this.past?.old(result, index, print)}</td>`,
        )}
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
        text-wrap: balance;
      }
      tbody:not(:last-child) tr:last-child > * {
        border-bottom-color: var(--edge);
      }
    `,
  ];
}

/** Limiters that decide alike may still need different memory. */
function printed(lanes: LaneResult[], print: Row['print']): string {
  const texts = lanes.flatMap(({ measures }) => (measures === undefined ? [] : [print(measures)]));
  return [...new Set(texts)].join(', ');
}

declare global {
  interface HTMLElementTagNameMap {
    'measure-table': MeasureTable;
  }
}
