/**
 * `<memory-view>`: the bytes of state that each limiter needs for a chosen number of clients.
 *
 * @element memory-view
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop bounds
 * @csspart clients
 * @csspart bars
 * @csspart table
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Quantity } from '../../controls/quantity-field.ts';
import '../../controls/quantity-field.ts';
import { column, shared } from '../../styles/styles.ts';
import { tableStyles } from '../../styles/tables.styles.ts';
import { brief, bytes, count, counted, laneNames } from '../../words/index.ts';
import { sharedName } from '../../words/names.ts';
import type { Bounds, Engine, Result, Scenario } from '../../engine/index.ts';
import { memoryStyles } from './memory-view.styles.ts';
import { Visibility } from '../visibility.ts';

const [FEWEST, MOST] = [1, 10_000_000];
/** Numbers of clients that have a button and a column of the table. */
const ROUND = [1, 1_000, 100_000, 1_000_000, 10_000_000];

/** The bytes of each lane of a run, for the chosen number of clients and for each of those in `ROUND`. */
interface Read {
  result: Result;
  clients: number;
  chosen: Float64Array;
  round: Float64Array[];
}

@customElement('memory-view')
export class MemoryView extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @state() private clients = 1_000_000;
  @state() private fault = '';
  @state() private read: Read | undefined;
  private readonly visibility = new Visibility(this);

  protected override updated(_changed: PropertyValues): void {
    const hasChanged = this.read?.result !== this.result || this.read?.clients !== this.clients;
    if (this.visibility.isVisible && hasChanged) void this.ask();
  }

  /** Shows only the title until the first numbers arrive, so that nothing moves then. */
  protected override render() {
    return html`
      <h3 id="name">Memory for any number of clients</h3>
      ${this.read === undefined ? nothing : this.renderRead(this.read)}
    `;
  }

  private renderRead(read: Read) {
    return html`
      <p class="lead">
        ${this.sentence(read)} This is the worst-case <defined-term term="state">state</defined-term>, without each
        client’s
        <defined-term term="key">key</defined-term>.
      </p>
      <div class="clients">
        <quantity-field
          part="clients" slider label="Clients" .value=${BigInt(this.clients)} .minimum=${BigInt(FEWEST)}
          .maximum=${BigInt(MOST)}
          .fault=${this.fault} @quantity=${this.onQuantity}
        ></quantity-field>
        <div class="round" role="group" aria-label="Clients">
          ${ROUND.map(
            (clients) =>
              html`<button aria-pressed=${clients === this.clients}
                @click=${() => this.set(clients)}>${this.many(clients)}</button>`,
          )}
        </div>
      </div>
      ${this.renderBars(read)}
    `;
  }

  private renderBars(read: Read) {
    const rows = this.rowsOf(read);
    const largest = Math.max(...read.chosen);
    const smallest = Math.min(...read.chosen);
    return html`
      <ol class="bars" part="bars" aria-label="Bytes for ${this.many(read.clients)}">
        ${rows.map(
          ({ name, lane }) => html`
          <li>
            <span class="name">${name}</span>
            <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width=${Math.max(1, (read.chosen[lane] / largest) * 1000)} height="10" />
            </svg>
            <span class="number">${bytes(read.chosen[lane])}</span>
            <span class="quiet times">${this.times(read.chosen[lane] / smallest)}</span>
          </li>`,
        )}
      </ol>
      ${this.renderTable(read, rows)}
    `;
  }

  /** Limiters that decide alike and need the same are one row. */
  private rowsOf({ result, chosen }: Read): { name: string; lane: number }[] {
    const { lanes } = result;
    const names = laneNames(lanes, result.scenario ?? this.scenario, this.bounds);
    const rowOf = (lane: number) =>
      lanes.findIndex(
        ({ equivalentTo }, other) => equivalentTo === lanes[lane].equivalentTo && chosen[other] === chosen[lane],
      );
    return lanes.flatMap((_, lane) => {
      if (rowOf(lane) !== lane) return [];
      return [{ lane, name: sharedName(names.filter((_, other) => rowOf(other) === lane)) }];
    });
  }

  /** Describes the bars with this run's numbers. */
  private sentence({ chosen, clients }: Read): string {
    const [least, most] = [Math.min(...chosen), Math.max(...chosen)];
    const range =
      least === most
        ? `${bytes(least)} with every limiter`
        : `${bytes(least)} to ${bytes(most)}, depending on the limiter`;
    return `Tracking ${this.many(clients)} takes ${range}.`;
  }

  private renderTable({ round }: Read, rows: { name: string; lane: number }[]) {
    return html`
      <details>
        <summary>Show as a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
          <table part="table">
            <caption id="caption" class="quiet">The worst-case state of this many clients, without their keys.</caption>
            <thead>
              <tr><th scope="col">Limiter</th>${ROUND.map(
                (clients) => html`<th scope="col">${this.many(clients)}</th>`,
              )}</tr>
            </thead>
            <tbody>
              ${rows.map(
                ({ name, lane }) =>
                  html`<tr><th
                    scope="row">${name}</th>${round.map((sizes) => html`<td>${bytes(sizes[lane])}</td>`)}</tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>
    `;
  }

  private many(clients: number): string {
    return counted(clients, 'client');
  }

  private times(ratio: number): string {
    return ratio < 1.05 ? '' : `${brief(ratio)} times the least`;
  }

  private set(clients: number): void {
    this.fault = '';
    this.clients = clients;
  }

  private readonly onQuantity = ({ detail }: CustomEvent<Quantity>): void => {
    const clients = Number(detail.text);
    const isRight = detail.text !== '' && Number.isInteger(clients) && clients >= FEWEST && clients <= MOST;
    if (isRight) this.set(clients);
    else this.fault = `Clients must be a whole number from ${count(FEWEST)} to ${count(MOST)}.`;
  };

  private async ask(): Promise<void> {
    const { engine, result, clients } = this;
    if (engine === undefined || result?.complete !== true) return;
    const [chosen, ...round] = await engine.ask('stateBytes', [clients, ...ROUND]).catch(() => []);
    const isWanted = this.result === result && this.clients === clients;
    if (isWanted && chosen?.length === result.lanes.length) this.read = { result, clients, chosen, round };
  }

  static override styles = [shared, column, tableStyles, memoryStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'memory-view': MemoryView;
  }
}
