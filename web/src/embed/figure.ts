/**
 * `<rate-lab-figure>`: the figure inside `<rate-lab>`, made of the playground's elements. While it is out of sight, it
 * starts no run on its own.
 *
 * It has no shadow root, so that a page can style its parts as parts of `<rate-lab>`.
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { Superseded, createEngine, isFault } from '../engine/index.ts';
import type { Bounds, Change, Finding, Result, Scenario, Viewport } from '../engine/index.ts';
import type { Cards, LaneRequest } from '../figure/cards.ts';
import '../figure/lane-figure.ts';
import { legend } from '../figure/legend.ts';
import { Model } from '../figure/model.ts';
import type { ModelHost } from '../figure/model.ts';
import type { View, ViewElements } from '../views/index.ts';
import { percent, sentence } from '../words/index.ts';
import type * as extras from './extras.ts';
import { adopt } from './figure.styles.ts';
import { prebuilt, readText } from './reading.ts';
import { schemeAround } from './surroundings.ts';
import type { Figure, FigureHost, RunSummary, Settings, TextFile } from './types.ts';

interface Waiting {
  resolve: (summary: RunSummary) => void;
  reject: (error: unknown) => void;
}

@customElement('rate-lab-figure')
export class RateLabFigure extends LitElement implements Figure, ModelHost {
  host!: FigureHost;
  @state() private settings: Settings = {};
  @state() private bounds: Bounds | undefined;
  /** The last error, as a sentence for the reader. */
  @state() private fault = '';
  @state() private cards: Cards | undefined;
  /** The optional parts, once they are loaded. */
  @state() private extras: typeof extras | undefined;
  private readonly model = new Model(this, createEngine());
  private views: ViewElements | undefined;
  private waiting: Waiting[] = [];
  private asked = '';
  private isSeen = true;
  /** Whether the settings changed, or a run was cancelled, while the figure was out of sight. */
  private isStale = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('amend', (event) => {
      event.stopPropagation();
      this.model.amend((event as CustomEvent<Change>).detail);
    });
  }

  /** Shows the first scenario. Rejects if the engine cannot be loaded. */
  async open(settings: Settings): Promise<void> {
    this.show(settings, false);
    await this.load();
  }

  show(settings: Settings, isLoaded = true): void {
    this.settings = settings;
    this.tint();
    const { view: _view, at: _at, controls: _controls, theme: _theme, playground: _playground, ...given } = settings;
    const asked = JSON.stringify(given);
    if (asked === this.asked) return;
    this.asked = asked;
    this.isStale = isLoaded;
    if (this.isSeen && isLoaded) this.renew();
  }

  see(isSeen: boolean): void {
    this.isSeen = isSeen;
    if (isSeen) this.tint();
    if (isSeen && this.isStale) this.renew();
    if (isSeen || !this.model.isRunning) return;
    this.isStale = true;
    this.model.cancel();
  }

  run(): Promise<RunSummary> {
    const done = new Promise<RunSummary>((resolve, reject) => this.waiting.push({ resolve, reject }));
    this.model.open(this.model.text).catch((error: unknown) => this.failed(error));
    return done;
  }

  file(kind: TextFile): Promise<string> {
    return this.model.engine.ask('file', kind);
  }

  dispose(): void {
    this.model.engine.dispose();
    this.settle((waiting) => waiting.reject(new Superseded()));
    this.remove();
  }

  viewport(isSteady: boolean): Viewport | undefined {
    return this.querySelector('lane-figure')?.viewport(isSteady);
  }

  accepted(scenario: Scenario, change: Change | undefined): void {
    if (change === undefined) return;
    this.cards = undefined;
    this.host.changed(scenario.text);
  }

  finished(result: Result): void {
    if (!result.complete || result.scenario === undefined) return;
    this.bring().catch(() => undefined);
    if (!this.isPicture) this.host.ready(true);
    const summary = summaryOf(result, result.scenario);
    this.host.ran(summary);
    this.settle((waiting) => waiting.resolve(summary));
  }

  failed(error: unknown): void {
    if (error instanceof Superseded) return;
    this.fault = error instanceof Error ? sentence(error) : 'Something went wrong.';
    this.settle((waiting) => waiting.reject(error));
    this.host.ready(this.model.result !== undefined);
  }

  prebuilt(text: string): Finding | undefined {
    return prebuilt(text);
  }

  protected override createRenderRoot() {
    return this;
  }

  protected override render() {
    const { fault } = this;
    const { result, progress } = this.model;
    return html`
      ${fault === '' ? nothing : html`<p part="fault" class="fault" role="alert">${fault}</p>`}
      ${result === undefined ? nothing : this.renderView(result)}
      ${
        progress === undefined
          ? nothing
          : html`<p class="quiet" role="status">Computing, ${percent(Math.floor(progress * 100))}.</p>`
      }
      ${this.renderControls()} ${this.renderLink()}
    `;
  }

  private renderView(result: Result) {
    const { bounds, cards, view } = this;
    const { engine, scenario } = this.model;
    if (!this.isPicture)
      return (
        view &&
        this.views?.elementFor(view, {
          engine,
          bounds,
          scenario,
          result,
          at: this.extras?.readMoment(this.settings.at),
        })
      );
    return html`
      <lane-figure
        guest exportparts="figure, name, reason, chart, title, caption, number, lane, tick"
        .engine=${engine} .result=${result} .scenario=${scenario} .bounds=${bounds}
        .card=${cards?.chosen.card} .lane=${cards?.chosen.lane ?? 0}
        @point=${this.onPoint} @picture=${() => this.host.ready(true)} @help=${() => this.extras?.bringHelp(this)}
      ></lane-figure>
      <div class="legend quiet" part="legend">${legend()}</div>
      <decision-card
        ?fixed=${!this.hasControls} ?hidden=${cards === undefined} .cards=${cards} exportparts="card"
        @point=${this.onPoint}
        @close=${() => this.onPoint(new CustomEvent('point'))}
        @choose=${({ detail }: CustomEvent<number>) => this.choose(detail)}
      ></decision-card>
    `;
  }

  /** The view that replaces the picture; undefined if none does, or if the views are not loaded yet. */
  private get view(): View | undefined {
    return this.extras?.viewNamed(this.settings.view);
  }

  private get isPicture(): boolean {
    const { view = 'picture' } = this.settings;
    return view === 'picture' || (this.extras !== undefined && this.view === undefined);
  }

  private get hasControls(): boolean {
    return ['some', 'all'].includes(this.settings.controls ?? '');
  }

  /** Renders the section before its controls are loaded, to reserve space for them. */
  private renderControls() {
    const { bounds, extras } = this;
    const { scenario, faults } = this.model;
    if (!this.hasControls) return nothing;
    const shown =
      scenario === undefined || bounds === undefined ? [] : (extras?.CONTROLS[this.settings.controls ?? ''] ?? []);
    return html`
      <section part="controls" class="controls ${this.settings.controls}" aria-label="The scenario">
        ${shown.map((control) => control.render({ scenario, bounds, faults }))}
      </section>
    `;
  }

  private renderLink() {
    const { scenario } = this.model;
    const address = scenario && addressOf(this.settings.playground, scenario.link);
    if (address === undefined) return nothing;
    return html`<a part="link" class="quiet" href=${address} target="_blank" rel="noopener">Open it in the
      playground</a>`;
  }

  /** Takes the colours of the page around, unless the theme names others. */
  private tint(): void {
    const isNamed = ['light', 'dark'].includes(this.settings.theme ?? '');
    this.host.base.className = isNamed ? 'base' : `base ${schemeAround(this.host.root.host)}`;
  }

  private renew(): void {
    this.load().catch((error: unknown) => this.failed(error));
  }

  private async load(): Promise<void> {
    const { asked } = this;
    this.isStale = false;
    try {
      const text = await readText(this.model.engine, this.settings);
      if (asked !== this.asked) return;
      this.cards = undefined;
      const opening = this.model.open(text);
      if (this.bounds === undefined) this.learn();
      await opening;
      this.fault = '';
    } catch (error) {
      if (!isFault(error) || error.code === 'not_loaded') throw error;
      this.failed(error);
    }
  }

  /** Called after the run is ordered, so that the first picture does not wait for the bounds. */
  private learn(): void {
    this.model.engine.ask('bounds').then(
      (bounds) => (this.bounds = bounds),
      () => undefined,
    );
  }

  private async bring(): Promise<void> {
    const extras = await import('./extras.ts');
    await extras.bring(this.settings);
    this.views ??= new extras.ViewElements();
    this.extras = extras;
  }

  private settle(end: (waiting: Waiting) => void): void {
    const { waiting } = this;
    this.waiting = [];
    waiting.forEach(end);
  }

  private readonly onPoint = async ({ detail }: CustomEvent<LaneRequest | null>): Promise<void> => {
    const { engine, result, scenario } = this.model;
    const read = detail === null || result === undefined ? undefined : await this.extras?.bringCards();
    const cards =
      detail && result && (await read?.(engine, result, scenario, this.bounds, detail).catch(() => undefined));
    this.cards = cards ?? undefined;
  };

  private choose(lane: number): void {
    const request = this.cards?.chosen.card.request ?? 0;
    void this.onPoint(new CustomEvent('point', { detail: { lane, request } }));
  }
}

