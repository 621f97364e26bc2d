/**
 * `<interval-table>`: the envelope as a table, for lengths from a thousandth of the window to ten windows.
 *
 * @element interval-table
 * @prop envelope
 * @prop window - in nanoseconds
 * @prop names - of the lanes
 * @csspart table
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Envelope } from './envelope.ts';
import { shared } from '../../styles/styles.ts';
import { tableStyles } from '../../styles/tables.styles.ts';
import { count, duration } from '../../words/index.ts';

@customElement('interval-table')
export class IntervalTable extends LitElement {
  @property({ attribute: false }) envelope: Envelope | undefined;
  @property({ attribute: false }) window = 0n;
  @property({ attribute: false }) names: string[] = [];

  protected override render() {
    const { envelope } = this;
    if (envelope === undefined) return nothing;
    const columns = this.columnsOf(envelope);
    return html`
      <details>
        <summary>The same as a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
          <table part="table">
            <caption id="caption" class="quiet">The most that one client got in any interval so long, and what is possible at worst.</caption>
            <thead>
              <tr><th scope="col">Limiter</th>${columns.map((at) => html`<th scope="col">in any ${duration(envelope.lengths[at])}</th>`)}</tr>
            </thead>
            <tbody>${envelope.lanes.map((_, lane) => this.renderLane(envelope, lane, columns))}</tbody>
          </table>
        </div>
      </details>
    `;
  }

  private renderLane({ lanes }: Envelope, lane: number, columns: number[]) {
    const { most, bound } = lanes[lane];
    return html`
      <tr>
        <th scope="row">${this.names[lane]}</th>
        ${columns.map((at) => html`<td>${count(most[at])} <span class="quiet">of ${count(bound[at])}</span></td>`)}
      </tr>
    `;
  }

  /** Indices of fractions and multiples of the window, or of the next longer length that was measured. */
  private columnsOf({ lengths }: Envelope): number[] {
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
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'interval-table': IntervalTable;
  }
}
