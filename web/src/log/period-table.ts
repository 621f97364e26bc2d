/**
 * `<period-table>`: two time ranges of the log side by side, such as a normal day and an attack: what every limiter
 * would do in each. They are marked in the chart over time, or typed here.
 *
 * @element period-table
 * @prop timeRanges
 * @prop parts - what would happen in each; undefined until the engine has answered
 * @prop from - of the log, in nanoseconds since 1970
 * @prop to
 * @prop titles - of the limiters, by their names
 * @prop algorithm - the chosen one
 * @prop noun
 * @fires time-ranges - with both, or undefined to compare no longer
 * @fires guess - to compare two that are likely to differ
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { tableStyles } from '../styles/tables.styles.ts';
import { dateTime, fieldTime, readFieldTime } from '../words/dates.ts';
import { countRange, shareRange } from '../words/shares.ts';
import { requestsBy } from './findings.ts';
import type { Noun } from './findings.ts';
import { headingStyles } from './heading.styles.ts';
import type { Part, TimeRange } from './types.ts';
import { Width } from './width.ts';

const NAMES = ['First time range', 'Second time range'] as const;
const ENDS = ['from', 'to'] as const;
/** Below this many pixels, both time ranges do not fit side by side. */
const NARROW = 480;

/** The fields of a time range while they are invalid. */
type Draft = [from: bigint | undefined, to: bigint | undefined];

@customElement('period-table')
export class PeriodTable extends LitElement {
  @property({ attribute: false }) timeRanges: [TimeRange, TimeRange] | undefined;
  @property({ attribute: false }) parts: [Part, Part] | undefined;
  @property({ attribute: false }) from = 0n;
  @property({ attribute: false }) to = 0n;
  @property({ attribute: false }) titles: Readonly<Record<string, string>> = {};
  @property() algorithm = '';
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @state() private faults: [string, string] = ['', ''];
  private drafts: [Draft?, Draft?] = [];
  private readonly width = new Width(this);

