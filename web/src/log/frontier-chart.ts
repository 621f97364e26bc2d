/**
 * `<frontier-chart>`: for each rate, the least burst that meets the target, a line for each limiter, and the chosen
 * limit as a point that can be dragged. Above a line the limit is sufficient, below it too tight.
 *
 * @element frontier-chart
 * @prop lines
 * @prop titles - of the limiters, by their names
 * @prop limit
 * @prop algorithm - the chosen limiter, whose line is strong
 * @prop windows - the limiters that know no burst: theirs is their amount
 * @prop tolerance
 * @prop noun
 * @attr old - the lines are of another period or choice
 * @fires limit - with the amount and the burst that the point was dragged to
 * @slot - the end of the heading: the choice of the target
 */
import { LitElement, html, nothing, svg } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { huesOf, limiterStyles } from '../styles/limiters.styles.ts';
import { shared } from '../styles/styles.ts';
import { tableStyles } from '../styles/tables.styles.ts';
import { alike, logScale, roundNumbers, spread } from '../views/envelope/scale.ts';
import type { Scale } from '../views/envelope/scale.ts';
import { periodName } from '../words/dates.ts';
import { sharedName } from '../words/names.ts';
import { brief, count } from '../words/numbers.ts';
import { chartStyles } from './chart.styles.ts';
import { distanceWords, rateOf, toleranceWords } from './findings.ts';
import type { Noun } from './findings.ts';
import { HEIGHT, frontierStyles } from './frontier-chart.styles.ts';
import { isFree, isInSight } from './label-positions.ts';
import type { Box, Line, Point } from './label-positions.ts';
import { burstAt, rounded } from './lookup.ts';
import type { Frontier, Limit, Tolerance } from './types.ts';
import { Width } from './width.ts';

const [LEFT, TOP, BOTTOM] = [52, 26, 42];
/** The width of names next to the lines, and the chart width from which they fit. */
const BESIDE = 196;
const NARROW = 560;
const LINE = 16;
/** Characters that fit next to the lines. */
const LONGEST = 23;
const REACH = 22;
const TICK = 48;
/** Pixels per character of the point's label, and from its middle to the label. */
const [CHARACTER, BESIDE_POINT] = [7.6, 13];
/** Pixels from a line to the point's label, and between the positions tried for it. */
const [CLEAR, SHIFT] = [3, 24];
/** Lines within this distance of the point, in pixels, do not hide it. */
const NEAR = 9;

/** Limiters with the same line. */
interface Group {
  algorithms: string[];
  name: string;
  hue: string;
  rates: Float64Array;
  bursts: Float64Array;
}

@customElement('frontier-chart')
export class FrontierChart extends LitElement {
  @property({ attribute: false }) lines: Frontier[] | undefined;
  @property({ attribute: false }) titles: Readonly<Record<string, string>> = {};
  @property({ attribute: false }) limit: Limit = { amount: 1, period: 1n, burst: 1 };
  @property() algorithm = '';
  @property({ attribute: false }) windows: readonly string[] = [];
  @property({ attribute: false }) tolerance: Tolerance = { kind: 'none' };
  @property({ attribute: false }) noun: Noun = { one: 'client', many: 'clients' };
  @property({ type: Boolean }) old = false;
  @query('svg') private picture!: SVGSVGElement | null;
  private readonly width = new Width(this);
  private isDragging = false;
  /** The scales while the point is dragged: otherwise they follow it, and would move under the pointer. */
  private held: { x: Scale; y: Scale } | undefined;

  protected override render() {
    const groups = this.groups();
    return html`
      <figure aria-label="Rate and burst that would have ${toleranceWords(this.tolerance, this.noun)}"
        aria-describedby="words">
        <div class="head">
          <h3 id="name">Rate and burst that would have <slot></slot></h3>
        </div>
        <p id="words" class="visually-hidden">${this.words()}</p>
        <div class="chart ${this.old ? 'old' : ''}">${
          groups.length === 0 || this.width.pixels === 0 ? nothing : this.renderPicture(groups)
        }</div>
        ${this.width.pixels < NARROW ? this.renderKeys(groups) : nothing}
        ${
          this.windows.includes(this.algorithm)
            ? html`<p class="quiet">A window’s burst is its limit, and the rate then sets its length. Every value on or
              above the line works (rounded to two digits). Some below may too, depending on window alignment.</p>`
            : nothing
        }
        ${groups.length === 0 ? nothing : this.renderTable(groups)}
      </figure>
    `;
  }

