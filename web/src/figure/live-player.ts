/**
 * `<live-player>`: plays the finished picture in scenario time, and lets a person send requests along the way. Totals
 * grow with it, and it passes faster where nothing happens. It never starts on its own. A sent request is a stroke like
 * any other: it becomes part of the script and the link, and can be undone.
 *
 * @element live-player
 * @prop figure - the figure to play
 * @prop result
 * @prop totals - what has come up to the playhead, read-only
 * @method toggle() - plays or pauses; also bound to a key of the figure
 * @method step() - goes to the next request; also bound to a key
 * @method send() - sends a request; also bound to a key
 * @fires amend - for the field `traffic`
 * @csspart controls
 * @csspart slider
 */
import { LitElement, html } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { beat } from '../clock.ts';
import type { Picture, Result, Span } from '../engine/index.ts';
import { fineStep } from '../plot/brush.ts';
import { spanLength } from '../plot/index.ts';
import { Playhead } from '../plot/playhead.ts';
import type { LaneAnswer } from '../plot/playhead.ts';
import { AnswerReader } from './answers.ts';
import type { Answers } from './answers.ts';
import type { FigureContext } from './context.ts';
import { playerStyles } from './live-player.styles.ts';
import { reportInstant } from './instant.ts';
import { amend } from './model.ts';
import { FASTER, PLAY_TIME, eventful, fasterAt, later, laterBy, paceOf } from './pace.ts';
import type { Pace } from './pace.ts';
import { placeToSend } from './sending.ts';
import { Tally, soFarInWords } from './so-far.ts';
import type { Totals } from './so-far.ts';
import { shared } from '../styles/styles.ts';
import { instant } from '../words/index.ts';

/** Multiples of real time; undefined fits the view into `PLAY_TIME`. */
const SPEEDS = [undefined, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100];
const SPEED =
  `The whole view in ${PLAY_TIME / 1_000} s, quiet periods up to ${FASTER} times as fast; or a multiple ` +
  `of real time`;
/** Milliseconds in which the view plays while it moves along. */
const ENDLESS = 10_000;

/** Steps of the slider across the view. */
const STEPS = 1_000;
/** An answer disappears when the playhead has moved on by this fraction of the view. */
const NEAR = 8n;
const MILLISECOND = 1_000_000;
/** A period that passes this many times as fast as normal is called fast. */
const FAST = 2;
/** How much closer a zoom button looks. */
const ZOOM = 1.6;

@customElement('live-player')
export class LivePlayer extends LitElement {
  @property({ attribute: false }) figure: FigureContext | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @state() private time: bigint | undefined;
  @state() private speed: number | undefined;
  @state() private stop: (() => void) | undefined;
  /** Whether playback continues past the end of the view. */
  @state() private isEndless = false;
  @state() private answers: Answers | undefined;
  /** On a narrow screen, whether all controls are shown. */
  @state() private isOpen = false;
  /** Announced once when playback pauses: the totals change too often to be read out. */
  @state() private paused = '';
  /** The time of the last request sent, until it is answered. */
  private sent: bigint | undefined;
  private announced: bigint | undefined;
  private isTelling = false;
  private readonly tally = new Tally((isNew) => {
    if (isNew) this.figure?.draw();
    this.report();
  });
  /** Where playback was when its pace last changed, and the milliseconds since. */
  private leg: { pace: Pace | number; from: bigint; played: number; time: bigint } | undefined;
  private known: { picture: Picture; pace: Pace } | undefined;

  /** The totals up to the playhead, if there is one. */
  get totals(): Totals | undefined {
    return this.tally.totals;
  }

  toggle(): void {
    if (this.stop !== undefined) return this.pause(true);
    const { span } = this;
    if (span === undefined) return;
    if (this.time === undefined || this.time >= span.to || this.time < span.from) this.go(span.from);
    this.paused = '';
    this.stop = beat((milliseconds) => this.advance(milliseconds));
  }

  /** Goes to the next request. Requests at one instant come one by one. */
  async step(): Promise<void> {
    this.pause();
    const { reader, time, answers } = this;
    const known = answers !== undefined && answers.time === time ? answers.request : undefined;
    const before = time ?? (this.span?.from ?? 0n) - 1n;
    const next = await (known === undefined ? reader?.after(before) : reader?.next(known));
    if (next === undefined) this.go(this.span?.to);
    else this.go(next.time, next);
  }