  /** Time ranges set elsewhere replace the typed ones. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('timeRanges')) return;
    this.drafts = [];
    this.faults = ['', ''];
  }

  protected override render() {
    const { timeRanges } = this;
    return html`
      <div class="head">
        <h3 id="name">Two time ranges side by side</h3>
        <button class=${timeRanges === undefined ? '' : 'plain'}
          @click=${() =>
            timeRanges === undefined
              ? this.dispatchEvent(new CustomEvent('guess'))
              : this.emit(
                  undefined,
                )}>${timeRanges === undefined ? 'Compare two time ranges' : 'Stop comparing'}</button>
      </div>
      ${
        timeRanges === undefined
          ? html`<p class="quiet">For example, a normal day and an attack. Mark a time range in the chart above, with
            the mouse or with Shift and the arrow keys, or start with two suggested ones.</p>`
          : html`<div
            class="fields">${timeRanges.map((timeRange, which) =>
              this.renderFields(timeRange, which as 0 | 1),
            )}</div>${this.renderParts()}`
      }
    `;
  }

  private renderFields(timeRange: TimeRange, which: 0 | 1) {
    return html`
      <fieldset>
        <legend>${NAMES[which]} <span class="quiet">UTC</span></legend>
        ${timeRange.map(
          (time, end) => html`
          <label>
            <span class="quiet">${ENDS[end]}</span>
            <input
              type="datetime-local" step="1" min=${fieldTime(earlier(this.from, timeRange[0]))}
              max=${fieldTime(later(this.to + 1_000_000_000n, timeRange[1]))} .value=${fieldTime(time)}
              aria-invalid=${this.faults[which] !== ''} aria-describedby="fault-${which}"
              @change=${(event: Event) => this.onTime(which, end as 0 | 1, event)}
            />
          </label>`,
        )}
        <p id="fault-${which}" class="fault" role="status"
          ?hidden=${this.faults[which] === ''}>${this.faults[which]}</p>
      </fieldset>
    `;
  }

  private renderParts() {
    const { parts } = this;
    if (this.faults.some((fault) => fault !== '')) return nothing;
    if (parts === undefined) return html`<p class="quiet" role="status">Comparing…</p>`;
    const tables =
      this.width.pixels < NARROW
        ? NAMES.map((_, which) => this.renderTable([which as 0 | 1], parts))
        : this.renderTable([0, 1], parts);
    // Unlike in the chart above, where budgets carry over from earlier requests.
    return html`${tables}<p class="quiet">Each time range is evaluated on its own: every ${this.noun.one} starts it
      with a full budget.</p>`;
  }

  /** One time range, or both side by side. */
  private renderTable(which: (0 | 1)[], parts: [Part, Part]) {
    const name = which.length === 1 ? NAMES[which[0]] : 'Two time ranges side by side';
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label=${name}>
        <table aria-label=${name}>
          <thead>
            <tr>
              <td></td>
              ${which.map(
                (one) =>
                  html`<th scope="colgroup" colspan="2">${NAMES[one]}<br /><span
                    class="quiet">${requestsBy(parts[one], this.noun)}</span></th>`,
              )}
            </tr>
            <tr><th scope="col">limiter</th>${which.map(
              () => html`<th scope="col">limited</th><th scope="col">denied</th>`,
            )}</tr>
          </thead>
          <tbody>
            ${parts[0].effects.map(
              ({ algorithm }) => html`
              <tr class=${algorithm === this.algorithm ? 'strong' : ''}>
                <th scope="row">${this.titles[algorithm] ?? algorithm}</th>
                ${which.map((one) => this.renderEffect(parts[one], algorithm))}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  private renderEffect({ requests, effects }: Part, algorithm: string) {
    const effect = effects.find((one) => one.algorithm === algorithm);
    if (effect === undefined) return html`<td></td><td></td>`;
    return html`<td>${countRange(effect.clients)}</td><td
      class=${effect.denied.most > 0 ? 'denied' : nothing}>${shareRange(effect.denied, requests)}</td>`;
  }

  private onTime(which: 0 | 1, end: 0 | 1, event: Event): void {
    if (this.timeRanges === undefined) return;
    const typed: Draft = [...(this.drafts[which] ?? this.timeRanges[which])];
    typed[end] = readFieldTime((event.target as HTMLInputElement).value);
    this.drafts[which] = typed;
    this.faults = this.faults.map((old, index) => (index === which ? this.faultOf(...typed) : old)) as [string, string];
    if (this.faults.every((fault) => fault === ''))
      this.emit(this.timeRanges.map((timeRange, index) => this.drafts[index] ?? timeRange) as [TimeRange, TimeRange]);
  }

  /** The error in a time range; empty if there is none. */
  private faultOf(from: bigint | undefined, to: bigint | undefined): string {
    const log = `the log covers ${dateTime(this.from)} to ${dateTime(this.to)}`;
    if (from === undefined || to === undefined) return `A time range needs a date and a time at both ends: ${log}.`;
    if (from >= to) return `${dateTime(from)} is not before ${dateTime(to)}.`;
    return from > this.to || to <= this.from ? `This is outside the log: ${log}.` : '';
  }

  private emit(detail: [TimeRange, TimeRange] | undefined): void {
    this.dispatchEvent(new CustomEvent('time-ranges', { detail }));
  }

  static override styles = [
    shared,
    tableStyles,
    headingStyles,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0.25rem 1rem;
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
        gap: 0.5rem 2rem;
        margin-block: 0.5rem;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        min-width: 0;
      }
      legend {
        font-size: var(--small);
        font-weight: 600;
        padding: 0;
      }
      legend .quiet {
        font-weight: 400;
      }
      label {
        display: flex;
        align-items: center;
        gap: 0.4rem;
      }
      input {
        font-size: var(--small);
      }
      thead th[colspan] {
        max-width: none;
        padding-block-start: 0.6rem;
        border-bottom: 0;
        color: var(--ink);
        font-weight: 600;
      }
      thead td {
        border: 0;
      }
      @media (max-width: 40rem) {
        th:first-child,
        thead th {
          min-width: 0;
        }
        th,
        td {
          padding-inline-start: 0.75rem;
        }
      }
      thead .quiet {
        font-weight: 400;
      }
      tbody th {
        font-weight: inherit;
      }
      .strong :is(td, th) {
        font-weight: 600;
      }
    `,
  ];
}

/** A time range of whole columns may begin before the log, and end after it. */
function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

declare global {
  interface HTMLElementTagNameMap {
    'period-table': PeriodTable;
  }
}