  private groups(): Group[] {
    const lines = this.lines ?? [];
    const same = alike(lines, ({ rates, bursts }) => `${rates.join()};${bursts.join()}`);
    const hues = huesOf(same.map(([first]) => lines[first].algorithm));
    return same.map((group, index) => ({
      algorithms: group.map((line) => lines[line].algorithm),
      name: sharedName(group.map((line) => this.titles[lines[line].algorithm] ?? lines[line].algorithm)),
      hue: hues[index],
      ...lines[group[0]],
    }));
  }

  private words(): string {
    const line = this.lines?.find(({ algorithm }) => algorithm === this.algorithm);
    if (line === undefined) return '';
    const burst = this.windows.includes(this.algorithm)
      ? `which has no separate burst and accepts up to ${count(this.burst)} at once`
      : `with a burst of ${count(this.burst)}`;
    return `${this.titles[this.algorithm]} at ${rateOf(this.limit)}, ${burst}; ${distanceWords(
      burstAt(line, this.limit.amount),
      this.burst,
    )}.`;
  }

  /** The burst that the chosen limiter admits. */
  private get burst(): number {
    return this.windows.includes(this.algorithm) ? this.limit.amount : this.limit.burst;
  }

  private get end(): number {
    return this.width.pixels - (this.width.pixels < NARROW ? 16 : BESIDE);
  }

  private scales(groups: Group[]): { x: Scale; y: Scale } {
    if (this.held !== undefined) return this.held;
    const rates = groups.flatMap((group) => points(group).map(([rate]) => rate));
    const bursts = groups.flatMap((group) => points(group).map(([, burst]) => burst));
    const { amount } = this.limit;
    const { burst } = this;
    const around = (numbers: number[], own: number, more: number): [number, number] => [
      Math.min(own, ...numbers) / more,
      Math.max(own, 10, ...numbers) * more,
    ];
    return {
      x: logScale(around(rates, amount, 1.04), [LEFT, this.end]),
      y: logScale(around(bursts, burst, 1.25), [HEIGHT - BOTTOM, TOP]),
    };
  }

  private renderPicture(groups: Group[]) {
    const { x, y } = this.scales(groups);
    return html`
      <svg height=${HEIGHT} viewBox="0 0 ${this.width.pixels} ${HEIGHT}">
        ${this.renderAxes(x, y)}
        ${[...groups]
          .sort((one, other) => Number(this.isChosen(one)) - Number(this.isChosen(other)))
          .map((group) => this.renderGroup(group, x, y))}
        ${this.width.pixels < NARROW ? nothing : this.renderNames(groups, x, y)}
        ${this.renderPoint(groups, x, y)}
      </svg>
    `;
  }

  private isChosen({ algorithms }: Group): boolean {
    return algorithms.includes(this.algorithm);
  }

  private renderAxes(x: Scale, y: Scale) {
    const [end, floor] = [this.end, HEIGHT - BOTTOM];
    const rates = roundNumbers(x.invert(LEFT), x.invert(end), Math.max(2, Math.floor((end - LEFT) / TICK)));
    return svg`
      ${roundNumbers(y.invert(floor), y.invert(TOP), 9).map(
        (number) => svg`
        <path class="grid" d="M${LEFT},${y(number)}H${end}" />
        <text class="tick" text-anchor="end" x=${LEFT - 8} y=${y(number) + 4}>${amount(number)}</text>`,
      )}
      <path class="axis" d="M${LEFT},${floor}H${end}" />
      ${rates.map(
        (number) => svg`
        <path class="axis" d="M${x(number)},${floor}v4" />
        <text class="tick" text-anchor="middle" x=${x(number)} y=${floor + 18}>${amount(number)}</text>`,
      )}
      <text class="tick" text-anchor="end" x=${LEFT - 8} y="12">burst</text>
      <text class="tick" text-anchor="end" x=${end} y=${HEIGHT - 6}>rate per ${periodName(this.limit.period)}</text>
    `;
  }

