/**
 * `<lane-figure>`: the picture with its name, its description and its keys. It asks the engine for
 * what is in view and hands that to the plot.
 *
 * Properties: `engine`, `result`, `scenario`, `bounds`, `card` (of the request that is open) and its `lane`;
 * `expected`, the lanes that there will be, to leave room for them;
 * `editable` where traffic may be painted and `fault`, what is wrong with the last stroke; `steady` while
 * what is in view should stay though the scenario would show something else; `guest` on the page of
 * somebody else, whose fingers and wheels are the page's.
 * Events: `point` with a lane and a request, or nothing to close the card; `picture` with what is
 * in view; `amend` for the field `traffic`; `help`.
 * Property to read: `view`. Methods: `viewport(isSteady)`, `fit()`, `disagreement(direction)`, `focusChart()`.
 * Parts: `figure`, `name`, `chart`, `player`; of the plot `title`, `caption`, `number`, `lane`, `tick`.
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { Superseded } from '../engine/index.ts';
import type { Bounds, Card, Direction, Engine, Fault, Picture, Result, Scenario, Span, Viewport } from '../engine/index.ts';
import { marksHeight } from '../plot/heights.ts';
import { Plot, clampSpan, pan, spanLength, zoom } from '../plot/index.ts';
import type { Asked } from '../plot/index.ts';
import { base } from '../styles/base.styles.ts';
import type { Cursor } from './cursor.ts';
import type { Command } from './keys.ts';
import { figureStyles } from './lane-figure.styles.ts';
import type { Place } from './cards.ts';
import type { LivePlayer, PlayedFigure } from './live-player.ts';
import type { CursorHost, Navigator } from './navigator.ts';
import type { Painter } from './painter.ts';
import type { Pointing } from './pointing.ts';
import { plotState } from './plot-state.ts';
import { sentence } from '../words/index.ts';

const CHART =
  'Lanes of decisions. Arrow keys go from request to request and from lane to lane, ' +
  'Enter explains a request, question mark lists all keys.';
const PAN_STEP = 0.2;
const ZOOM_STEP = 1.5;

@customElement('lane-figure')
export class LaneFigure extends LitElement {
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
  @state() private said = '';
  @query('.chart') private chart!: HTMLElement;
  @query('live-player') private player!: LivePlayer | null;
  private plot: Plot | undefined;
  private picture: Picture | undefined;
  private span: Span | undefined;
  private pointed: { time: bigint } | undefined;
  /** These come with what is loaded later, the painter if the figure may be painted on. */
  private steering: typeof import('./steering.ts') | undefined;
  private navigator: Navigator | undefined;
  private painter: Painter | undefined;
  private pointing: Pointing | undefined;
  /** A card was asked for while the cursor was nowhere yet: it opens where the cursor arrives. */
  private opens = false;
  /** Whether what is shown is what the scenario says, and so follows it. */
  private isFitted = true;

  /** Shows what the scenario says is to be shown. */
  fit(): void {
    if (this.result !== undefined) this.look(this.result.shown, true);
  }

  /** What is looked at, if that is not what the scenario says. */
  get view(): Span | undefined {
    return this.isFitted ? undefined : this.span;
  }

  /** What an order is to come back with a picture of; nothing before there is a place to draw it in. */
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
    void this.navigator?.disagreement(direction);
  }

  protected override firstUpdated(): void {
    this.plot = new Plot(this.chart, this.guest);
    this.plot.onSpan = (span) => this.look(span, false);
    this.plot.onResize = () => void this.refresh();
    this.plot.onPoint = (at) => {
      this.guide(at?.time);
      void this.pointing?.point(at);
    };
    this.plot.onSelect = (asked) => void this.select(asked);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.isAwaited && changed.has('expected')) this.reserve();
    if (!changed.has('result') || this.result === undefined) return;
    if ((this.isFitted && !this.steady) || this.span === undefined) this.span = this.result.shown;
    this.renew(changed.get('result')?.text !== this.result.text);
    if (this.engine !== undefined) this.engine.onBands = () => void this.refresh();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('result')) this.showResult(changed.get('result'));
    else if (changed.has('card') || changed.has('scenario') || changed.has('bounds')) this.draw();
    if (changed.has('fault') && this.fault !== undefined) this.refuse(this.fault);
    // What did not come is asked for again with the next result.
    if (this.result?.complete === true) this.equip().catch(() => undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.plot?.dispose();
  }

  protected override render() {
    const { result } = this;
    return html`
      <figure part="figure" aria-labelledby="name" aria-describedby="description">
        <figcaption>
          <h2 part="name" id="name">${result?.comparison ?? 'Computing the first picture.'}</h2>
        </figcaption>
        <p id="description" class="unseen">${result?.lanes.map(({ sentence }) => `${sentence} `)}</p>
        <div
          class="chart ${this.isAwaited ? 'awaited' : ''}" part="chart" tabindex="0" role="application" aria-roledescription="chart of requests"
          aria-label=${CHART} aria-describedby="description" @keydown=${this.onKey} @keyup=${() => this.painter?.settle()}
          @blur=${() => this.pointing?.hide()}
        ></div>
        <p class="unseen" role="status">${this.said}</p>
        ${this.editable ? html`<live-player part="player" .figure=${this.played} .result=${result}></live-player>` : nothing}
      </figure>
    `;
  }

  /** The room of lanes that are known before there is anything to draw in them. */
  private reserve(): void {
    this.style.setProperty('--lanes', String(this.expected));
    this.style.setProperty('--marks', `${marksHeight(this.expected)}px`);
  }

  private renew(isOther: boolean): void {
    this.navigator?.renew(isOther);
    if (!isOther) return;
    this.pointing?.hide();
    if (this.painter !== undefined) this.painter.isWaiting = false;
  }

  /** What was asked of the traffic cannot be. The field says it as well, but a stroke was made here. */
  private refuse(fault: Fault): void {
    this.navigator?.release();
    if (this.painter?.isWaiting === true) this.said = sentence(fault);
  }

  private look(span: Span, isFitted: boolean): void {
    this.pointing?.hide();
    this.isFitted = isFitted;
    this.span = isFitted ? span : clampSpan(span, this.whole());
    void this.refresh();
  }

  /** All there is to look at, with room on both sides to pan into. */
  private whole(): Span {
    const { shown, scenario } = this.result ?? { shown: { from: 0n, to: 1n } };
    const room = spanLength(shown) / 2n + (scenario?.limit.period ?? 0n);
    // Time that is played may go on for ever.
    const now = this.plot?.playhead?.time ?? 0n;
    return { from: 0n, to: (now > shown.to ? now : shown.to) + room };
  }

  /** A result that comes with the picture of what is in view needs no other. Words alone change no picture. */
  private showResult(before: Result | undefined): void {
    const { result, span, plot } = this;
    const { picture } = result ?? {};
    const fits = picture !== undefined && picture.width === Math.round(plot?.columns ?? 0) && isSame(picture.span, span);
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
      if (!(error instanceof Superseded)) this.said = 'The picture could not be drawn.';
    }
  }

  private take(picture: Picture): void {
    const wasAwaited = this.isAwaited;
    this.picture = picture;
    if (wasAwaited) this.requestUpdate();
    this.dispatchEvent(new CustomEvent<Picture>('picture', { detail: picture }));
    this.draw();
  }

  private draw(): void {
    const { plot, picture, result } = this;
    if (plot === undefined || picture === undefined || result === undefined) return;
    if (picture.lanes.length !== result.lanes.length) return;
    const state = plotState(picture, result, this.scenario, this.bounds, this.editable);
    const cursor = this.pointed ?? this.navigator?.cursor;
    const selected = this.card && {
      lane: this.lane,
      request: this.card.request,
      time: this.card.time,
      isShared: this.scenario?.same_requests === true,
      wouldPass: this.card.would_pass ?? (this.card.outcome === 'delayed' ? this.card.started : undefined),
    };
    plot.draw({ ...state, cursor, selected, bounds: this.whole() });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const command = this.steering?.commandOf(event);
    if (command === undefined || this.result === undefined || this.navigator === undefined) return;
    event.preventDefault();
    this.obey(command, this.result, this.navigator);
  };

  private obey(command: Command, result: Result, navigator: Navigator): void {
    const span = this.span ?? result.shown;
    const { middle } = this;
    const commands: Record<Command, () => unknown> = {
      left: () => navigator.step(-1),
      right: () => navigator.step(1),
      up: () => navigator.changeLane(-1),
      down: () => navigator.changeLane(1),
      panLeft: () => this.look(pan(span, -PAN_STEP), false),
      panRight: () => this.look(pan(span, PAN_STEP), false),
      zoomIn: () => this.look(zoom(span, ZOOM_STEP, middle), false),
      zoomOut: () => this.look(zoom(span, 1 / ZOOM_STEP, middle), false),
      fit: () => this.fit(),
      open: () => this.open(),
      close: () => this.point(undefined),
      next: () => this.disagreement('next'),
      previous: () => this.disagreement('previous'),
      add: () => this.painter?.add(),
      remove: () => this.painter?.remove(),
      earlier: () => this.painter?.nudge(-1n),
      later: () => this.painter?.nudge(1n),
      play: () => this.player?.toggle?.(),
      goOn: () => this.player?.step?.(),
      send: () => this.player?.send?.(),
      help: () => this.dispatchEvent(new CustomEvent('help', { bubbles: true, composed: true })),
    };
    commands[command]();
  }

  /** The instant that is looked at. */
  private get middle(): bigint {
    const span = this.span ?? { from: 0n, to: 0n };
    return this.navigator?.cursor?.time ?? this.card?.time ?? span.from + spanLength(span) / 2n;
  }

  private cursorHost(): CursorHost {
    const figure = this;
    return {
      get engine() { return figure.engine; },
      get result() { return figure.result; },
      get scenario() { return figure.scenario; },
      beginning: () => ({ lane: this.lane, request: this.card?.request, time: this.span?.from ?? 0n }),
      arrive: (cursor, said) => this.arrive(cursor, said),
      say: (text) => (this.said = text),
    };
  }

  /** What is played. */
  private readonly played = ((figure: LaneFigure): PlayedFigure => ({
    get plot() { return figure.plot; },
    get engine() { return figure.engine; },
    get scenario() { return figure.scenario; },
    get span() { return figure.span; },
    look: (span) => figure.look(span, false),
  }))(this);

  private async equip(): Promise<void> {
    const [steering, painting] = await Promise.all([import('./steering.ts'), this.editable ? import('./painter.ts') : undefined]);
    const { plot, chart } = this;
    if (plot === undefined || this.pointing !== undefined) return;
    this.steering = steering;
    plot.listen(steering.Gestures);
    this.navigator = new steering.Navigator(this.cursorHost());
    const figure = this;
    const known = {
      element: this, chart, plot,
      get engine() { return figure.engine; },
      get result() { return figure.result; },
      get picture() { return figure.picture; },
      get cursor() { return figure.navigator?.cursor; },
      get middle() { return figure.middle; },
      guide: (time: bigint | undefined) => this.guide(time),
      follow: (time: bigint, news: string) => this.navigator?.follow(time, news),
      release: () => this.navigator?.release(),
    };
    this.pointing = new steering.Pointing(known);
    if (painting !== undefined) this.painter = new painting.Painter(known);
  }

  private guide(time: bigint | undefined): void {
    this.pointed = time === undefined ? undefined : { time };
    this.draw();
  }

  private arrive(cursor: Cursor, said: string | undefined): void {
    this.said = said ?? this.said;
    this.bringIntoView(cursor.time);
    this.draw();
    if (this.chart.matches(':focus-visible')) this.pointing?.show(cursor);
    // A card that is open follows the cursor.
    if (this.card !== undefined || this.opens) this.open();
  }

  private bringIntoView(time: bigint): void {
    const { span } = this;
    if (span === undefined || (time >= span.from && time <= span.to)) return;
    const half = spanLength(span) / 2n;
    this.look({ from: time - half, to: time + half }, false);
  }

  private open(): void {
    const { cursor, isUnderway = false } = this.navigator ?? {};
    this.opens = cursor === undefined || isUnderway;
    if (isUnderway) return;
    if (cursor === undefined) this.navigator?.step(0);
    else this.point({ lane: cursor.lane, request: cursor.request });
  }

  private async select({ lane, time, request }: Asked): Promise<void> {
    const { engine, result, picture, span, steering, navigator } = this;
    if (engine === undefined || result === undefined || span === undefined || steering === undefined || navigator === undefined) return;
    const finder = new steering.CursorFinder(engine, result);
    const known = request ?? (lane === undefined ? undefined : steering.nearest(picture?.lanes[lane], span, time));
    const found =
      lane === undefined ? finder.differing(navigator.lane, time)
      : known === undefined ? finder.from(lane, time)
      : finder.at(lane, known);
    const cursor = await found.catch(() => undefined);
    if (cursor === undefined) return;
    navigator.cursor = cursor;
    this.point({ lane: cursor.lane, request: cursor.request });
  }

  private point(detail: Place | undefined): void {
    this.dispatchEvent(new CustomEvent<Place | undefined>('point', { detail }));
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
