/**
 * `<peaks-chart>`: clients by their busiest period, the busiest first, and by what the chosen limiter needs so as not
 * to limit them, with the limit as a line to drag: with a pointer, a finger, or the arrow keys. The line crosses what
 * is needed at the number of clients that it limits.
 *
 * @element peaks-chart
 * @prop peaks
 * @prop least - for each client the least amount that would not have limited it, in descending order
 * @prop needs - whose least amounts they are: `a token bucket with a burst of 20`
 * @prop limit
 * @prop noun - what the key distinguishes
 * @prop limited - how many of them are limited, in words, for the slider
 * @attr old - the curves are of another period or burst than the rest
 * @fires amount - while the line moves, with the amount at the line
 * @fires period - with another period, in nanoseconds
 */
import { LitElement, html, nothing, svg } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import { tableStyles } from '../styles/tables.styles.ts';
import { logScale, roundNumbers } from '../views/envelope/scale.ts';
import type { Scale } from '../views/envelope/scale.ts';
import { periodName } from '../words/dates.ts';
import { brief, count } from '../words/numbers.ts';
import { ordinal } from '../words/shares.ts';
import { chartStyles } from './chart.styles.ts';
import { rateOf } from './findings.ts';
import type { Noun } from './findings.ts';
import { placeLabels } from './label-positions.ts';
import type { Box, Line } from './label-positions.ts';
import { indexOfRank, limitedBy, rounded, someRanks, stepped } from './lookup.ts';
import { PERIODS } from './limit-sentence.ts';
import { HEIGHT, peaksStyles } from './peaks-chart.styles.ts';
import { BOTTOM, LEFT, LINE, RIGHT, TOP, areaOf, clearOf, pathOf, pointsOf } from './peaks-curves.ts';
import type { Curve } from './peaks-curves.ts';
import { neededWords, peaksTable } from './peaks-table.ts';
import { NONE_WOULD } from './types.ts';
import type { Limit, Peaks } from './types.ts';
import { Width } from './width.ts';

/** Half a target for a finger, in pixels. */
const REACH = 22;
/** Pixels per character of a label, and between two labels. */
const [CHARACTER, GAP] = [6.8, 6];
/** Pixels per character of the name of a curve. */
const NAMED = 7.1;
/** Points of a curve, and the width from which labels fit next to it. */
const POINTS = 240;
const NARROW = 560;
const MOST = 0xffff_ffff;
const SECOND = 1_000_000_000n;
/** By how many round numbers each key moves the line. */
const KEYS: Record<string, [by: 1 | -1, times: number]> = {
  ArrowUp: [1, 1],
  ArrowRight: [1, 1],
  ArrowDown: [-1, 1],
  ArrowLeft: [-1, 1],
  PageUp: [1, 10],
  PageDown: [-1, 10],
};

/** Where everything is. */
interface Drawing {
  x: Scale;
  y: Scale;
  /** The position of the limit, and where the curves end. */
  line: number;
  end: number;
  byPeak: Line;
  needed: Line;
}

/** The name of a curve, positioned. */
interface Name {
  curve: 'peaks' | 'needs';
  words: string;
  box: Box;
}