  private renderGroup(group: Group, x: Scale, y: Scale) {
    const line = lineOf(group, x, y);
    const path = `M${line.map((place) => place.map((number) => number.toFixed(1)).join(',')).join('L')}`;
    return line.length === 0
      ? nothing
      : svg`<path class="limiter ${this.isChosen(group) ? 'chosen' : ''}" data-hue=${group.hue} d=${path} />`;
  }

  private renderNames(groups: Group[], x: Scale, y: Scale) {
    const drawn = groups.filter((group) => points(group).length > 0);
    const rows = drawn.map(({ name }) => broken(name));
    const ends = drawn.map((group) => y(points(group).at(-1)?.[1] ?? 1));
    const tops = spread(
      drawn.map((_, index) => ({ at: ends[index], height: rows[index].length * LINE + 4 })),
      TOP - 14,
      HEIGHT - BOTTOM + LINE,
    );
    const leader = (group: Group, index: number) => {
      const [from, to] = [ends[index], tops[index] + 10];
      const bend = `C${this.end + 10},${from} ${this.end + 8},${to} ${this.end + 18},${to}`;
      return `M${x(points(group).at(-1)?.[0] ?? 1) + 1},${from}H${this.end + 2}${bend}`;
    };
    return drawn.map(
      (group, index) => svg`
      <path class="leader" data-hue=${group.hue} d=${leader(group, index)} />
      <g class="name ${this.isChosen(group) ? 'chosen' : ''}">${rows[index].map(
        (row, at) => svg`<text x=${this.end + 22} y=${tops[index] + 14 + at * LINE}>${row}</text>`,
      )}</g>`,
    );
  }

  private renderPoint(groups: Group[], x: Scale, y: Scale) {
    const chosen = groups.find((group) => this.isChosen(group));
    const { amount: rate } = this.limit;
    const { burst } = this;
    const [left, top] = [x(rate), y(burst)];
    const needed = chosen && burstAt(chosen, rate);
    const isTight = chosen !== undefined && (needed === undefined || needed.burst > burst);
    const words = chosen === undefined ? 'yours' : distanceWords(needed, burst);
    const box = this.placeWords(words, [left, top], groups, x, y);
    return svg`
      ${
        needed === undefined || needed.burst <= 0
          ? nothing
          : svg`<path class="gap ${isTight ? 'tight' : ''}" d="M${left},${top}V${y(needed.burst)}" />`
      }
      <g class="point ${isTight ? 'tight' : ''}" @pointerdown=${this.onTake} @pointermove=${this.onDrag}
        @pointerup=${this.onLeave} @pointercancel=${this.onLeave}>
        <circle class="reach" cx=${left} cy=${top} r=${REACH} />
        <circle class="dot" cx=${left} cy=${top} r="6.5" />
        <text class="note" x=${box.left} y=${box.bottom - 3}>${words}</text>
      </g>
    `;
  }

  /**
   * Near the point and clear of all lines: next to it, above, below, or further away; below the axis if nothing fits.
   */
  private placeWords(words: string, [left, top]: Point, groups: Group[], x: Scale, y: Scale): Box {
    const long = words.length * CHARACTER;
    const lines = groups.map((group) => lineOf(group, x, y));
    const within: Box = { left: LEFT, right: this.end, top: 0, bottom: HEIGHT - BOTTOM };
    const rows = [0, -1, 1, -2, 2, -3, 3].map((row) => top + row * LINE - LINE / 2);
    const starts = [0, SHIFT, 2 * SHIFT].flatMap((shift) => [
      left + BESIDE_POINT + shift,
      left - BESIDE_POINT - long - shift,
    ]);
    const boxes = rows.flatMap((high) =>
      starts.map((start) => ({ left: start, right: start + long, top: high, bottom: high + LINE })),
    );
    const isInside = (box: Box) =>
      box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;
    const point: Box = { left: left - NEAR, right: left + NEAR, top: top - NEAR, bottom: top + NEAR };
    return (
      boxes.find(
        (box) => isInside(box) && isFree(box, lines, [point], CLEAR) && isInSight([left, top], box, lines, NEAR),
      ) ?? { left: LEFT, right: LEFT + long, top: HEIGHT - LINE, bottom: HEIGHT - 3 }
    );
  }

