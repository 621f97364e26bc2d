/**
 * `<time-chart>`: requests over the time of the log, allowed and denied. Arrow keys go from column to column. A time
 * range can be marked with a mouse, or with Shift and the arrow keys, to be compared with another: by the buttons that
 * appear, or by the keys 1 and 2, or by Enter, which sets the first and the second time range in turn.
 *
 * @element time-chart
 * @prop columns - allowed and denied in each
 * @prop axis - where columns begin and end
 * @prop days - those of the log, in words
 * @prop timeRanges - the two that are compared, if any
 * @attr old - the columns are of another limit
 * @fires time-range - with the marked time range, and which of the two it replaces
 */
import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { tableStyles } from '../styles/tables.styles.ts';
import { dateSpan, dateTime } from '../words/dates.ts';
import { brief, count } from '../words/numbers.ts';
import { chartStyles } from './chart.styles.ts';
import { columnStart, widthOf } from './columns.ts';
import type { Columns } from './columns.ts';
import { timeTicks } from './time-ticks.ts';
import type { OverTime, TimeRange } from './types.ts';
import { Width } from './width.ts';

const HEIGHT = 128;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 16, 16, 28];
const NAMES = ['first', 'second'] as const;
/** Half the width of each of these names, in pixels. */
const NAME_WIDTHS = [18, 25] as const;
/** By how many columns each key goes. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

export interface Marked {
  timeRange: TimeRange;
  which: 0 | 1;
}

@customElement('time-chart')
export class TimeChart extends LitElement {
  @property({ attribute: false }) columns: OverTime | undefined;
  @property({ attribute: false }) axis: Columns = { from: 0n, to: 1n, count: 1 };
  @property() days = '';
  @property({ attribute: false }) timeRanges: [TimeRange, TimeRange] | undefined;
  @property({ type: Boolean }) old = false;
  @state() private pointed: number | undefined;
  /** The first and the last column of the time range that is being marked. */
  @state() private marked: [number, number] | undefined;
  @query('svg') private picture!: SVGSVGElement | null;
  private readonly width = new Width(this);
  private isMarking = false;
  /** Which of the two Enter sets next, and the last one set, for screen readers. */
  private next: 0 | 1 = 0;
  @state() private announced = '';
  /** Whether the table is open. */
  @state() private isTable = false;

  protected override render() {
    const { columns } = this;
    return html`
      <figure aria-labelledby="name">
        <div class="head">
          <h3 id="name">Requests over time</h3>
          ${this.marked === undefined || this.isMarking ? this.renderLegend() : this.renderUse(this.marked)}
        </div>
        <p id="keys" class="visually-hidden">Arrow keys go from column to column. With Shift they mark a time range;
          then press 1 or 2 to compare it as the first or second time range, Enter for the next of the two, or Escape to
          cancel.</p>
        <p class="visually-hidden" role="status">${this.announced}</p>
        <div class="chart ${this.old ? 'old' : ''}">${
          columns === undefined || this.width.pixels === 0 ? nothing : this.renderPicture(columns)
        }</div>
        ${columns === undefined ? nothing : this.renderTable(columns)}
      </figure>
    `;
  }

  private renderLegend() {
    const at = this.pointed;
    const { columns } = this;
    if (columns !== undefined && at !== undefined) {
      return html`<p class="quiet">${this.spanOf(at, at)}: <span class="allowed">${count(columns.allowed[at])}
        allowed</span>, <span class="denied">${count(columns.denied[at])} denied</span></p>`;
    }
    return html`<p class="quiet keys"><span><i class="allow"></i> allowed</span> <span><i class="deny"></i>
      denied</span> <span>${this.days}, UTC</span></p>`;
  }

  private renderUse([first, last]: [number, number]) {
    const [from, to] = this.timeRangeOf(first, last);
    const use = (which: 0 | 1) => this.use(which, [from, to]);
    return html`
      <p class="use quiet" role="status">
        ${this.spanOf(first, last)}: compare it as
        <button @click=${() => use(0)}>first time range</button>
        <button @click=${() => use(1)}>second time range</button>
        <button class="plain" @click=${() => (this.marked = undefined)}>Cancel</button>
      </p>
    `;
  }

  private renderPicture({ allowed, denied }: OverTime) {
    const most = Math.max(1, ...allowed.map((number, index) => number + denied[index]));
    const [end, floor] = [this.width.pixels - RIGHT, HEIGHT - BOTTOM];
    const wide = (end - LEFT) / allowed.length;
    const y = (number: number) => floor - (number / most) * (floor - TOP);
    const place = (column: number) => LEFT + column * wide;
    const gap = wide > 4 ? 1 : 0;
    const bars = (from: (column: number) => number, to: (column: number) => number) =>
      Array.from(allowed.keys(), (column) => {
        const [low, high] = [y(from(column)), y(to(column))];
        return low === high
          ? ''
          : `M${place(column).toFixed(1)},${low.toFixed(1)}V${Math.min(high, low - 1).toFixed(
              1,
            )}h${(wide - gap).toFixed(1)}V${low.toFixed(1)}z`;
      }).join('');
    const mark = this.marked;
    const names = this.placeNames(end);
    return html`
      <svg
        role="slider" tabindex="0" aria-label="Requests over time: a column" aria-describedby="keys" aria-valuemin="1"
        aria-valuemax=${allowed.length} aria-valuenow=${(this.pointed ?? 0) + 1}
        aria-valuetext=${this.words(this.pointed ?? 0)} @keydown=${this.onKey} @focus=${this.onFocus}
        @blur=${() => (this.pointed = undefined)}
        height=${HEIGHT} viewBox="0 0 ${this.width.pixels} ${HEIGHT}"
        @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp} @pointercancel=${this.onUp}
        @pointerleave=${() => (this.pointed = undefined)}
      >
        <rect class="ground" x=${LEFT} y=${TOP} width=${Math.max(0, end - LEFT)} height=${floor - TOP} />
        <path class="grid" d="M${LEFT},${TOP}H${end}" />
        <text class="tick" text-anchor="end" x=${LEFT - 8}
          y=${TOP + 4}>${most < 100_000 ? count(most) : brief(most)}</text>
        <text class="tick" text-anchor="end" x=${LEFT - 8} y=${floor + 4}>0</text>
        ${this.timeRanges?.map((timeRange, index) => this.renderTimeRange(timeRange, index, names))}
        ${
          mark === undefined
            ? nothing
            : svg`<rect class="marked" x=${place(Math.min(...mark))} y=${TOP}
              width=${(Math.abs(mark[1] - mark[0]) + 1) * wide} height=${floor - TOP} />`
        }
        ${
          this.pointed === undefined
            ? nothing
            : svg`<rect class="pointed" x=${place(this.pointed)} y=${TOP} width=${wide} height=${floor - TOP} />`
        }
        <path class="bars allow" d=${bars(
          () => 0,
          (column) => allowed[column],
        )} />
        <path class="bars deny" d=${bars(
          (column) => allowed[column],
          (column) => allowed[column] + denied[column],
        )} />
        <path class="axis" d="M${LEFT},${floor}H${end}" />
        ${timeTicks(this.axis.from, this.axis.to, end - LEFT).map(({ share, label }) => {
          const left = LEFT + share * (end - LEFT);
          return svg`<path class="axis" d="M${left},${floor}v4" />
            <text class="tick" text-anchor="middle" x=${left} y=${floor + 17}>${label}</text>`;
        })}
      </svg>
    `;
  }

  /** Where a time range begins and ends in the picture. */
  private placeOf(time: bigint, end: number): number {
    const { from, to } = this.axis;
    const share = Number(time - from) / Math.max(1, Number(to - from));
    return LEFT + Math.max(0, Math.min(1, share)) * (end - LEFT);
  }

  /** The ends of both time ranges, and the middles of their names, which must not overlap. */
  private placeNames(end: number): { left: number; right: number; middle: number }[] {
    const places = (this.timeRanges ?? []).map(([from, to]) => ({
      left: this.placeOf(from, end),
      right: this.placeOf(to, end),
    }));
    const middles = places.map(({ left, right }, index) =>
      Math.max(NAME_WIDTHS[index], Math.min(this.width.pixels - NAME_WIDTHS[index], (left + right) / 2)),
    );
    const lacking = middles.length === 2 ? NAME_WIDTHS[0] + NAME_WIDTHS[1] + 4 - Math.abs(middles[1] - middles[0]) : 0;
    if (lacking > 0) {
      const [early, late] = middles[0] <= middles[1] ? [0, 1] : [1, 0];
      middles[early] = Math.max(
        NAME_WIDTHS[early],
        Math.min(middles[early] - lacking / 2, this.width.pixels - 2 * NAME_WIDTHS[late] - NAME_WIDTHS[early] - 4),
      );
      middles[late] = Math.max(middles[late] + lacking / 2, middles[early] + NAME_WIDTHS[0] + NAME_WIDTHS[1] + 4);
    }
    return places.map((place, index) => ({ ...place, middle: middles[index] }));
  }

  private renderTimeRange(_: TimeRange, index: number, names: { left: number; right: number; middle: number }[]) {
    const { left, right, middle } = names[index];
    return svg`
      <rect class="time-range" x=${left} y=${TOP} width=${Math.max(1, right - left)} height=${HEIGHT - BOTTOM - TOP} />
      <path class="bracket" d="M${left + 0.5},${TOP}v-5H${Math.max(left + 1, right - 0.5)}v5" />
      <text class="note" text-anchor="middle" x=${middle} y=${TOP - 8}>${NAMES[index]}</text>
    `;
  }

  private renderTable({ allowed, denied }: OverTime) {
    const step = widthOf(this.axis);
    const row = (column: number) => {
      const [from, to] = this.timeRangeOf(column, column);
      return html`<tr><th scope="row">${dateTime(from, step)}</th><td>${dateTime(to, step)}</td>
        <td>${count(allowed[column])}</td><td>${count(denied[column])}</td></tr>`;
    };
    return html`
      <details class="table" @toggle=${(event: Event) => (this.isTable = (event.target as HTMLDetailsElement).open)}>
        <summary>As a table</summary>
        ${
          this.isTable
            ? html`<div class="scroll" tabindex="0" role="region" aria-label="Requests over time as a table">
              <table>
                <caption class="visually-hidden">Requests over time</caption>
                <thead><tr><th scope="col">from, UTC</th><th scope="col">up to</th><th scope="col">allowed</th>
                <th scope="col">denied</th></tr></thead>
                <tbody>${Array.from(allowed.keys(), row)}</tbody>
              </table>
            </div>`
            : nothing
        }
      </details>
    `;
  }

  private spanOf(first: number, last: number): string {
    return dateSpan(...this.timeRangeOf(first, last), widthOf(this.axis));
  }

  private words(column: number): string {
    const { columns } = this;
    if (columns === undefined || column >= columns.allowed.length) return '';
    return `${this.spanOf(
      column,
      column,
    )}: ${count(columns.allowed[column])} allowed, ${count(columns.denied[column])} denied`;
  }

  private timeRangeOf(first: number, last: number): TimeRange {
    return [columnStart(this.axis, Math.min(first, last)), columnStart(this.axis, Math.max(first, last) + 1)];
  }

  private columnAt(event: PointerEvent): number | undefined {
    const box = this.picture?.getBoundingClientRect();
    const columns = this.columns?.allowed.length ?? 0;
    if (box === undefined || columns === 0) return undefined;
    const share = (event.clientX - box.left - LEFT) / (this.width.pixels - LEFT - RIGHT);
    if (!this.isMarking && (share < 0 || share >= 1)) return undefined;
    return Math.max(0, Math.min(columns - 1, Math.floor(share * columns)));
  }

  /** A finger scrolls the page here; time ranges are also fields below. */
  private readonly onDown = (event: PointerEvent): void => {
    const column = this.columnAt(event);
    if (column === undefined || event.button !== 0 || event.pointerType === 'touch') return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.isMarking = true;
    this.marked = [column, column];
  };

  private readonly onMove = (event: PointerEvent): void => {
    const column = this.columnAt(event);
    this.pointed = column;
    if (this.isMarking && column !== undefined && this.marked !== undefined) this.marked = [this.marked[0], column];
  };

  private readonly onFocus = (event: FocusEvent): void => {
    if ((event.currentTarget as Element).matches(':focus-visible')) this.pointed ??= 0;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const last = (this.columns?.allowed.length ?? 0) - 1;
    if (event.key === 'Escape') this.marked = undefined;
    const which = { 1: 0, 2: 1, Enter: this.next }[event.key] as 0 | 1 | undefined;
    if (which !== undefined && this.marked !== undefined) return this.use(which, this.timeRangeOf(...this.marked));
    const by = KEYS[event.key];
    if (by === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = this.pointed ?? 0;
    const next = Math.max(0, Math.min(last, at + by));
    this.marked = event.shiftKey ? [this.marked?.[0] ?? at, next] : undefined;
    this.pointed = next;
  };

  private readonly onUp = (): void => {
    this.isMarking = false;
    if (this.marked?.[0] === this.marked?.[1]) this.marked = undefined;
    this.requestUpdate();
  };

  private use(which: 0 | 1, timeRange: TimeRange): void {
    this.marked = undefined;
    this.next = which === 0 ? 1 : 0;
    this.announced = `${dateSpan(...timeRange, widthOf(this.axis))} is the ${NAMES[which]} time range.`;
    this.dispatchEvent(new CustomEvent<Marked>('time-range', { detail: { timeRange, which } }));
  }

  static override styles = [
    shared,
    tableStyles,
    chartStyles,
    css`
      .chart {
        min-height: ${HEIGHT}px;
      }
      svg {
        cursor: crosshair;
      }
      svg:focus-visible {
        outline: 2px solid var(--focus);
        outline-offset: 2px;
      }
      .keys,
      .use {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 1rem;
      }
      .use {
        gap: 0.25rem 0.4rem;
      }
      .use button {
        min-height: max(1.75rem, var(--tight));
      }
      i {
        display: inline-block;
        width: 0.7rem;
        height: 0.7rem;
        vertical-align: -0.05rem;
      }
      i.allow {
        background: var(--allow);
      }
      i.deny {
        background: var(--deny);
      }
      .ground {
        fill: transparent;
      }
      .bars.allow {
        fill: var(--allow);
        opacity: 0.75;
      }
      .bars.deny {
        fill: var(--deny);
      }
      .pointed,
      .marked,
      .time-range {
        fill: var(--ink);
        opacity: 0.08;
      }
      .marked {
        opacity: 0.16;
      }
      .bracket {
        stroke: var(--ink);
      }
      @media (forced-colors: active) {
        i,
        .bars {
          forced-color-adjust: none;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'time-chart': TimeChart;
  }
}
