/**
 * `<rate-lab-page>`: the playground. It holds the state, passes it to its parts, and sends their requests to the
 * engine. The content of the tag is shown until the scripts have run.
 *
 * @element rate-lab-page
 * @csspart head
 * @csspart main
 * @csspart picture
 * @csspart controls
 * @csspart dock - opens the controls on a narrow screen
 * @csspart foot
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { opening } from 'virtual:core-facts/page';
import type { Change, Picture, Viewport } from '../engine/index.ts';
import { lanesOf } from '../engine/lanes.ts';
import { VIEWS, ViewElements, momentIn } from '../views/index.ts';
import type { Moment } from '../views/index.ts';
import type { Cards } from '../figure/cards.ts';
import '../controls/client-controls.ts';
import type { EmbedDialog } from './embed-dialog.ts';
import type { KeyHelp } from '../figure/key-help.ts';
import '../figure/lane-figure.ts';
import type { LaneFigure } from '../figure/lane-figure.ts';
import '../controls/lane-list.ts';
import { legend, legendStyles } from '../figure/legend.ts';
import '../controls/limit-controls.ts';
import { printFragment } from './link.ts';
import type { LaneRequest } from '../figure/cards.ts';
import { pageStyles } from './rate-lab-page.styles.ts';
import '../controls/scenario-cards.ts';
import { PageState } from './state.ts';
import './share-bar.ts';
import { navigationStyles } from '../styles/navigation.styles.ts';
import { shared } from '../styles/styles.ts';
import '../controls/traffic-editor.ts';
import { count, duration, laneNames, percent } from '../words/index.ts';

@customElement('rate-lab-page')
export class RateLabPage extends LitElement {
  @state() private cards: Cards | undefined;
  @state() private picture: Picture | undefined;
  @query('lane-figure') private figure!: LaneFigure | null;
  @query('key-help') private help!: KeyHelp;
  @query('.change') private change!: HTMLElement;
  @query('embed-dialog') private embed!: EmbedDialog;
  private readonly state = new PageState(this);
  private readonly views = new ViewElements();
  /** The result and the selection that the cards were read for, so that they are not read again. */
  private read: { result: unknown; selected: unknown } | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('amend', (event) => this.model.amend((event as CustomEvent<Change>).detail));
    this.addEventListener('anatomy', (event) => void this.showAnatomy(event as CustomEvent<Moment>));
    this.addEventListener('production', (event) =>
      this.state.look('production', (event as CustomEvent<Moment>).detail),
    );
    this.addEventListener('instant', (event) => this.views.goTo((event as CustomEvent<bigint>).detail));
    addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
  }

  /** The figure's viewport, once there is a figure. */
  viewport(isSteady: boolean): Viewport | undefined {
    return this.figure?.viewport?.(isSteady);
  }

  private get model() {
    return this.state.model;
  }

  protected override updated(): void {
    const { selected } = this.state;
    const { result } = this.model;
    if (result?.complete === true) this.bringLater();
    if (this.read?.result === result && this.read?.selected === selected) return;
    this.read = { result, selected };
    void this.readCards();
  }

  protected override render() {
    const { state, model } = this;
    return html`
      <button class="skip" @click=${() => this.figure?.focusChart()}>Skip to the figure</button>
      <header part="head">
        <div class="brand">
          <h1>Ratelab</h1>
          <p><span>Run the same traffic through seven rate limiters. </span><a href="./log.html">Your log</a> · <a
            href="./glossary.html">Glossary</a> · <a href="./claims.html">Fact check</a></p>
        </div>
        <share-bar
          .engine=${model.engine} .names=${laneNames(model.result?.lanes ?? [], model.shown, state.bounds)}
          .link=${this.link} .text=${model.text} .drawn=${() => this.figure?.drawn ?? {}} .canUndo=${state.canUndo}
          .canRedo=${state.canRedo}
          @undo=${() => state.undo()} @redo=${() => state.redo()} @pin=${this.pin} @embed=${this.openEmbed}
        ></share-bar>
      </header>
      ${this.renderNotice()}
      <main class="columns" part="main">
        ${this.renderPicture()} ${this.renderControls()}
        ${this.renderNumbers()}
      </main>
      ${this.renderDock()}
      ${this.renderFoot()}
      <key-help></key-help>
      <embed-dialog .at=${this.state.at} .engine=${model.engine} .scenario=${model.shown}
        .says=${model.complete?.finding.headline ?? ''}></embed-dialog>
    `;
  }

  private renderNotice() {
    const { notice } = this.state;
    return html`
      <div class="notice" role="alert" ?hidden=${notice === undefined}>
        <p>${notice}</p>
        <button class="plain" @click=${() => this.state.dismiss()}>Dismiss</button>
      </div>
    `;
  }

  /** Until the scenario of a link is known, invisible controls of the opening scenario reserve the space. */
  private renderControls() {
    const { faults, scenario = opening, engine, complete } = this.model;
    const { bounds } = this.state;
    return html`
      <section id="controls" popover class="controls ${this.model.scenario === undefined ? 'unknown' : ''}"
        part="controls" aria-labelledby="scenario" @toggle=${this.keepFocus}>
        <div class="bar">
          <h2 id="scenario">The scenario</h2>
          <button popovertarget="controls" popovertargetaction="hide">Close</button>
        </div>
        <limit-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></limit-controls>
        <traffic-editor .scenario=${scenario} .bounds=${bounds} .faults=${faults} .engine=${engine}
          .result=${complete}></traffic-editor>
        <sender-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults} .engine=${engine}></sender-controls>
        <server-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults} .engine=${engine}
          .result=${complete}></server-controls>
        <lane-list .scenario=${scenario} .bounds=${bounds} .faults=${faults}></lane-list>
        <client-controls .scenario=${scenario} .faults=${faults}></client-controls>
      </section>
    `;
  }

  /** A sheet that closes over its focus leaves it to the button that opened it. */
  private keepFocus({ newState, currentTarget }: ToggleEvent): void {
    const focused = this.shadowRoot?.activeElement ?? null;
    if (newState === 'closed' && (focused === null || (currentTarget as Node).contains(focused))) this.change.focus();
  }

  private renderPicture() {
    const { engine, result, shown: scenario, text, faults, isSteady } = this.model;
    const { state } = this;
    const { bounds } = state;
    // A script that cannot be read has no picture. A stroke that is refused leaves the picture as it was.
    const isStale = faults.get('traffic')?.position !== undefined;
    return html`
      <div class="picture" part="picture">
        <scenario-cards .bounds=${bounds} .text=${text}></scenario-cards>
        ${this.renderProgress()}
        <lane-figure
          editable ?steady=${isSteady} ?stale=${isStale} .fault=${faults.get('traffic')} .expected=${lanesOf(text)}
          .engine=${engine} .result=${result} .scenario=${scenario} .bounds=${bounds}
          .card=${this.cards?.chosen.card} .lane=${this.cards?.chosen.lane ?? 0}
          @point=${this.onPoint} @picture=${({ detail }: CustomEvent<Picture>) => (this.picture = detail)}
          .past=${state.pinned?.past} @pin=${this.pin}
          @help=${() => this.help.open?.()}
        >${state.pinned?.bar()}</lane-figure>
        ${isStale ? html`<p class="stale" role="status">Showing the last valid traffic.</p>` : nothing}
        <decision-card
          ?hidden=${this.cards === undefined} .cards=${this.cards} @close=${this.close} @point=${this.onPoint}
          @choose=${({ detail }: CustomEvent<number>) => this.choose(detail)}
        ></decision-card>
      </div>
    `;
  }

  private renderNumbers() {
    const { state, model, picture } = this;
    const { engine, complete: result } = model;
    const shown = {
      engine,
      result,
      scenario: result?.scenario ?? model.shown,
      bounds: state.bounds,
      picture,
      at: state.at,
      past: state.pinned?.past,
    };
    return html`
      <view-tabs
        class="numbers" .views=${VIEWS} .chosen=${state.view ?? ''}
        @view=${({ detail }: CustomEvent<string>) => state.choose(detail)} @point=${this.onPoint}
      ><div slot="beside"
      class="legend quiet">${legend()}</div>${VIEWS.map((view) => this.views.elementFor(view, shown))}</view-tabs>
    `;
  }

  private renderProgress() {
    const { progress } = this.model;
    if (progress === undefined) return nothing;
    return html`
      <div class="progress">
        <progress max="1" .value=${progress} aria-label="Computing"></progress>
        <span>${percent(Math.floor(progress * 100))}</span>
        <button @click=${() => this.state.cancel()}>Cancel</button>
      </div>
    `;
  }

  /** On a narrow screen: the limit in short, and the way to the controls. */
  private renderDock() {
    const { limit } = this.model.scenario ?? opening;
    return html`
      <div class="dock" part="dock">
        <button aria-label="Undo" ?disabled=${!this.state.canUndo} @click=${() => this.state.undo()}>↶</button>
        <button aria-label="Redo" ?disabled=${!this.state.canRedo} @click=${() => this.state.redo()}>↷</button>
        <button @click=${this.pin}>Pin</button>
        <button class="change" popovertarget="controls"><b>${count(limit.amount)} in ${duration(limit.period)}</b>
          Change</button>
      </div>
    `;
  }

  private renderFoot() {
    return html`
      <footer part="foot">
        <p class="quiet">Everything is computed in your browser, with integer arithmetic. Nothing is sent. Only the page
          itself is stored, so that it also opens offline.</p>
        <p class="quiet"><a href="./log.html">Your log</a> · <a href="./glossary.html">Glossary: every limiter and every
          term</a> · <a href="./claims.html">Common claims, fact-checked</a></p>
      </footer>
    `;
  }

  /** Loads the parts that the first picture does not need, and the open view if it is not one of them. */
  private bringLater(): void {
    void import('./later.ts');
    VIEWS.find(({ name }) => name === this.state.view)
      ?.load()
      .catch(() => undefined);
  }

  private readonly openEmbed = async (): Promise<void> => {
    await import('./embed-dialog.ts');
    this.embed.open(this.state.view);
  };

  /** If the figure asked for the anatomy, scrolls to it, because it is out of sight below. */
  private async showAnatomy(event: CustomEvent<Moment>): Promise<void> {
    this.state.look('anatomy', event.detail);
    if (event.composedPath()[0] !== this.figure) return;
    await this.updateComplete;
    this.renderRoot.querySelector('view-tabs')?.scrollIntoView();
  }

  private async readCards(): Promise<void> {
    const { engine, result, shown: scenario } = this.model;
    const { selected } = this.state;
    // The small module of the first picture cannot explain decisions. The complete result follows.
    if (result?.complete === false) return;
    const { readCards } = (selected && (await import('../figure/cards.ts').catch(() => undefined))) ?? {};
    const cards =
      selected &&
      result &&
      (await readCards?.(engine, result, scenario, this.state.bounds, selected).catch(() => undefined));
    if (this.state.selected === selected) this.cards = cards;
  }

  private readonly onPoint = ({ detail }: CustomEvent<LaneRequest | undefined>): void => {
    // `detail` is null if the event was created without one.
    this.state.point(detail ?? undefined);
  };

  private readonly close = (): void => {
    this.state.point(undefined);
    this.figure?.focusChart();
  };

  private readonly pin = (): void => this.state.compare(true);

  private choose(lane: number): void {
    const { selected } = this.state;
    if (selected !== undefined) this.state.point({ request: selected.request, lane });
  }

  /** The address of the current view, including pan and zoom. */
  private readonly link = async (): Promise<string> => {
    const { engine, text, scenario } = this.model;
    const { selected, at, view, was } = this.state;
    const span = this.figure?.view;
    const shown =
      span && (await engine.ask('linkWith', text, 'show', `${span.from}ns..${span.to}ns`).catch(() => undefined));
    const link = shown ?? scenario?.link;
    const address = new URL(location.href);
    if (link !== undefined) address.hash = printFragment({ link, selected, at: momentIn(view, at), view, was });
    return address.href;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const isText = event
      .composedPath()
      .some((target) => target instanceof HTMLElement && target.matches('input:not([type=range]), textarea'));
    if (isText || event.altKey) return;
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.state.redo();
    else this.state.undo();
  };

  static override styles = [shared, legendStyles, navigationStyles, pageStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'rate-lab-page': RateLabPage;
  }
}