  private renderKeys(groups: Group[]) {
    return html`<ul
      class="keys">${groups.map(
        (group) =>
          html`<li class=${this.isChosen(group) ? 'chosen' : ''}><i data-hue=${group.hue}></i> ${group.name}</li>`,
      )}</ul>`;
  }

  private renderTable(groups: Group[]) {
    const chosen = groups.find((group) => this.isChosen(group)) ?? groups[0];
    return html`
      <details class="table">
        <summary>As a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="Rates and bursts as a table">
          <table>
            <caption>${chosen.name}</caption>
            <thead><tr><th scope="col">rate per ${periodName(this.limit.period)}</th><th scope="col">smallest burst</th>
            </tr></thead>
            <tbody>${points(chosen).map(
              ([rate, burst]) => html`<tr><th scope="row">${amount(rate)}</th><td>${count(burst)}</td></tr>`,
            )}</tbody>
          </table>
        </div>
      </details>
    `;
  }

  private readonly onTake = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    event.preventDefault();
    this.held = this.scales(this.groups());
    this.isDragging = true;
  };

  private readonly onDrag = (event: PointerEvent): void => {
    const box = this.picture?.getBoundingClientRect();
    if (!this.isDragging || this.held === undefined || box === undefined) return;
    const { x, y } = this.held;
    const within = (place: number, from: number, to: number) => Math.max(from, Math.min(to, place));
    const next = {
      amount: rounded(x.invert(within(event.clientX - box.left, LEFT, this.end))),
      burst: this.windows.includes(this.algorithm)
        ? this.limit.burst
        : rounded(y.invert(within(event.clientY - box.top, TOP, HEIGHT - BOTTOM))),
    };
    if (next.amount !== this.limit.amount || next.burst !== this.limit.burst)
      this.dispatchEvent(new CustomEvent('limit', { detail: next }));
  };

  private readonly onLeave = (): void => {
    this.isDragging = false;
    this.held = undefined;
    this.requestUpdate();
  };

  static override styles = [shared, tableStyles, chartStyles, limiterStyles, frontierStyles];
}

/** The points that can be drawn: a logarithmic axis has no zero. */
function points({ rates, bursts }: Pick<Frontier, 'rates' | 'bursts'>): [rate: number, burst: number][] {
  const all = Array.from(rates, (rate, index): [number, number] => [rate, bursts[index]]);
  return all.filter(([rate, burst]) => rate > 0 && burst > 0 && Number.isFinite(rate) && Number.isFinite(burst));
}

/** The line of a group. A limiter without a burst has one rate that is enough, whatever the burst. */
function lineOf(group: Group, x: Scale, y: Scale): Line {
  const places = points(group).map(([rate, burst]): Point => [x(rate), y(burst)]);
  return places.length === 1
    ? [
        [places[0][0], TOP],
        [places[0][0], HEIGHT - BOTTOM],
      ]
    : places;
}

function amount(number: number): string {
  return number < 100_000 ? count(number) : brief(number);
}

/** A name in rows that fit, broken between words. */
function broken(name: string): string[] {
  const rows = [''];
  for (const word of name.split(/ (?!=)/)) {
    const row = `${rows.at(-1)} ${word}`.trim();
    if (row.length <= LONGEST || rows.at(-1) === '') rows[rows.length - 1] = row;
    else rows.push(word);
  }
  return rows;
}

declare global {
  interface HTMLElementTagNameMap {
    'frontier-chart': FrontierChart;
  }
}
