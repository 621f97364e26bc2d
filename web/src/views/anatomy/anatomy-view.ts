/**
 * `<anatomy-view>`: one limiter, drawn at one instant: its mechanism, its rule in words and in the scenario's numbers,
 * its strengths and weaknesses, its worst case and its equivalents. Lane by lane, it is a course.
 *
 * @element anatomy-view
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop at - the lane and the instant to show
 * @method goTo(time) - moves to an instant, as when the picture is played
 * @fires anatomy - with the lane and the instant that the reader chose
 * @fires amend - for the field `traffic`, and for others that the worst case needs
 * @csspart lanes
 * @csspart drawing
 * @csspart slider
 * @csspart now
 * @csspart facts
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { beat } from '../../clock.ts';
import type { About, Anatomy, Bounds, Engine, Measures, Result, Scenario, Worst } from '../../engine/index.ts';
import '../../figure/defined-term.ts';
import { amend } from '../../figure/model.ts';
import { hasOwnStates } from '../../figure/rows.ts';
import { shared } from '../../styles/styles.ts';
import { lessonOf } from '../../words/course.ts';
import { atWorst, bytes, count, duration, instant, laneNames, outcomes } from '../../words/index.ts';
import { reachedBy } from '../../words/worst.ts';
import type { Moment } from '../index.ts';
import { Visibility } from '../visibility.ts';
import { anatomyStyles } from './anatomy-view.styles.ts';
import { drawing } from './drawing.ts';
import './shift-note.ts';
import { Steps, instantOf } from './steps.ts';

/** The client whose state is drawn, as in the lanes. */
const CLIENT = 0;
/** Milliseconds in which playing goes through everything. */
const PLAYED_IN = 12_000;

/** Facts about a lane that are the same at every instant. */
interface Known {
  lane: number;
  about: About;
  worst: Worst | undefined;
}