  /** Sends a request at the playhead, or after the last one in view, and shows it with its answers. */
  send(): void {
    const { figure, span, fineness } = this;
    if (figure === undefined || span === undefined) return;
    const place = placeToSend(this.time, { span, traffic: figure.picture?.traffic ?? new Uint32Array(0), fineness });
    if (this.stop === undefined) this.go(place.time);
    else this.isEndless = true;
    if (place.span !== span) figure.look(place.span);
    this.sent = place.time;
    amend(this, 'traffic', { add: BigUint64Array.of(place.time) });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pause();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('result') || changed.get('result')?.text === this.result?.text) return;
    if (this.sent === undefined) this.answers = undefined;
    else void this.readSent(this.sent);
  }

  protected override updated(): void {
    this.head?.show(this.time, this.answersNow, this.fineness, this.isFast);
    this.count();
    if (this.time === undefined || this.time === this.announced) return;
    this.announced = this.time;
    reportInstant(this, this.time);
  }

  protected override render() {
    const isPlaying = this.stop !== undefined;
    return html`
      <div class="controls" part="controls" role="group" aria-label="Play the picture">
        <button @click=${this.toggle} aria-pressed=${isPlaying}
          title="Play and pause (k)">${isPlaying ? 'Pause' : 'Play'}</button>
        <span class="slider">
          <input
            part="slider" type="range" min="0" max=${STEPS} aria-label="Playhead" .value=${live(this.place.toString())}
            aria-valuetext=${this.time === undefined ? 'the whole view' : instant(this.time)} @input=${this.onSlide}
          />
          <span class="pace" ?hidden=${!this.isFast}>skipping a quiet period</span>
        </span>
        <button class="open" aria-expanded=${this.isOpen} aria-label="More playback controls"
          @click=${() => (this.isOpen = !this.isOpen)}>…</button>
        <div class="more ${this.isOpen ? '' : 'closed'}">
          <button @click=${this.step} title="To the next request (l)">Step</button>
          <button @click=${this.send} title="Send a request at the playhead, or after the last one (s)">Send
            one</button>
          ${this.renderSpeed()}
          <label title="Continue past the end of the view"><input type="checkbox" .checked=${live(this.isEndless)}
            @change=${this.onEndless} /> endless</label>
          <button class="plain" ?hidden=${this.time === undefined} @click=${this.end}>Leave playback</button>
          ${this.renderView()}
        </div>
      </div>
      <p class="visually-hidden" role="status">${this.answers?.words ?? this.paused}</p>
    `;
  }

  private renderSpeed() {
    const choose = (event: Event) => (this.speed = SPEEDS[(event.target as HTMLSelectElement).selectedIndex]);
    return html`
      <select aria-label="Speed" title=${SPEED} @change=${choose}>
        ${SPEEDS.map(
          (speed) =>
            html`<option
              .selected=${live(speed === this.speed)}>${speed === undefined ? 'auto' : `${speed}×`}</option>`,
        )}
      </select>
    `;
  }

  /** When clients retry, limiters see different requests, which cannot be compared. */
  private renderView() {
    const { figure } = this;
    const isComparable = figure?.scenario?.same_requests !== false && (this.result?.lanes.length ?? 0) > 1;
    return html`
      <span class="view" role="group" aria-label="View">
        <span class="jumps" ?hidden=${!isComparable}>
          <button aria-label="previous disagreement" title="Previous disagreement (p)"
            @click=${() => figure?.disagreement('previous')}>‹</button>
          <button aria-label="next disagreement" title="Next disagreement (n)"
            @click=${() => figure?.disagreement('next')}>›</button>
        </span>
        <button aria-label="Zoom out" title="Zoom out (-)" @click=${() => figure?.zoom(1 / ZOOM)}>−</button>
        <button aria-label="Zoom in" title="Zoom in (+)" @click=${() => figure?.zoom(ZOOM)}>+</button>
        <button title="Zoom to fit (0)" @click=${() => figure?.fit()}>Fit</button>
        <button aria-label="keys" title="Keys (?)"
          @click=${() => this.dispatchEvent(new CustomEvent('help', { bubbles: true, composed: true }))}>?</button>
      </span>
    `;
  }

  private get span(): Span | undefined {
    return this.figure?.span;
  }

  private get head(): Playhead | undefined {
    const picture = this.figure?.plot?.interaction;
    if (picture === undefined || picture.playhead !== undefined) return picture?.playhead;
    picture.playhead = new Playhead(picture.sheet);
    picture.playhead.onScrub = (time) => this.scrub(time);
    return picture.playhead;
  }

  private get reader(): AnswerReader | undefined {
    const engine = this.figure?.engine;
    return engine && this.result && new AnswerReader(engine, this.result);
  }

  private get fineness(): bigint {
    const { figure, span } = this;
    return figure?.plot === undefined || span === undefined ? 1n : fineStep(span, figure.plot.columns);
  }

  /** The answers, while the playhead is near them. */
  private get answersNow(): LaneAnswer[] {
    const { span, time, answers } = this;
    if (span === undefined || time === undefined || answers === undefined) return [];
    return (time - answers.time) * NEAR < span.to - span.from ? answers.lanes : [];
  }

  /** The slider's step. */
  private get place(): number {
    const { span, time } = this;
    if (span === undefined || time === undefined) return STEPS;
    return Number(((time - span.from) * BigInt(STEPS)) / (span.to - span.from));
  }

  private go(time: bigint | undefined, answers?: Answers): void {
    this.time = time;
    this.paused = '';
    this.isTelling = false;
    this.answers = answers;
    this.sent = undefined;
  }

  /** Stops, and says the totals so far if a person or the end of the view did it. */
  private pause(isAnnounced = false): void {
    this.stop?.();
    this.stop = undefined;
    this.leg = undefined;
    this.isTelling = isAnnounced;
    this.count();
    this.report();
  }

  private count(): void {
    const { time, result, figure } = this;
    const isKnown = figure?.engine !== undefined && result !== undefined && time !== undefined;
    this.tally.want(isKnown ? { engine: figure.engine, text: result.text, time } : undefined);
  }

  /** Once the totals are known. */
  private report(): void {
    const { time, result, tally } = this;
    if (!this.isTelling || !tally.isSettled || time === undefined) return;
    this.isTelling = false;
    const titles = result?.lanes.map(({ title }) => title) ?? [];
    this.paused = `Paused at ${instant(time)}. ${soFarInWords(tally.totals, titles)}`;
  }

  private readonly end = (): void => {
    this.pause();
    this.go(undefined);
  };

  private advance(milliseconds: number): void {
    const { span, time } = this;
    if (span === undefined || time === undefined) return this.pause();
    const next = this.reach(milliseconds, time, span);
    if (next < span.to || this.isEndless) this.time = next;
    else {
      this.time = span.to;
      this.pause(true);
    }
    if (next > span.to && this.isEndless) this.goOn(span, next);
  }

  /** Counts from where the pace last changed, so that no part of a nanosecond is lost on the way. */
  private reach(milliseconds: number, time: bigint, span: Span): bigint {
    const isMoving = this.isEndless && this.speed === undefined;
    const pace = isMoving ? Number(spanLength(span)) / ENDLESS / MILLISECOND : (this.speed ?? this.pace);
    if (pace === undefined) return time;
    const { leg } = this;
    const isSame = leg !== undefined && leg.pace === pace && leg.time === time;
    const { from, played } = isSame ? leg : { from: time, played: 0 };
    const now = played + milliseconds;
    const reached = typeof pace === 'number' ? laterBy(pace, from, now) : later(pace, from, now);
    this.leg = { pace, from, played: now, time: reached };
    return reached;
  }

  /** How the view is played that is drawn. */
  private get pace(): Pace | undefined {
    const { picture, scenario } = this.figure ?? {};
    if (picture === undefined || picture.width === 0) return undefined;
    if (this.known?.picture !== picture) {
      const windows = scenario?.lanes.flatMap((lane) => lane.windows ?? []) ?? [];
      this.known = { picture, pace: paceOf(picture.span, eventful(picture, windows)) };
    }
    return this.known.pace;
  }

  /** Whether playback is faster than normal. */
  private get isFast(): boolean {
    const { stop, speed, isEndless, time, pace } = this;
    if (stop === undefined || speed !== undefined || isEndless || time === undefined || pace === undefined)
      return false;
    return fasterAt(pace, time) > FAST;
  }

  /** Scrolls the view along with the time; part of the past stays in view. */
  private goOn({ from, to }: Span, time: bigint): void {
    const length = to - from;
    const begin = time - (length * 2n) / 5n;
    this.figure?.look({ from: begin, to: begin + length });
  }

  private async readSent(time: bigint): Promise<void> {
    const answers = await this.reader?.lastAt(time).catch(() => undefined);
    if (this.sent !== time || answers === undefined) return;
    this.answers = answers;
    // A later result, as after undo, may not have it.
    this.sent = undefined;
  }

  private scrub(time: bigint): void {
    this.pause();
    this.go(time);
  }

  private onSlide(event: Event): void {
    const { span } = this;
    const step = BigInt((event.target as HTMLInputElement).value);
    if (span !== undefined) this.scrub(span.from + ((span.to - span.from) * step) / BigInt(STEPS));
  }

  private onEndless(event: Event): void {
    this.isEndless = (event.target as HTMLInputElement).checked;
  }

  static override styles = [shared, playerStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'live-player': LivePlayer;
  }
}
