/**
 * `<interval-table>`: the envelope as a table, for lengths from a thousandth of the window to ten windows.
 *
 * @element interval-table
 * @prop lengths - that were measured
 * @prop groups - of limiters with the same numbers
 * @prop window - in nanoseconds
 * @csspart table
 */
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Group } from './envelope-chart.ts';
import { shared } from '../../styles/styles.ts';
import { tableStyles } from '../../styles/tables.styles.ts';
import { atWorst, count, duration } from '../../words/index.ts';

@customElement('interval-table')
export class IntervalTable extends LitElement {
  @property({ attribute: false }) lengths: bigint[] = [];
  @property({ attribute: false }) groups: Group[] = [];
  @property({ attribute: false }) window = 0n;

  protected override render() {
    const { lengths, groups } = this;
    const columns = this.columnsOf(lengths);
    return html`
      <details>
        <summary>Show as a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
          <table part="table">
            <caption id="caption" class="quiet">The most that one client got in any <defined-term
              term="interval">interval</defined-term> of this length, and the worst case.</caption>
            <thead>
              <tr><th scope="col">Limiter</th>${columns.map(
                (at) => html`<th scope="col">in any ${duration(lengths[at])}</th>`,
              )}</tr>
            </thead>
            <tbody>${groups.map((group) => this.renderGroup(group, columns))}</tbody>
          </table>
        </div>
      </details>
    `;
  }

  private renderGroup({ name, most, bound }: Group, columns: number[]) {
    return html`
      <tr>
        <th scope="row">${name}</th>
        ${columns.map((at) => html`<td>${count(most[at])} <span class="quiet">of ${atWorst(bound[at])}</span></td>`)}
      </tr>
    `;
  }

  /** Indices of fractions and multiples of the window, or of the next longer length that was measured. */
  private columnsOf(lengths: bigint[]): number[] {
    const { window } = this;
    const wanted = [window / 1_000n, window / 100n, window / 10n, window / 2n, window, window * 2n, window * 10n];
    const reached = wanted.map((length) => lengths.findIndex((other) => other >= length));
    return [...new Set(reached)].filter((at) => at >= 0);
  }

  static override styles = [
    shared,
    tableStyles,
    css`
      table {
        width: auto;
      }
      td {
        white-space: normal;
      }
      td .quiet {
        white-space: nowrap;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'interval-table': IntervalTable;
  }
}
