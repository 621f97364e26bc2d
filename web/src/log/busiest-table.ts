/**
 * `<busiest-table>`: the clients with the most denials, then the busiest: their requests in their busiest period
 * and how many of their requests would be denied. Each opens in the playground, in another tab: the log stays here.
 *
 * @element busiest-table
 * @prop rows
 * @prop links - to a client's busiest part in the playground, by the client's number
 * @prop period - of the limit
 * @prop noun
 * @prop clients - how many there are
 * @prop limited - how many of them are limited; undefined until that is known
 * @prop shown - how many rows are requested
 * @attr old - the denials are those of another limit
 * @fires more - with how many rows to show instead
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { tableStyles } from '../styles/tables.styles.ts';
import { periodName } from '../words/dates.ts';
import { count, counted } from '../words/numbers.ts';
import { countRange, shareRange } from '../words/shares.ts';
import type { Noun } from './findings.ts';
import { headingStyles } from './heading.styles.ts';
import type { BusyClient, Range } from './types.ts';

/** Rows after those at first. */
const MORE = [50, 500];

@customElement('busiest-table')
export class BusiestTable extends LitElement {
  @property({ attribute: false }) rows: BusyClient[] = [];
  @property({ attribute: false }) links: ReadonlyMap<number, string> = new Map();
  @property({ attribute: false }) period = 1n;
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ attribute: false }) clients = 0;
  @property({ attribute: false }) limited: Range | undefined;
  @property({ attribute: false }) shown = 0;
  @property({ type: Boolean }) old = false;

  protected override render() {
    const { one, many } = this.noun;
    const more = MORE.find((rows) => rows > this.shown);
    return html`
      <h3 id="name">${many.charAt(0).toUpperCase()}${many.slice(1)}, most denied first</h3>
      <p class="quiet">${
        this.limited === undefined || this.noun.isShared
          ? nothing
          : `${
              this.limited.most === 0 ? 'None' : countRange(this.limited)
            } of ${counted(this.clients, one, many)} limited`
      }</p>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="name">
        <table aria-labelledby="name">
          <thead><tr><th scope="col">${this.noun.one}</th><th scope="col">peak per ${periodName(this.period)}</th>
          <th scope="col">denied</th></tr></thead>
          <tbody class=${this.old ? 'old' : ''}>${this.rows.map((row) => this.renderRow(row))}</tbody>
        </table>
      </div>
      ${
        more === undefined || this.rows.length >= this.clients || this.rows.length < this.shown
          ? nothing
          : html`<button class="plain more" @click=${() => this.onMore(more)}>Show
            ${this.clients <= more ? `all ${count(this.clients)}` : count(more)}</button>`
      }
    `;
  }

  /** The button may go, and leaves the focus to the table then. */
  private onMore(more: number): void {
    this.dispatchEvent(new CustomEvent('more', { detail: more }));
    this.renderRoot.querySelector<HTMLElement>('.scroll')?.focus();
  }

  private renderRow({ client, name, requests, peak, denied }: BusyClient) {
    const link = this.links.get(client);
    const period = periodName(this.period);
    return html`
      <tr>
        <th scope="row">
          <span class="who"><span class="code">${name}</span>
            ${
              link === undefined
                ? nothing
                : html`<a href=${link} target="_blank" rel="noopener"
                  title="The busiest ${period} and one on either side"
                  aria-label="Open the busiest ${period} of ${name}, and one on either side, in the playground"
                  >open</a>`
            }</span>
        </th>
        <td>${count(peak)}</td>
        <td class=${denied.most > 0 ? 'denied' : 'none'}>${
          denied.most > 0
            ? html`${countRange(denied)} <span class="quiet share">${shareRange(denied, requests)}</span>`
            : 'none'
        }</td>
      </tr>
    `;
  }

  static override styles = [
    shared,
    tableStyles,
    headingStyles,
    css`
      th:first-child {
        min-width: 0;
      }
      tbody th {
        font-weight: 400;
      }
      .who {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 0.5rem;
      }
      .code {
        font: inherit;
        overflow-wrap: anywhere;
      }
      a {
        display: inline-flex;
        align-items: center;
        min-width: var(--tight);
        min-height: var(--tight);
        color: inherit;
        text-underline-offset: 0.2em;
      }
      th,
      td {
        padding-block: 0.25rem;
        padding-inline-start: 0.75rem;
      }
      th:not(:first-child),
      td {
        width: 1%;
      }
      .more {
        padding-inline: 0;
        border: 0;
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
      .share {
        display: block;
        font-size: 0.75rem;
      }
      .none {
        color: var(--muted);
      }
      .old td:last-child {
        opacity: 0.55;
        transition: opacity 0s 250ms;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'busiest-table': BusiestTable;
  }
}