@customElement('peaks-chart')
export class PeaksChart extends LitElement {
  @property({ attribute: false }) peaks: Peaks | undefined;
  @property({ attribute: false }) least: Uint32Array | undefined;
  @property() needs = '';
  @property({ attribute: false }) limit: Limit = { amount: 1, period: 60n * SECOND, burst: 1 };
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ attribute: false }) limited = '';
  @property({ type: Boolean }) old = false;
  /** The index of the client under the pointer. */
  @state() private pointed: number | undefined;
  /** Whether the table is open: it has hundreds of rows. */
  @state() private isTable = false;
  @query('svg') private picture!: SVGSVGElement | null;
  private readonly width = new Width(this);
  /** Where the line was grabbed, so that it does not jump. */
  private grip: number | undefined;
  /** Whether the curves have their names beside them. */
  private isNamed = false;
  /** The greatest number on the axis. */
  private high = 10;

  protected override render() {
    const { peaks, noun, limit } = this;
    const drawing = peaks === undefined || this.width.pixels === 0 ? undefined : this.drawing(peaks);
    const names = drawing === undefined ? [] : this.names(drawing);
    if (this.grip === undefined) this.isNamed = names.length > 0;
    return html`
      <figure aria-labelledby="name">
        <div class="head">
          <h3 id="name">${noun.many.charAt(0).toUpperCase()}${noun.many.slice(1)}, by their busiest
            ${periodName(limit.period)}</h3>
          <div class="periods" role="group" aria-label="The same rate per">
            <span aria-hidden="true">the same rate per</span>
            ${PERIODS.map(
              (period) =>
                html`<button class="plain" aria-pressed=${period === limit.period}
                  @click=${() => this.emit('period', period)}>${periodName(period)}</button>`,
            )}
          </div>
        </div>
        ${this.isOther && !this.isNamed ? this.renderKeys() : nothing}
        <div class="chart ${this.old ? 'old' : ''}">${
          peaks === undefined || drawing === undefined ? nothing : this.renderPicture(peaks, drawing, names)
        }</div>
        ${peaks === undefined ? nothing : this.renderTable(peaks)}
      </figure>
    `;
  }

  /** Whether the limiter needs anything else than the peaks. */
  private get isOther(): boolean {
    const { peaks, least } = this;
    return (
      peaks !== undefined &&
      least !== undefined &&
      peaks.ranks.some((rank, index) => (least[rank - 1] ?? 0) !== peaks.peaks[index])
    );
  }

  /** The curve of needed amounts. It has a client on each side of the line, so that they cross at the right client. */
  private needed(least: Uint32Array): Curve {
    const limited = limitedBy(least, this.limit.amount);
    const ranks = someRanks(least.length, POINTS, limited, limited + 1);
    return { ranks, numbers: ranks.map((rank) => least[rank - 1]) };
  }

  /** They leave space for the line, but not while it is dragged: it would move away from the pointer. */
  private scales({ ranks, peaks }: Peaks): { x: Scale; y: Scale } {
    const last = Math.max(2, ranks.at(-1) ?? 2);
    const most = this.least?.find((amount) => amount !== NONE_WOULD) ?? 1;
    const peak = Math.max(peaks[0] ?? 1, Math.min(most, (peaks[0] ?? 1) * 20));
    if (this.grip === undefined) this.high = Math.max(10, peak * 1.6, Math.min(this.limit.amount * 1.3, peak * 50));
    return {
      x: logScale([1, last], [LEFT, this.width.pixels - RIGHT]),
      y: logScale([0.8, this.high], [HEIGHT - BOTTOM, TOP]),
    };
  }

  /** The positions of everything drawn. */
  private drawing(peaks: Peaks): Drawing {
    const { least } = this;
    const { x, y } = this.scales(peaks);
    const end = this.width.pixels - RIGHT;
    const byPeak = pointsOf({ ranks: peaks.ranks, numbers: peaks.peaks }, x, y, end);
    const needed = least === undefined ? byPeak : pointsOf(this.needed(least), x, y, end);
    // Rounded like the curve, which may coincide with it.
    const line = Number(Math.max(TOP - 8, Math.min(HEIGHT - BOTTOM, y(this.limit.amount))).toFixed(1));
    return { x, y, line, end, byPeak, needed };
  }

  private renderPicture(peaks: Peaks, { x, y, line, end, byPeak, needed }: Drawing, names: Name[]) {
    const { least, isOther } = this;
    return html`
      <svg
        height=${HEIGHT} viewBox="0 0 ${this.width.pixels} ${HEIGHT}"
        @pointermove=${this.onMove} @pointerleave=${() => (this.pointed = undefined)}
      >
        <defs><clipPath id="above"><rect x="0" y="0" width=${this.width.pixels} height=${line} /></clipPath></defs>
        ${this.renderAxes(x, y, peaks)}
        <path class="area ${isOther ? 'behind' : ''}" d=${areaOf(byPeak)} />
        ${isOther ? svg`<path class="curve behind" d=${pathOf(byPeak)} />` : nothing}
        ${least === undefined ? nothing : svg`<path class="area above" clip-path="url(#above)" d=${areaOf(needed)} />`}
        <path class="curve" d=${pathOf(needed)} />
        ${least === undefined ? nothing : svg`<path class="curve above" clip-path="url(#above)" d=${pathOf(needed)} />`}
        ${this.renderLine(line, end)}
        ${
          this.pointed === undefined
            ? names.map(
                ({ curve, words, box }) =>
                  svg`<text class="named of-${curve}" x=${box.left} y=${box.bottom - 3}>${words}</text>`,
              )
            : nothing
        }
        ${this.renderPointed(x, y, peaks, line)}
      </svg>
    `;
  }

  /** The names of the curves. */
  private get words(): Record<'peaks' | 'needs', string> {
    return {
      peaks: `requests in the busiest ${periodName(this.limit.period)}`,
      needs: `limit that ${this.needs} needs`,
    };
  }

  /** Both names at their curves if both fit; otherwise a legend. A drag does not change which. */
  private names({ line, end, byPeak, needed }: Drawing): Name[] {
    const { words } = this;
    const isWide = this.isOther && this.width.pixels >= NARROW;
    if (!isWide || (this.grip !== undefined && !this.isNamed)) return [];
    const label = (curve: keyof typeof words, points: Line) => ({
      line: points,
      width: words[curve].length * NAMED,
      height: LINE - 2,
    });
    const limit: Box = {
      left: end - 14 - rateOf(this.limit).length * NAMED,
      right: end + RIGHT,
      top: line - 24,
      bottom: line + 24,
    };
    const within: Box = { left: LEFT + 4, right: end - 4, top: 2, bottom: HEIGHT - BOTTOM - 2 };
    const places = placeLabels(
      [label('needs', needed), label('peaks', byPeak)],
      [
        [
          [LEFT, line],
          [end, line],
        ],
      ],
      [limit],
      within,
    );
    const names = (['needs', 'peaks'] as const).flatMap((curve, index) =>
      places[index] === undefined ? [] : [{ curve, words: words[curve], box: places[index] }],
    );
    return names.length === 2 || this.grip !== undefined ? names : [];
  }

  private renderKeys() {
    return html`<p class="keys"><span><i class="of-peaks"></i> ${this.words.peaks}</span> <span><i></i>
      ${this.words.needs}</span></p>`;
  }

  private renderAxes(x: Scale, y: Scale, { ranks }: Peaks) {
    const [end, floor] = [this.width.pixels - RIGHT, HEIGHT - BOTTOM];
    const last = ranks.at(-1) ?? 1;
    const numbers = roundNumbers(1, this.high, 6);
    const powers = Array.from({ length: 10 }, (_, power) => 10 ** power).slice(1);
    const halfWidth = (rank: number) => (ordinal(rank).length * CHARACTER) / 2 + GAP;
    const isFree = (rank: number) =>
      x(rank) - halfWidth(rank) > LEFT + 7 * CHARACTER &&
      x(rank) + halfWidth(rank) < end - ordinal(last).length * CHARACTER;
    const inner = [3, ...powers].filter((rank) => rank < last && isFree(rank));
    const named = last > 1 ? [1, ...inner, last] : [1];
    return svg`
      ${numbers.map(
        (number) => svg`
        <path class="grid" d="M${LEFT},${y(number)}H${end}" />
        <text class="tick" text-anchor="end" x=${LEFT - 8}
          y=${y(number) + 4}>${number < 1_000_000 ? count(number) : brief(number)}</text>`,
      )}
      <path class="axis" d="M${LEFT},${floor}H${end}" />
      ${named.map(
        (rank) => svg`
        <path class="axis" d="M${x(rank)},${floor}v4" />
        <text class="tick" text-anchor=${rank === 1 ? 'start' : rank === last ? 'end' : 'middle'} x=${x(rank)}
          y=${floor + 18}>${rank === 1 ? 'busiest' : ordinal(rank)}</text>`,
      )}
    `;
  }

  private renderPointed(x: Scale, y: Scale, { ranks, peaks }: Peaks, line: number) {
    const at = this.pointed;
    if (at === undefined || at >= ranks.length) return nothing;
    const needed = this.isOther ? this.least?.[ranks[at] - 1] : undefined;
    const place = (number: number) => y(Math.max(0.8, Math.min(this.high, number)));
    const left = x(ranks[at]);
    const [top, dot] = [place(peaks[at]), needed === undefined ? undefined : place(needed)];
    const isLate = left > this.width.pixels * 0.5;
    const who = at === 0 ? `the busiest ${this.noun.one}` : `${ordinal(ranks[at])} busiest`;
    const rows = [`${who}: ${count(peaks[at])} in the busiest ${periodName(this.limit.period)}`];
    if (needed !== undefined)
      rows.push(
        `${
          at === 0 ? 'the highest need' : `${ordinal(ranks[at])} highest need`
        }: ${neededWords(needed)} to avoid denials`,
      );
    const first = clearOf(
      line,
      Math.max(TOP + 8, Math.min(top, dot ?? top) - 9 - (rows.length - 1) * LINE),
      rows.length,
    );
    return svg`
      <path class="cursor" d="M${left},${Math.min(top, dot ?? top)}V${HEIGHT - BOTTOM}" />
      <circle class="dot" cx=${left} cy=${top} r="3.5" />
      ${dot === undefined ? nothing : svg`<circle class="dot" cx=${left} cy=${dot} r="3.5" />`}
      ${rows.map(
        (row, index) =>
          svg`<text class="note" text-anchor=${isLate ? 'end' : 'start'} x=${left + (isLate ? -9 : 9)}
            y=${first + index * LINE}>${row}</text>`,
      )}
    `;
  }

  private renderLine(line: number, end: number) {
    const { amount } = this.limit;
    const label = line < TOP + 12 ? line + 18 : line - 9;
    return svg`
      <g
        class="line" role="slider" tabindex="0" aria-orientation="vertical" aria-label="The limit" aria-valuemin="1"
        aria-valuemax=${MOST}
        aria-valuenow=${amount} aria-valuetext="${rateOf(this.limit)}: ${this.limited}"
        @keydown=${this.onKey} @pointerdown=${this.onTake} @pointermove=${this.onDrag} @pointerup=${this.onLeave}
        @pointercancel=${this.onLeave}
      >
        <rect x=${LEFT} y=${line - REACH} width=${Math.max(0, end - LEFT + RIGHT)} height=${2 * REACH} />
        <path d="M${LEFT},${line}H${end}" />
        <text class="note" text-anchor="end" x=${end - 14} y=${label}>${rateOf(this.limit)}</text>
        <circle class="ring" cx=${end} cy=${line} r="12" />
        <circle class="knob" cx=${end} cy=${line} r="8" />
        <path class="arrows" d="M${end - 3},${line - 2}l3,-3l3,3M${end - 3},${line + 2}l3,3l3,-3" />
      </g>
    `;
  }

  private renderTable(peaks: Peaks) {
    const { noun, limit, least, isOther, needs } = this;
    const rows = { peaks, noun, period: periodName(limit.period), least, needs: isOther ? needs : undefined };
    return html`
      <details class="table" @toggle=${(event: Event) => (this.isTable = (event.target as HTMLDetailsElement).open)}>
        <summary>As a table</summary>
        ${this.isTable ? peaksTable(rows) : nothing}
      </details>
    `;
  }

  /** Where the pointer is in the picture. */
  private placeOf({ clientX, clientY }: PointerEvent): { left: number; top: number } {
    const box = this.picture?.getBoundingClientRect();
    return { left: clientX - (box?.left ?? 0), top: clientY - (box?.top ?? 0) };
  }

  private readonly onMove = (event: PointerEvent): void => {
    if (this.peaks === undefined || this.grip !== undefined || event.pointerType !== 'mouse') return;
    const { left } = this.placeOf(event);
    const { x } = this.scales(this.peaks);
    const isInside = left >= LEFT - 6 && left <= this.width.pixels - RIGHT + 6;
    this.pointed = isInside ? indexOfRank(this.peaks.ranks, Math.max(1, x.invert(left))) : undefined;
  };

  private readonly onTake = (event: PointerEvent): void => {
    if (this.peaks === undefined || event.button !== 0) return;
    const line = event.currentTarget as SVGGElement;
    line.setPointerCapture(event.pointerId);
    line.focus();
    event.preventDefault();
    this.pointed = undefined;
    this.grip = this.placeOf(event).top - this.scales(this.peaks).y(this.limit.amount);
    // The line may lie outside the picture, and is then drawn at its edge.
    if (Math.abs(this.grip) > REACH) this.grip = 0;
  };

  private readonly onDrag = (event: PointerEvent): void => {
    if (this.grip === undefined || this.peaks === undefined) return;
    const { y } = this.scales(this.peaks);
    const top = Math.max(TOP, Math.min(HEIGHT - BOTTOM, this.placeOf(event).top - this.grip));
    const amount = Math.max(1, rounded(y.invert(top)));
    if (amount !== this.limit.amount) this.emit('amount', amount);
  };

  private readonly onLeave = (): void => {
    this.grip = undefined;
    this.requestUpdate();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { amount } = this.limit;
    const key = KEYS[event.key];
    const ends: Record<string, number> = { Home: 1, End: rounded(Math.max(1, this.peaks?.peaks[0] ?? 1)) };
    const next = key === undefined ? ends[event.key] : stepped(amount, ...key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.emit('amount', Math.min(MOST, next));
  };

  private emit(what: 'amount' | 'period', detail: number | bigint): void {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  static override styles = [shared, tableStyles, chartStyles, peaksStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'peaks-chart': PeaksChart;
  }
}
