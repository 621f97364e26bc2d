/**
 * `<envelope-view>`: for intervals of every length, the most that one client got and the most that each limiter could
 * admit. One length is not enough: 20 requests in 0.6 s are a burst, 19 in 10 s are not.
 *
 * @element envelope-view
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop bounds
 * @csspart figure
 * @csspart chart
 * @csspart slider
 * @csspart readout
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import './interval-table.ts';
import { limiterStyles } from '../../styles/limiters.styles.ts';
import { column, shared } from '../../styles/styles.ts';
import { leadStyles } from '../../styles/tables.styles.ts';
import { atWorst, count, duration, laneNames, listed } from '../../words/index.ts';
import type { Bounds, Engine, Result, Scenario } from '../../engine/index.ts';
import { FLOOR, HEIGHT, LEFT, groupsOf, renderChart, rightOf, scalesOf } from './envelope-chart.ts';
import type { EnvelopeChart } from './envelope-chart.ts';
import { readEnvelopes } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { envelopeStyles } from './envelope-view.styles.ts';
import { peakSentence } from './peaks.ts';
import { alike } from './scale.ts';
import { Visibility } from '../visibility.ts';

/** Steps of the slider: more than a screen has pixels. */
const PLACES = 10_000;
/** By how many lengths each key moves the cursor. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/** An envelope, and the run that it was measured for. */
interface Measured {
  result: Result;
  scenario: Scenario;
  envelope: Envelope;
}

