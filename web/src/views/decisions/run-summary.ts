/**
 * `<run-summary>`: the results of a run, a row for each limiter. The caption of the table is also the heading of the
 * figure. `<measure-table>` has the measures that are not here.
 *
 * @element run-summary
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop past - an earlier result to compare with
 * @csspart table
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, Measures, Result, Scenario } from '../../engine/index.ts';
import { commonWindow } from '../../engine/peaks.ts';
import type { TermName } from '../../words/glossary.ts';
import { alikeIn } from '../alike.ts';
import type { Alike } from '../alike.ts';
import type { Before } from '../../figure/ghosts.ts';
import { summaryStyles } from './run-summary.styles.ts';
import { strip, stripEnd } from './most-strip.ts';
import { column, shared } from '../../styles/styles.ts';
import { stackedStyles, tableStyles } from '../../styles/tables.styles.ts';
import { atWorst, attemptsForEach, count, counted, duration, own } from '../../words/index.ts';

interface Column {
  title: string;
  term?: TermName;
  /** Set for the columns of a group, which have a common head. */
  group?: string;
  print: (measures: Measures, row: Alike) => unknown;
  /** The same as text, where it is more than that: to compare it with what it was. */
  plain?: (measures: Measures) => string;
}

const AGAINST = 'Versus an exact log';

const DECIDED: Column[] = [
  { title: 'Allowed', term: 'allowed', print: ({ allowed }) => count(allowed) },
  { title: 'Denied', term: 'denied', print: ({ denied }) => count(denied) },
  { title: 'Delayed', term: 'delay', print: ({ delayed }) => count(delayed) },
];

/** Where clients retry, a request is more than one decision. */
const RETRIED: Column[] = [
  {
    title: 'Got through',
    term: 'request',
    print: ({ succeeded, requests }) => html`${count(succeeded)} <span class="quiet">of ${count(requests)}</span>`,
    plain: ({ succeeded }) => count(succeeded),
  },
  { title: 'Gave up', term: 'gave-up', print: ({ succeeded, requests }) => count(requests - succeeded) },
  { title: 'Attempts', term: 'attempt', print: ({ attempts }) => count(attempts) },
  { title: 'Attempts per request', term: 'amplification', print: attemptsForEach },
];

@customElement('run-summary')
export class RunSummary extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) past: Before | undefined;

  protected override render() {
    const { result, scenario } = this;
    if (result === undefined || scenario === undefined) return nothing;
    const columns = this.columnsOf(result, scenario);
    const rows = alikeIn(result, scenario, this.bounds);
    return html`
      <h3>What each limiter did</h3>
      <p class="lead">${this.lead(result, scenario)} ${this.bars(result)}</p>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
        <table part="table" role="table">
          <caption id="caption" class="visually-hidden">${result.finding.headline}</caption>
          ${this.renderHead(columns)}
          <tbody role="rowgroup">
            ${rows.map((row, index) => this.renderRow(row, columns, result, index === 0))}
          </tbody>
        </table>
      </div>
    `;
  }

  private columnsOf(result: Result, scenario: Scenario): Column[] {
    const window = commonWindow(result);
    const end = stripEnd(result.lanes);
    return [
      ...(scenario.same_requests ? DECIDED : RETRIED),
      {
        title: `Peak in any ${window === undefined ? 'window' : duration(window)}`,
        term: 'peak',
        plain: ({ most }) => count(most.cost),
        print: (measures) => html`
        ${strip(measures, end)}
        <span class=${measures.is_over ? 'denied strong' : ''}>${count(measures.most.cost)}</span>
        ${window === undefined ? html`<span class="quiet">in ${duration(measures.limit.period)}</span>` : nothing}`,
      },
      { title: 'Worst case', term: 'worst-case', print: ({ bound }) => atWorst(bound) },
      {
        title: 'Longest queue wait',
        term: 'delay',
        print: ({ wait_longest }) => (wait_longest === 0n ? 'none' : duration(wait_longest)),
      },
      { title: 'Allowed here only', term: 'allowed-here-only', group: AGAINST, print: ({ over }) => count(over) },
      { title: 'Denied here only', term: 'denied-here-only', group: AGAINST, print: ({ under }) => count(under) },
    ];
  }

  /** Describes the table with this run's numbers. */
  private lead({ lanes }: Result, { same_requests, clients }: Scenario): string {
    const requests = lanes[0]?.measures?.requests;
    const sent =
      requests === undefined
        ? 'the same requests'
        : `the same ${counted(requests, 'request')}${clients > 1 ? ` of ${counted(clients, 'client')}` : ''}`;
    const again = same_requests ? '' : ' Denied clients retry, so one request may be several attempts.';
    return `Each row is a limiter that received ${sent}.${again}`;
  }

  /** A table too narrow for the bars does not explain them. */
  private bars(result: Result) {
    const window = commonWindow(result);
    const within = window === undefined ? 'a window of its limit' : `any ${duration(window)}`;
    return html`<span class="bars">The bar is the most that ${owners(this.scenario)} got in ${within}; the dotted line
      is the budget, and the tick marks the worst case.</span>`;
  }

  private renderHead(columns: Column[]) {
    const grouped = columns.filter(({ group }) => group !== undefined);
    return html`
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" rowspan="2">Limiter</th>
          ${columns
            .filter(({ group }) => group === undefined)
            .map((column) => html`<th role="columnheader" scope="col" rowspan="2">${this.renderTitle(column)}</th>`)}
          <th role="columnheader" scope="colgroup" colspan=${grouped.length} class="group">
          <defined-term term="exact-log">${AGAINST}</defined-term></th>
        </tr>
        <tr role="row">${grouped.map(
          (column) => html`<th role="columnheader" scope="col">${this.renderTitle(column)}</th>`,
        )}</tr>
      </thead>
    `;
  }

  private renderTitle({ title, term }: Column) {
    return term === undefined ? title : html`<defined-term term=${term}>${title}</defined-term>`;
  }

  /** Each cell has its title, for screens on which a row is a block. The first row defines them. */
  private renderRow(row: Alike, columns: Column[], result: Result, isFirst: boolean) {
    const { measures } = row.lane;
    const mine = this.own(row);
    return html`
      <tr role="row">
        <th role="rowheader"
          scope="row">${row.name}${mine === '' ? nothing : html` <span class="quiet">${mine}</span>`}</th>
        ${columns.map(
          (column) => html`
          <td role="cell" class=${column.term === 'peak' ? 'most' : ''}>
          <span class="title">${isFirst ? this.renderTitle(column) : column.title}</span>
            ${measures && column.print(measures, row)}${this.past?.old(
              result,
              row.index,
              column.plain ?? ((then) => String(column.print(then, row))),
            )}</td>`,
        )}
      </tr>
    `;
  }

  /** The options of the lane, unless they are part of its name. */
  private own({ index, name }: Alike): string {
    const lane = this.scenario?.lanes[index];
    const table = this.bounds?.limiters.find(({ algorithm }) => algorithm === lane?.algorithm);
    const mine = lane === undefined ? '' : own(lane, table?.parameters ?? []);
    return name.includes(mine) ? '' : mine;
  }

  static override styles = [shared, column, tableStyles, stackedStyles, summaryStyles];
}

/** The words for the keys that limiters count by. */
function owners(scenario: Scenario | undefined): string {
  const keys = new Set(scenario?.lanes.map(({ key }) => key));
  return keys.size === 1 && keys.has('client') ? 'one client' : 'one key';
}

declare global {
  interface HTMLElementTagNameMap {
    'run-summary': RunSummary;
  }
}