function summaryOf({ finding, lanes }: Result, { text }: Scenario): RunSummary {
  const summaries = lanes.map(({ title, sentence, counts: [allowed, denied, delayed] }) => ({
    title,
    sentence,
    allowed,
    denied,
    delayed,
  }));
  return { scenario: text, comparison: `${finding.headline} ${finding.reason}`, finding, lanes: summaries };
}

/** The link to the playground. Only http or https: a `javascript:` address would run a script. */
function addressOf(playground: string | undefined, link: string): string | undefined {
  if (playground === undefined || playground === '') return undefined;
  const address = URL.canParse(playground, document.baseURI) ? new URL(playground, document.baseURI) : undefined;
  if (address === undefined || !address.protocol.startsWith('http')) return undefined;
  address.hash = link;
  return address.href;
}

/**
 * Creates a figure in the element's shadow root. Rejects if the engine cannot be loaded, for example because the page's
 * policy forbids WebAssembly.
 */
export async function openFigure(host: FigureHost, settings: Settings): Promise<Figure> {
  adopt(host.root);
  const figure = document.createElement('rate-lab-figure');
  figure.host = host;
  host.base.append(figure);
  try {
    await figure.open(settings);
    return figure;
  } catch (error) {
    figure.dispose();
    throw error;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rate-lab-figure': RateLabFigure;
  }
}
