/**
 * `<rate-lab-stage>`: the figure itself, inside the tree of `<rate-lab>`, with whatever of the playground's
 * elements it is to have. It computes when it can be seen.
 *
 * It has no tree of its own, so that its parts are those of `<rate-lab>`.
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Amend, Amendments, Desk } from '../figure/amend.ts';
import type { Cards, Place } from '../figure/cards.ts';
import '../figure/lane-figure.ts';
import { legend } from '../figure/legend.ts';
import { percent, sentence } from '../words/index.ts';
import { createEngine, isFault, Superseded } from '../engine/index.ts';
import type { Bounds, Fault, Result, Scenario } from '../engine/index.ts';
import type * as extras from './extras.ts';
import { readText } from './reading.ts';
import { adopt } from './stage.styles.ts';
import type { House, RunSummary, Settings, Stage, TextFile } from './types.ts';

interface Waiting {
  resolve: (summary: RunSummary) => void;
  reject: (error: unknown) => void;
}

@customElement('rate-lab-stage')
export class RateLabStage extends LitElement implements Stage, Desk {
  readonly engine = createEngine();
  text = '';
  house!: House;
  @state() private settings: Settings = {};
  @state() private result: Result | undefined;
  @state() private scenario: Scenario | undefined;
  @state() private bounds: Bounds | undefined;
  @state() private progress: number | undefined;
  @state() private faults: ReadonlyMap<string, Fault> = new Map();
  /** What is wrong with the scenario that the page gave. */
  @state() private fault = '';
  @state() private cards: Cards | undefined;
  /** What the first picture does without, and what is made with it. */
  @state() private extras: typeof extras | undefined;
  private amendments: Amendments | undefined;
  private waiting: Waiting[] = [];
  private asked = '';
  private isSeen = true;
  /** Whether what is shown is not what was asked for, because nobody could see it. */
  private isStale = false;
  private isRunning = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.engine.onResult = (result) => this.take(result);
    this.engine.onProgress = (share) => (this.progress = share);
    this.addEventListener('amend', (event) => {
      event.stopPropagation();
      this.amendments?.ask((event as CustomEvent<Amend>).detail);
    });
  }

  /** Shows a scenario for the first time. Rejects where there is no engine to be had. */
  async open(settings: Settings): Promise<void> {
    this.show(settings, false);
    await this.load();
  }

  show(settings: Settings, isLoaded = true): void {
    this.settings = settings;
    const { view: _view, controls: _controls, theme: _theme, playground: _playground, ...given } = settings;
    const asked = JSON.stringify(given);
    if (asked === this.asked) return;
    this.asked = asked;
    this.isStale = isLoaded;
    if (this.isSeen && isLoaded) this.renew();
  }

  see(isSeen: boolean): void {
    this.isSeen = isSeen;
    if (isSeen && this.isStale) this.renew();
    if (isSeen || !this.isRunning) return;
    this.isStale = true;
    this.engine.cancel();
  }

  run(): Promise<RunSummary> {
    const done = new Promise<RunSummary>((resolve, reject) => this.waiting.push({ resolve, reject }));
    this.compute(this.text).catch((error: unknown) => this.tell(error));
    return done;
  }

  file(kind: TextFile): Promise<string> {
    return this.engine.file(kind);
  }

  dispose(): void {
    this.engine.dispose();
    this.settle((waiting) => waiting.reject(new Superseded()));
    this.remove();
  }

  accept(scenario: Scenario, { key }: Amend): void {
    this.setFault(key, undefined);
    this.scenario = scenario;
    this.cards = undefined;
    this.compute(scenario.text).catch((error: unknown) => this.tell(error));
    this.house.changed(scenario.text);
  }

  refuse(error: unknown, { key }: Amend): void {
    if (isFault(error)) this.setFault(key, error);
    else this.tell(error);
  }

  protected override createRenderRoot() {
    return this;
  }

  protected override render() {
    const { result, fault, progress } = this;
    return html`
      ${fault === '' ? nothing : html`<p part="fault" class="fault" role="alert">${fault}</p>`}
      ${result === undefined ? nothing : this.renderView(result)}
      ${progress === undefined ? nothing : html`<p class="quiet" role="status">Computing, ${percent(Math.floor(progress * 100))}.</p>`}
      ${this.renderControls()} ${this.renderLink()}
    `;
  }

  private renderView(result: Result) {
    const { engine, bounds, scenario, cards } = this;
    if (this.isOtherView) return this.extras?.VIEWS[this.settings.view ?? '']?.render({ engine, bounds, scenario, result }) ?? nothing;
    return html`
      <lane-figure
        guest exportparts="figure, name, chart, title, caption, number, lane, tick"
        .engine=${engine} .result=${result} .scenario=${scenario} .bounds=${bounds}
        .card=${cards?.chosen.card} .lane=${cards?.chosen.lane ?? 0}
        @point=${this.onPoint} @picture=${() => this.house.ready(true)} @help=${() => this.extras?.bringHelp(this)}
      ></lane-figure>
      <div class="legend quiet" part="legend">${legend()}</div>
      <decision-card
        ?fixed=${!this.hasControls} ?hidden=${cards === undefined} .cards=${cards} exportparts="card"
        @close=${() => this.onPoint(new CustomEvent('point'))}
        @choose=${({ detail }: CustomEvent<number>) => this.choose(detail)}
      ></decision-card>
    `;
  }

  private get isOtherView(): boolean {
    return ['decisions', 'envelope', 'memory'].includes(this.settings.view ?? '');
  }

  private get hasControls(): boolean {
    return ['some', 'all'].includes(this.settings.controls ?? '');
  }

  /** Their room is there before them. */
  private renderControls() {
    const { scenario, bounds, faults, extras } = this;
    if (!this.hasControls) return nothing;
    const shown = scenario === undefined || bounds === undefined ? [] : (extras?.CONTROLS[this.settings.controls ?? ''] ?? []);
    return html`
      <section part="controls" class="controls ${this.settings.controls}" aria-label="The scenario">
        ${shown.map((control) => control.render({ scenario, bounds, faults }))}
      </section>
    `;
  }

  private renderLink() {
    const { scenario, settings } = this;
    const address = scenario && addressOf(settings.playground, scenario.link);
    if (address === undefined) return nothing;
    return html`<a part="link" class="quiet" href=${address} target="_blank" rel="noopener">Open it in the playground</a>`;
  }

  private renew(): void {
    this.load().catch((error: unknown) => this.tell(error));
  }

  private async load(): Promise<void> {
    const { asked } = this;
    this.isStale = false;
    try {
      const text = await readText(this.engine, this.house, this.settings);
      if (asked !== this.asked) return;
      this.faults = new Map();
      this.cards = undefined;
      await this.compute(text);
      this.fault = '';
    } catch (error) {
      if (!isFault(error) || error.code === 'not_loaded') throw error;
      this.tell(error);
    }
  }

  private async compute(text: string): Promise<void> {
    this.text = text;
    this.isRunning = true;
    const running = this.engine.run(text);
    if (this.bounds === undefined) this.learn();
    try {
      await running;
    } finally {
      this.isRunning = false;
    }
  }

  /** The table of bounds leaves the line to the first picture. */
  private learn(): void {
    this.engine.bounds().then((bounds) => (this.bounds = bounds), () => undefined);
  }

  private take(result: Result): void {
    this.result = result;
    if (!result.complete || result.scenario === undefined) return;
    this.bring().catch(() => undefined);
    if (this.isOtherView) this.house.ready(true);
    if (result.text === this.text) this.text = result.scenario.text;
    this.scenario = result.scenario;
    const summary = summaryOf(result, result.scenario);
    this.house.ran(summary);
    this.settle((waiting) => waiting.resolve(summary));
  }

  private async bring(): Promise<void> {
    const extras = (this.extras ??= await import('./extras.ts'));
    this.amendments ??= new extras.Amendments(this);
    await extras.bring(this.settings);
  }

  private settle(end: (waiting: Waiting) => void): void {
    const { waiting } = this;
    this.waiting = [];
    waiting.forEach(end);
  }

  private setFault(key: string, fault: Fault | undefined): void {
    const faults = new Map(this.faults);
    if (fault === undefined) faults.delete(key);
    else faults.set(key, fault);
    this.faults = faults;
  }

  private tell(error: unknown): void {
    if (error instanceof Superseded) return;
    this.fault = error instanceof Error ? sentence(error) : 'Something is wrong that has no name.';
    this.settle((waiting) => waiting.reject(error));
    this.house.ready(this.result !== undefined);
  }

  private readonly onPoint = async ({ detail }: CustomEvent<Place | null>): Promise<void> => {
    const { engine, result, scenario } = this;
    const read = detail === null || result === undefined ? undefined : await this.extras?.bringCards();
    const cards = detail && result && (await read?.(engine, result, scenario, detail).catch(() => undefined));
    this.cards = cards ?? undefined;
  };

  private choose(lane: number): void {
    const request = this.cards?.chosen.card.request ?? 0;
    void this.onPoint(new CustomEvent('point', { detail: { lane, request } }));
  }
}

function summaryOf({ comparison, lanes }: Result, { text }: Scenario): RunSummary {
  const told = lanes.map(({ title, sentence, counts: [allowed, denied, delayed] }) => ({ title, sentence, allowed, denied, delayed }));
  return { scenario: text, comparison, lanes: told };
}

/** Only of a page: an address may also be a script. */
function addressOf(playground: string | undefined, link: string): string | undefined {
  if (playground === undefined || playground === '') return undefined;
  const address = URL.canParse(playground, document.baseURI) ? new URL(playground, document.baseURI) : undefined;
  if (address === undefined || !address.protocol.startsWith('http')) return undefined;
  address.hash = link;
  return address.href;
}

/** A figure in the tree of an element. Rejects where the page allows none. */
export async function openFigure(house: House, settings: Settings): Promise<Stage> {
  adopt(house.root);
  const stage = document.createElement('rate-lab-stage');
  stage.house = house;
  house.base.append(stage);
  try {
    await stage.open(settings);
    return stage;
  } catch (error) {
    stage.dispose();
    throw error;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rate-lab-stage': RateLabStage;
  }
}
