/**
 * `<effects-table>`: what every limiter would do at the limit. A click on a limiter chooses it.
 *
 * @element effects-table
 * @prop rows
 * @prop requests - in the log
 * @prop titles - of the limiters, by their names
 * @prop limit
 * @prop algorithm - the chosen one
 * @prop noun
 * @prop slack - microseconds that a stamp leaves open
 * @prop hasCosts - whether requests differ in cost
 * @fires algorithm - with the one that was chosen
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { tableStyles } from '../styles/tables.styles.ts';
import { count } from '../words/numbers.ts';
import { countRange, shareRange } from '../words/shares.ts';
import { duration } from '../words/times.ts';
import { rateOf } from './findings.ts';
import type { Noun } from './findings.ts';
import { headingStyles } from './heading.styles.ts';
import type { Effect, Limit, Range } from './types.ts';

/** A row: what is known at once, and the rest, which follows. */
export interface Row {
  algorithm: string;
  clients: Range | undefined;
  effect: Effect | undefined;
}

@customElement('effects-table')
export class EffectsTable extends LitElement {
  @property({ attribute: false }) rows: Row[] = [];
  @property({ attribute: false }) requests = 0;
  @property({ attribute: false }) titles: Readonly<Record<string, string>> = {};
  @property({ attribute: false }) limit: Limit = { amount: 1, period: 1n, burst: 1 };
  @property() algorithm = '';
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ attribute: false }) slack = 0;
  @property({ attribute: false }) hasCosts = false;

  protected override render() {
    const isOpen = this.rows.some(
      ({ effect }) => effect !== undefined && (isRange(effect.denied) || isRange(effect.clients)),
    );
    return html`
      <h3 id="name">At ${rateOf(this.limit)}, burst ${count(this.limit.burst)}</h3>
      <table aria-labelledby="name">
        <thead>
          <tr><th scope="col">limiter</th><th scope="col">${this.noun.many} limited</th><th scope="col">denied</th></tr>
        </thead>
        <tbody>${this.rows.map((row) => this.renderRow(row))}</tbody>
      </table>
      ${
        isOpen
          ? html`<p class="quiet">A range is the uncertainty that ${this.stamps}: the best and worst case for when each
            request arrived.</p>`
          : nothing
      }
      ${
        this.hasCosts && this.slack > 0
          ? html`<p class="quiet">Where costs differ, requests are taken in log order; ${this.stamps} other orders
            possible.</p>`
          : nothing
      }
    `;
  }

  private get stamps(): string {
    return this.slack === 999_999 ? 'one-second timestamps leave' : 'the timestamps leave';
  }

  private renderRow({ algorithm, clients, effect }: Row) {
    const isChosen = algorithm === this.algorithm;
    return html`
      <tr class=${isChosen ? 'chosen' : ''} @click=${() => this.choose(algorithm)}>
        <th scope="row"><button class="plain" aria-pressed=${isChosen}>${this.titles[algorithm] ?? algorithm}</button>
        </th>
        <td>${clients === undefined ? '…' : countRange(clients)}</td>
        <td class=${effect === undefined ? 'waiting' : ''}>
          ${effect === undefined ? '…' : shareRange(effect.denied, this.requests)}
          ${
            effect?.longestWait === undefined
              ? nothing
              : html`<span class="quiet wait">longest wait ${duration(effect.longestWait)}</span>`
          }
        </td>
      </tr>
    `;
  }

  private choose(algorithm: string): void {
    this.dispatchEvent(new CustomEvent('algorithm', { detail: algorithm }));
  }

  static override styles = [
    shared,
    tableStyles,
    headingStyles,
    css`
      th:first-child {
        min-width: 0;
        width: 50%;
        position: static;
      }
      th,
      td {
        padding-inline-start: 0.75rem;
      }
      td {
        vertical-align: middle;
      }
      tbody th {
        font-weight: 400;
        padding-block: 0;
      }
      tbody tr {
        cursor: pointer;
      }
      tbody th button.plain {
        min-height: max(2rem, var(--tight));
        width: 100%;
        padding: 0.1rem 0;
        border: 0;
        color: var(--ink);
        text-align: start;
        line-height: 1.3;
      }
      .chosen :is(th button.plain, td) {
        font-weight: 600;
      }
      .chosen button::before {
        content: '';
        display: inline-block;
        width: 0.45rem;
        height: 0.45rem;
        margin-inline-end: 0.4rem;
        border-radius: 50%;
        background: currentColor;
        vertical-align: 0.08rem;
      }
      @media (hover: hover) {
        tbody tr:hover button {
          text-decoration: underline;
          text-underline-offset: 0.2em;
        }
      }
      .waiting {
        color: var(--muted);
      }
      .wait {
        display: block;
        font-weight: 400;
        font-size: 0.75rem;
      }
      p {
        margin-top: 0.4rem;
      }
    `,
  ];
}

function isRange({ least, most }: Range): boolean {
  return least !== most;
}

declare global {
  interface HTMLElementTagNameMap {
    'effects-table': EffectsTable;
  }
}
