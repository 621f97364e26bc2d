/**
 * `<lane-figure>`: the picture with its name, description and keys. It asks the engine for the part in view and
 * passes it to the plot.
 *
 * @element lane-figure
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop card - of the open request
 * @prop lane - of that card
 * @prop expected - the number of lanes to reserve space for
 * @prop editable - whether traffic may be painted
 * @prop fault - what is wrong with the last stroke
 * @prop steady - keeps the view, even if the scenario would show another interval
 * @prop past - an earlier result to show beside this one
 * @prop guest - embedded in another page, which keeps touch and wheel gestures
 * @prop view - the interval in view, read-only
 * @prop drawn - what a still picture of it has, read-only
 * @method viewport(isSteady)
 * @method fit()
 * @method zoom(factor) - around the middle of the view
 * @method disagreement(direction)
 * @method focusChart()
 * @fires point - with a lane and a request, or without a detail to close the card
 * @fires picture - with the picture in view
 * @fires amend - for the field `traffic`
 * @fires instant - with the time of the cursor or the playhead, when it moves
 * @fires pin - to compare with this result
 * @fires swap - to exchange both results
 * @fires help
 * @slot - between the sentences and the lanes
 * @csspart figure
 * @csspart name
 * @csspart reason
 * @csspart chart
 * @csspart player
 * @csspart title - of a lane, as are the next four
 * @csspart caption
 * @csspart number
 * @csspart lane
 * @csspart tick
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { Superseded } from '../engine/index.ts';
import type {
  Bounds,
  Card,
  Direction,
  Drawing,
  Engine,
  Fault,
  Picture,
  Result,
  Scenario,
  Span,
  Viewport,
} from '../engine/index.ts';
import { heightOf, heightsOf } from '../plot/heights.ts';
import { Plot, clampSpan, spanLength } from '../plot/index.ts';
import { base } from '../styles/base.styles.ts';
import type { FigureContext } from './context.ts';
import type { FigureInput } from './figure-input.ts';
import { figureStyles } from './lane-figure.styles.ts';
import type { LivePlayer } from './live-player.ts';
import { plotState } from './plot-state.ts';
import type { Ghosts } from './ghosts.ts';

const CHART =
  'Lanes of decisions. Arrow keys go from request to request and from lane to lane, ' +
  'Enter explains a request, question mark lists all keys.';

@customElement('lane-figure')
export class LaneFigure extends LitElement implements FigureContext {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) card: Card | undefined;
  @property({ attribute: false }) lane = 0;
  @property({ attribute: false }) expected = 0;
  @property({ type: Boolean }) editable = false;
  @property({ type: Boolean }) steady = false;
  @property({ type: Boolean }) guest = false;
  @property({ attribute: false }) fault: Fault | undefined;
  @property({ attribute: false }) past: Ghosts | undefined;
  @state() private announced = '';
  /** Whether equivalent limiters have separate lanes. */
  private isUnfolded = false;
  @query('.ruler') private ruler!: HTMLElement;
  @query('.chart') chart!: HTMLElement;
  @query('live-player') player!: LivePlayer | null;
  plot: Plot | undefined;
  picture: Picture | undefined;
  span: Span | undefined;
  /** Loaded after the first complete result. */
  private input: FigureInput | undefined;
  /** Whether the view is the scenario's own interval, and follows its changes. */
  private isFitted = true;

  /** Shows the scenario's own interval. */
  fit(): void {
    if (this.result !== undefined) this.show(this.result.shown, true);
  }

  /** Shows less of the timeline if the factor is above 1, and more if it is below. */
  zoom(factor: number): void {
    this.input?.zoom(factor);
  }

  look(span: Span): void {
    this.show(clampSpan(span, this.whole()), false);
  }

  /** Shows equivalent limiters in separate lanes, or in one again. */
  fold(): void {
    this.isUnfolded = !this.isUnfolded;
    this.draw();
  }

  isFolded(lane: number): boolean {
    const equivalentTo = this.result?.lanes[lane]?.equivalentTo;
    return !this.isUnfolded && equivalentTo !== undefined && equivalentTo !== lane;
  }

  say(text: string): void {
    this.announced = text;
  }

  /** The interval in view, if it is not the scenario's own. */
  get view(): Span | undefined {
    return this.isFitted ? undefined : this.span;
  }

  /** The settings of a still picture: this view, and whether equivalent limiters have separate lanes. */
  get drawn(): Drawing {
    return { ...this.view, apart: this.isUnfolded };
  }

  /** The viewport for the picture of the next order; undefined before there is an area to draw in. */
  viewport(isSteady: boolean): Viewport | undefined {
    const width = Math.round(this.plot?.columns ?? 0);
    if (width < 1) return undefined;
    return { width, span: this.isFitted && !isSteady ? undefined : this.span };
  }

  private get isAwaited(): boolean {
    return this.picture === undefined && this.expected > 0;
  }

  focusChart(): void {
    this.chart.focus();
  }

  /** Goes to a request that two limiters decide differently. */
  disagreement(direction: Direction): void {
    this.input?.disagreement(direction);
  }

  protected override firstUpdated(): void {
    this.plot = new Plot(this.chart, this.guest, this.ruler);
    this.plot.onResize = () => void this.refresh();
    if (this.isAwaited) this.reserve();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.isAwaited && changed.has('expected')) this.reserve();
    if (!changed.has('result') || this.result === undefined) return;
    if ((this.isFitted && !this.steady) || this.span === undefined) this.span = this.result.shown;
    this.input?.renew(changed.get('result')?.text !== this.result.text);
    if (this.engine !== undefined) this.engine.onBands = () => void this.refresh();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('result')) this.showResult(changed.get('result'));
    else if (changed.has('card') || changed.has('scenario') || changed.has('bounds') || changed.has('past'))
      this.draw();
    if (changed.has('fault') && this.fault !== undefined) this.input?.refuse(this.fault);
    // If loading fails, the next result tries again.
    if (this.result?.complete === true) this.equip().catch(() => undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.plot?.dispose();
  }

  protected override render() {
    const { result } = this;
    return html`
      <figure part="figure" aria-labelledby="name" aria-describedby="reason description">
        <div class="ruler" aria-hidden="true"></div>
        <figcaption>
          <h2 part="name" id="name">${result?.finding.headline ?? 'Calculating…'}</h2>
          <p part="reason" id="reason">${result?.finding.reason}</p>
        </figcaption>
        <slot></slot>
        <p id="description" class="visually-hidden">${result?.lanes.map(({ sentence }) => `${sentence} `)}</p>
        <div
          class="chart ${this.isAwaited ? 'awaited' : ''}" part="chart" tabindex="0" role="application"
          aria-roledescription="chart of requests"
          aria-label=${CHART} aria-describedby="description"
        ></div>
        <p class="visually-hidden" role="status">${this.announced}</p>
        ${this.editable ? html`<live-player part="player" .figure=${this} .result=${result}></live-player>` : nothing}
      </figure>
    `;
  }

  /** Reserves space for lanes before there is anything to draw. */
  private reserve(): void {
    const available = this.ruler?.clientHeight;
    this.style.setProperty('--lanes', String(this.expected));
    this.style.setProperty('--marks', `${heightsOf(this.expected, available).marks}px`);
    this.style.setProperty('--picture', `${heightOf(this.expected, available)}px`);
  }

  private show(span: Span, isFitted: boolean): void {
    this.input?.hide();
    this.isFitted = isFitted;
    this.span = span;
    void this.refresh();
  }

  /** The whole timeline, with space on both sides for panning. */
  private whole(): Span {
    const { shown, scenario, lanes = [] } = this.result ?? { shown: { from: 0n, to: 1n } };
    const available = spanLength(shown) / 2n + (scenario?.limit.period ?? 0n);
    // Playback may continue past the end, and a queue may serve until after it.
    const ends = [shown.to, this.plot?.interaction?.playhead?.time ?? 0n, ...lanes.map(({ end = 0n }) => end)];
    return { from: 0n, to: ends.reduce((last, end) => (end > last ? end : last)) + available };
  }

  /** Skips the engine if the result brought the right picture, or if only its sentences changed. */
  private showResult(before: Result | undefined): void {
    const { result, span, plot } = this;
    const { picture } = result ?? {};
    const fits =
      picture !== undefined && picture.width === Math.round(plot?.columns ?? 0) && isSame(picture.span, span);
    const isSameRun = before?.scenario !== undefined && before.text === result?.text && this.picture !== undefined;
    if (fits) this.take(picture);
    else if (isSameRun && isSame(this.picture?.span, span)) this.draw();
    else void this.refresh();
  }

  private async refresh(): Promise<void> {
    const { engine, plot, span } = this;
    if (engine === undefined || plot === undefined || span === undefined || plot.columns < 1) return;
    try {
      this.take(await engine.picture(span, Math.round(plot.columns)));
    } catch (error) {
      if (!(error instanceof Superseded)) this.announced = 'The picture could not be drawn.';
    }
  }

  private take(picture: Picture): void {
    const wasAwaited = this.isAwaited;
    this.picture = picture;
    if (wasAwaited) this.requestUpdate();
    this.dispatchEvent(new CustomEvent<Picture>('picture', { detail: picture }));
    this.draw();
  }

  draw(): void {
    const { plot, picture, result } = this;
    if (plot === undefined || picture === undefined || result === undefined) return;
    if (picture.lanes.length !== result.lanes.length) return;
    const { scenario, bounds, editable: isEditable, isUnfolded } = this;
    const context = { scenario, bounds, isEditable, isUnfolded };
    const state = plotState(picture, result, context);
    const selected = this.card && {
      lane: this.isFolded(this.lane) ? (result.lanes[this.lane]?.equivalentTo ?? this.lane) : this.lane,
      request: this.card.request,
      time: this.card.time,
      isShared: this.scenario?.same_requests === true,
      wouldPass: this.card.would_pass ?? (this.card.outcome === 'delayed' ? this.card.started : undefined),
    };
    const drawn = { ...state, cursor: this.input?.cursor, selected, bounds: this.whole() };
    const detailed = this.input?.detail(drawn, result, context) ?? drawn;
    plot.draw(this.past?.over(detailed, result) ?? detailed);
    this.input?.report();
  }

  private async equip(): Promise<void> {
    if (this.input !== undefined) return;
    const [{ FigureInput }, painting] = await Promise.all([
      import('./figure-input.ts'),
      this.editable ? import('./painter.ts') : undefined,
    ]);
    const { plot } = this;
    // A newer result may have done this in the meantime.
    if (plot === undefined || this.input !== undefined) return;
    this.input = new FigureInput(this, plot);
    if (painting !== undefined) this.input.paintBy(painting.Painter);
    this.draw();
  }

  static override styles = [base, figureStyles];
}

function isSame(one: Span | undefined, other: Span | undefined): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}

declare global {
  interface HTMLElementTagNameMap {
    'lane-figure': LaneFigure;
  }
}