@customElement('envelope-view')
export class EnvelopeView extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @state() private measured: Measured | undefined;
  @state() private width = 0;
  /** The length at the cursor; undefined means the window, until the user chooses a length. */
  @state() private length: bigint | undefined;
  /** A group of limiters whose lines are one. */
  @state() private chosen: number | undefined;
  @state() private pointed: number | undefined;
  private readonly visibility = new Visibility(this);
  private asked: Result | undefined;
  private readonly resized = new ResizeObserver(([entry]) => (this.width = Math.round(entry.contentRect.width)));

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  protected override updated(changed: PropertyValues): void {
    if (this.visibility.isVisible && this.asked !== this.result) void this.measure();
    if (!changed.has('width')) return;
    this.style.setProperty('--chart-left', `${LEFT}px`);
    this.style.setProperty('--chart-right', `${rightOf(this.width)}px`);
    this.style.setProperty('--chart-height', `${HEIGHT}px`);
    this.style.setProperty('--chart-floor', `${FLOOR}px`);
  }

  protected override render() {
    const { chart } = this;
    const isOld = this.measured?.result !== this.result;
    return html`
      <figure part="figure" class=${isOld ? 'old' : ''} aria-busy=${isOld} aria-labelledby="name"
        aria-describedby="words">
        <figcaption>
          <h3 id="name"><defined-term term="peak">Peak</defined-term> in an interval of any length</h3>
          <p id="words" class="lead">${chart === undefined ? nothing : this.sentence(chart)} Intervals get longer to the
            right; point at one to read its values.</p>
          <p class="keys quiet" aria-hidden="true">
            <span><svg viewBox="0 0 28 8"><path d="M0 4h28" /></svg> the most that one client got</span>
            <span><svg viewBox="0 0 28 8"><path class="dots" d="M2 4h24" /></svg> worst case</span>
            <span><svg viewBox="0 0 28 8"><path class="dashes" d="M0 4h28" /></svg> the limit</span>
          </p>
        </figcaption>
        <div class="chart">${chart === undefined || this.width === 0 ? nothing : this.renderPicture(chart)}</div>
      </figure>
      ${chart === undefined ? html`<p class="quiet" role="status">Measuring…</p>` : this.renderReadout(chart)}
      ${
        this.measured === undefined || chart === undefined
          ? nothing
          : html`<interval-table .lengths=${chart.lengths} .groups=${chart.groups}
            .window=${chart.window}></interval-table>`
      }
    `;
  }

  private renderPicture(chart: EnvelopeChart) {
    const { x } = scalesOf(chart);
    const share = (x(Number(chart.lengths[chart.at])) - LEFT) / (this.width - LEFT - rightOf(this.width));
    return html`
      <svg
        part="chart" role="img" aria-labelledby="name" height=${HEIGHT} viewBox="0 0 ${this.width} ${HEIGHT}"
        @pointerdown=${this.onPoint} @pointermove=${this.onPoint} @pointerleave=${() => (this.pointed = undefined)}
      >${renderChart(chart)}</svg>
      <input
        part="slider" type="range" min="0" max=${PLACES} aria-label="Length of the interval"
        .value=${live(Math.round(share * PLACES).toString())} aria-valuetext=${this.inWords(chart)}
        @input=${this.onSlide} @keydown=${this.onKey}
      />
    `;
  }

  private renderReadout({ lengths, groups, at }: EnvelopeChart) {
    return html`
      <ul class="readout" part="readout" aria-label="In any ${duration(lengths[at])}">
        ${groups.map(
          ({ name, hue, most, bound }, group) => html`
          <li>
            <button
              aria-pressed=${this.chosen === group}
              @click=${() => (this.chosen = this.chosen === group ? undefined : group)}
              @pointerenter=${() => (this.pointed = group)} @pointerleave=${() => (this.pointed = undefined)}
            >
              <i data-hue=${hue}></i> <span>${name}</span>
              <span class="found"><b>${count(most[at])}</b> <span class="quiet">of ${atWorst(bound[at])}
                possible</span></span>
            </button>
          </li>`,
        )}
      </ul>
    `;
  }

  private sentence({ lengths, groups, limit, window }: EnvelopeChart): string {
    const at = nearest(lengths, Number(window));
    const peaks = groups.flatMap(({ lanes, most }) =>
      lanes.map((lane) => ({ name: this.names[lane], peak: most[at] })),
    );
    return peakSentence(peaks, limit, window);
  }

  /** The values at the cursor as text, for screen readers. */
  private inWords({ lengths, groups, at }: EnvelopeChart): string {
    const same = alike(groups, ({ most }) => `${most[at]}`);
    const numbers = same.map(
      (members) => `${listed(members.map((group) => groups[group].name))}: ${count(groups[members[0]].most[at])}`,
    );
    return `${duration(lengths[at])}. ${numbers.join('; ')}`;
  }

  private get names(): string[] {
    const { result, scenario } = this.measured ?? {};
    return laneNames(result?.lanes ?? [], scenario, this.bounds);
  }

  private get chart(): EnvelopeChart | undefined {
    if (this.measured === undefined) return undefined;
    const { envelope, scenario } = this.measured;
    const { lengths } = envelope;
    const { amount, period } = scenario.limit;
    return {
      lengths,
      groups: groupsOf(
        envelope,
        this.names,
        scenario.lanes.map(({ algorithm }) => algorithm),
      ),
      limit: amount,
      window: period,
      width: this.width,
      at: nearest(lengths, Number(this.length ?? period)),
      strong: this.pointed ?? this.chosen,
    };
  }

  private read({ lengths }: EnvelopeChart, at: number): void {
    this.length = lengths[Math.min(lengths.length - 1, Math.max(0, at))];
  }

  private readonly onPoint = (event: PointerEvent): void => {
    const { chart } = this;
    if (chart === undefined) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const { x, y } = scalesOf(chart);
    const place = event.clientX - box.left;
    if (place > this.width - rightOf(this.width) + 8) return;
    const at = nearest(chart.lengths, x.invert(place));
    this.read(chart, at);
    if (event.pointerType === 'mouse') this.pointed = nearestLine(chart, at, event.clientY - box.top, y);
  };

  private readonly onSlide = (event: Event): void => {
    const { chart } = this;
    if (chart === undefined) return;
    const share = Number((event.target as HTMLInputElement).value) / PLACES;
    const { x } = scalesOf(chart);
    this.read(chart, nearest(chart.lengths, x.invert(LEFT + share * (this.width - LEFT - rightOf(this.width)))));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (by === undefined || this.chart === undefined) return;
    event.preventDefault();
    this.read(this.chart, this.chart.at + by);
  };

  private async measure(): Promise<void> {
    const { engine, result, scenario } = this;
    if (engine === undefined || result?.complete !== true || scenario === undefined) return;
    this.asked = result;
    const isWanted = () => this.result === result && this.visibility.isVisible;
    try {
      for await (const envelope of readEnvelopes(engine, result, scenario.limit.period, isWanted)) {
        this.measured = { result, scenario, envelope };
      }
    } catch {
      // The engine is on another run. Its result starts the next measurement.
    }
    // If the measurement was aborted, it starts again when the view is visible again.
    if (!isWanted() && this.asked === result) this.asked = undefined;
  }

  static override styles = [shared, column, leadStyles, limiterStyles, envelopeStyles];
}

/** The index of the nearest length on the logarithmic axis. */
function nearest(lengths: bigint[], length: number): number {
  const distances = lengths.map((other) => Math.abs(Math.log(Number(other) / length)));
  return distances.indexOf(Math.min(...distances));
}

/** The group whose line is nearest to the pointer, if it is less than 12 pixels away. */
function nearestLine(
  { groups }: EnvelopeChart,
  at: number,
  place: number,
  y: (number: number) => number,
): number | undefined {
  const distances = groups.map(({ most }) => Math.abs(y(most[at]) - place));
  const least = Math.min(...distances);
  return least < 12 ? distances.indexOf(least) : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'envelope-view': EnvelopeView;
  }
}