@customElement('anatomy-view')
export class AnatomyView extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) at: Moment | undefined;
  @state() private lane = 0;
  @state() private time: bigint | undefined;
  @state() private server = 0;
  /** The engine's last answers, all about one lane, so that two lanes are never mixed. */
  @state() private shown:
    | { result: Result; known: Known; time: bigint; server: number; anatomy: Anatomy | undefined }
    | undefined;
  @state() private width = 0;
  @state() private stop: (() => void) | undefined;
  @query('.stage') private stage!: HTMLElement | null;
  private isAsking = false;
  private readonly visibility = new Visibility(this);
  private readonly sizes = new ResizeObserver(() => this.measure());

  goTo(time: bigint): void {
    this.pause();
    this.time = time < 0n ? 0n : time;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pause();
    this.sizes.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('at') && this.at !== undefined) ({ lane: this.lane, time: this.time } = this.at);
    const lanes = this.result?.lanes.length ?? 0;
    if (this.lane >= lanes) this.lane = Math.max(0, lanes - 1);
    if (this.server >= (this.result?.scenario?.servers.count ?? 1)) this.server = 0;
    const hasChanged = changed.has('result') && changed.get('result')?.text !== this.result?.text;
    if (this.result !== undefined && this.at === undefined && (this.time === undefined || hasChanged))
      this.time = instantOf(this.result, this.lane);
  }

  protected override updated(): void {
    if (this.stage !== null) this.sizes.observe(this.stage);
    if (this.visibility.isVisible) void this.ask();
  }

  protected override render() {
    const { result } = this;
    if (result === undefined || result.lanes.length === 0) return nothing;
    const names = laneNames(result.lanes, this.scenario, this.bounds);
    const lane = this.shown?.known.lane ?? this.lane;
    const isSeveral = this.shown?.known.about.algorithm === 'all_of';
    return html`
      ${this.renderLanes(names)}
      <div class="columns ${isSeveral ? 'several' : ''}">
        <figure class="stage" part="drawing" aria-labelledby="name">${this.renderStage()}</figure>
        <div class="words">
          <h3 id="name">${names[lane] ?? ''}</h3>
          ${this.renderWords(result)} ${this.renderCourse(names)}
        </div>
      </div>
    `;
  }

  private renderLanes(names: string[]) {
    return html`<nav aria-label="Limiters" part="lanes">
      <ol>${names.map(
        (name, lane) =>
          html`<li><button aria-current=${lane === this.lane ? 'true' : nothing}
            @click=${() => this.choose(lane)}>${name}</button></li>`,
      )}</ol>
    </nav>`;
  }

  private renderStage() {
    const { shown, steps } = this;
    if (steps === undefined) return nothing;
    const { earlier, later, state } = shown?.anatomy ?? {};
    return html`
      <div class="drawn">${
        shown?.anatomy !== undefined && this.width > 0 ? drawing(shown.anatomy, shown.known.about, this.width) : nothing
      }</div>
      <div class="scrub">
        <button aria-label="Previous request" title="Previous request" ?disabled=${earlier === undefined}
          @click=${() => this.settle(earlier)}>◀</button>
        <input
          part="slider" type="range" min="0" max=${steps.count} aria-label="Instant"
          .value=${live(String(steps.placeOf(this.time ?? 0n)))}
          aria-valuetext=${state ?? instant(this.time ?? 0n)} @input=${this.onSlide}
          @change=${() => this.settle(this.time)}
        />
        <button aria-label="Next request" title="Next request" ?disabled=${later === undefined}
          @click=${() => this.settle(later)}>▶</button>
        <button class="play" aria-pressed=${this.stop !== undefined}
          @click=${this.toggle}>${this.stop === undefined ? 'Play' : 'Pause'}</button>
      </div>
      <p class="ends quiet">
      <span>${instant(steps.from)}</span><strong>${instant(this.time ?? 0n)}</strong><span>${instant(steps.to)}</span>
      </p>
    `;
  }

  private renderWords(result: Result) {
    const { shown } = this;
    if (shown === undefined) return nothing;
    return html`
      <p class="rule">${shown.known.about.rule}</p>
      ${this.renderServers(shown.known.lane)}
      ${
        shown.anatomy === undefined
          ? html`<p>Several states are in use here. Click a request to see which one was used.</p>`
          : this.renderNow(shown.anatomy)
      } ${this.renderFacts(result, shown.known)}
    `;
  }

  /** The server whose state is shown, if each has its own. */
  private renderServers(lane: number) {
    const { scenario } = this;
    if (scenario === undefined || !hasOwnStates(scenario, lane)) return nothing;
    const choose = (event: Event) => {
      this.server = (event.target as HTMLSelectElement).selectedIndex;
    };
    return html`<p><label>The state of <select @change=${choose}>
      ${Array.from(
        { length: scenario.servers.count },
        (_, server) => html`<option .selected=${server === this.server}>server ${count(server + 1)}</option>`,
      )}
    </select></label></p>`;
  }

  private renderNow(anatomy: Anatomy) {
    const { allowed, denied, delayed, outcome } = anatomy;
    const came = allowed + denied + delayed;
    return html`<blockquote part="now" data-outcome=${outcome}>
      <p>${anatomy.state}</p>
      <p>${anatomy.rule} <strong class=${outcome}>${anatomy.verdict}</strong></p>
      <p>${anatomy.then}</p>
      <p class="quiet came">${
        came === 0
          ? 'No request arrived at this instant.'
          : `${count(came)} arrived at this instant: ${outcomes([allowed, denied, delayed])}.`
      }</p>
    </blockquote>`;
  }

  private renderFacts(result: Result, { lane, about, worst }: Known) {
    const lesson = lessonOf(about.algorithm);
    const measures = result.lanes[lane]?.measures;
    const window = measures === undefined ? '' : duration(measures.limit.period);
    return html`<dl part="facts">
      <dt>Strength</dt><dd>${lesson?.good}</dd>
      <dt>Weakness</dt><dd>${lesson?.bad}</dd>
      <dt><defined-term term="peak">Peak in any ${window}</defined-term></dt>
      <dd>${
        measures === undefined
          ? nothing
          : html`${count(measures.most.cost)} here; ${this.renderWorst(worst, measures)}
        <shift-note .engine=${this.engine} .result=${result} .scenario=${this.scenario} .lane=${lane}
          window=${window}></shift-note>`
      }</dd>
      <dt><defined-term term="state">Memory</defined-term></dt>
      <dd>${bytes(about.state_bytes)} for each <defined-term term="client">client</defined-term></dd>
      ${
        about.equivalents.length === 0
          ? nothing
          : html`<dt><defined-term term="equivalent">The same as</defined-term></dt>
            <dd>${this.renderEquivalents(about)}</dd>`
      }
      <dt>Used by</dt><dd>${lesson?.users}</dd>
      <dt>Choose it when</dt><dd>${lesson?.pick}</dd>
    </dl>`;
  }

  /**
   * The bound, and a traffic that comes as near to it as we know: what starts of it, because a queue admits more than
   * that.
   */
  private renderWorst(worst: Worst | undefined, { bound }: Measures) {
    const word = html`<defined-term term="worst-case">worst case</defined-term>`;
    const sum = html`<strong>${atWorst(bound)}</strong> in the ${word}`;
    // It was looked for with the limit of the scenario and one client: the lane may have others.
    if (bound === undefined || worst === undefined || (worst.cost === undefined && worst.started_bound !== bound))
      return html`${sum}.`;
    return html`${sum}${reachedBy(worst)}
      <button class="plain link" @click=${() => this.showWorst(worst)}>Show that traffic</button>`;
  }

  private renderEquivalents({ algorithm, equivalents }: About) {
    const alike = equivalents.filter((other) => !other.differs_in_delay).map(({ title }) => title);
    const later = equivalents.filter((other) => other.differs_in_delay).map(({ title }) => title);
    const same = alike.length === 0 ? '' : `${alike.join(' and ')} with these settings, decision by decision. `;
    if (later.length === 0) return same;
    const isQueue = algorithm === 'leaky_bucket_queue';
    return `${same}${later.join('; ')} ${
      isQueue ? 'admit the same requests without making any wait' : 'admits the same requests but makes them wait'
    }.`;
  }

  private renderCourse(names: string[]) {
    const last = names.length - 1;
    if (last === 0) return nothing;
    const step = (lane: number, words: string, name: string) =>
      html`<button class="plain" ?disabled=${lane < 0 || lane > last} @click=${() => this.choose(lane)}>${words}
        <span>${name}</span></button>`;
    return html`<nav class="course" aria-label="Previous and next">
      ${step(this.lane - 1, '◀', names[this.lane - 1] ?? 'the first')}
      ${step(this.lane + 1, '▶', names[this.lane + 1] ?? 'the last')}
    </nav>`;
  }

  private get steps(): Steps | undefined {
    return this.result && new Steps(this.result.shown, this.scenario?.limit.period ?? 0n, this.time ?? 0n);
  }

  private measure(): void {
    const width = Math.floor(this.stage?.clientWidth ?? 0);
    if (width > 0) this.width = width;
  }

  private choose(lane: number): void {
    this.pause();
    this.lane = lane;
    this.settle(this.time);
  }

  /** Goes to an instant, and reports it. */
  private settle(time: bigint | undefined): void {
    if (time === undefined) return;
    this.goTo(time);
    this.dispatchEvent(
      new CustomEvent<Moment>('anatomy', { detail: { lane: this.lane, time }, bubbles: true, composed: true }),
    );
  }

  private showWorst({ traffic, admitted }: Worst): void {
    const { clients = 1, retry, show } = this.scenario ?? {};
    if (clients > 1) amend(this, 'clients', '');
    if (retry !== undefined && retry.kind !== 'never') amend(this, 'retry', '');
    if (show !== undefined) amend(this, 'show', '');
    amend(this, 'traffic', traffic);
    this.settle(admitted.to);
  }

  private readonly toggle = (): void => {
    if (this.stop !== undefined) return this.settle(this.time);
    const { steps } = this;
    if (steps === undefined) return;
    // No request is left, so play from the beginning.
    if ((this.time ?? steps.to) >= steps.to || this.shown?.anatomy?.later === undefined) this.time = steps.from;
    const length = Number(steps.to - steps.from);
    this.stop = beat((milliseconds) => {
      const next = (this.time ?? 0n) + BigInt(Math.round((length * milliseconds) / PLAYED_IN));
      if (next < steps.to) this.time = next;
      else this.settle(steps.to);
    });
  };

  private pause(): void {
    this.stop?.();
    this.stop = undefined;
  }

  private readonly onSlide = (event: Event): void => {
    const { steps } = this;
    if (steps !== undefined) this.goTo(steps.timeAt(Number((event.target as HTMLInputElement).value)));
  };

  /** One question at a time, and always about the newest instant. */
  private async ask(): Promise<void> {
    const { engine, result, lane, time, server, shown } = this;
    const isSame = shown?.result === result && shown?.known.lane === lane;
    if (
      this.isAsking ||
      engine === undefined ||
      result?.complete !== true ||
      time === undefined ||
      (isSame && shown.time === time && shown.server === server)
    )
      return;
    this.isAsking = true;
    try {
      const known = isSame ? shown.known : await this.learn(engine, lane);
      this.shown = { result, known, time, server, anatomy: await engine.ask('anatomy', lane, CLIENT, time, server) };
    } catch {
      // A newer result has arrived, and is asked about next.
    } finally {
      this.isAsking = false;
    }
    if (this.result !== result || this.lane !== lane || this.time !== time || this.server !== server) await this.ask();
  }

  private async learn(engine: Engine, lane: number): Promise<Known> {
    const [about, worst] = await Promise.all([engine.ask('about', lane), engine.ask('worst', lane)]);
    return { lane, about, worst };
  }

  static override styles = [shared, anatomyStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'anatomy-view': AnatomyView;
  }
}
