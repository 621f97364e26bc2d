/**
 * `<rate-lab-page>`: the playground. It holds the state, hands it to its parts, and brings what they ask
 * for to the engine. What stands inside the tag is what there is before any script has run.
 *
 * Parts: `head`, `main`, `picture`, `controls`, `foot`.
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { BuiltIn, Picture } from '../engine/index.ts';
import { VIEWS } from '../views/index.ts';
import type { Amend } from '../figure/amend.ts';
import { readCards } from '../figure/cards.ts';
import type { Cards } from '../figure/cards.ts';
import '../controls/client-controls.ts';
import '../views/decisions/decision-table.ts';
import type { EmbedDialog } from './embed-dialog.ts';
import type { KeyHelp } from '../figure/key-help.ts';
import '../figure/lane-figure.ts';
import type { LaneFigure } from '../figure/lane-figure.ts';
import '../controls/lane-list.ts';
import { legend, legendStyles } from '../figure/legend.ts';
import '../controls/limit-controls.ts';
import { printFragment } from './link.ts';
import type { Place } from '../figure/cards.ts';
import { pageStyles } from './rate-lab-page.styles.ts';
import '../views/decisions/run-summary.ts';
import '../controls/scenario-cards.ts';
import { Session } from './session.ts';
import './share-bar.ts';
import { shared } from '../styles/styles.ts';
import '../controls/traffic-editor.ts';
import { laneNames, percent } from '../words/index.ts';

@customElement('rate-lab-page')
export class RateLabPage extends LitElement {
  @state() private cards: Cards | undefined;
  @state() private picture: Picture | undefined;
  @query('lane-figure') private figure!: LaneFigure;
  @query('key-help') private help!: KeyHelp;
  @query('embed-dialog') private embed!: EmbedDialog;
  private readonly session = new Session(this);
  private lastBuiltIn: BuiltIn | undefined;
  /** What the cards were read for, so that they are read once. */
  private read: { result: unknown; place: unknown } | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('amend', (event) => this.session.amend((event as CustomEvent<Amend>).detail));
    addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
  }

  protected override updated(): void {
    const { result, place } = this.session;
    if (result?.complete === true) void import('./later.ts');
    if (this.read?.result === result && this.read?.place === place) return;
    this.read = { result, place };
    void this.readCards();
  }

  protected override render() {
    const { session } = this;
    return html`
      <header part="head">
        <div class="brand">
          <h1>Ratelab</h1>
          <p>The same traffic through every rate limiter, decided exactly.</p>
        </div>
        <share-bar
          .engine=${session.engine} .names=${laneNames(session.result?.lanes ?? [], session.shown, session.bounds)} .link=${this.link} .canUndo=${session.canUndo} .canRedo=${session.canRedo}
          @undo=${() => session.undo()} @redo=${() => session.redo()} @embed=${this.openEmbed}
        ></share-bar>
        <scenario-cards layout="row" .bounds=${session.bounds} .text=${session.text}></scenario-cards>
      </header>
      ${this.renderNotice()}
      <main class="columns" part="main">
        ${this.renderPicture()} ${this.renderControls()}
        ${this.renderNumbers()}
      </main>
      ${this.renderFoot()}
      <key-help></key-help>
      <embed-dialog .engine=${session.engine} .scenario=${session.shown} .says=${session.told?.comparison ?? ''}></embed-dialog>
    `;
  }

  private renderNotice() {
    const { notice } = this.session;
    return html`
      <div class="notice" role="alert" ?hidden=${notice === undefined}>
        <p>${notice}</p>
        <button class="plain" @click=${() => this.session.dismiss()}>Dismiss</button>
      </div>
    `;
  }

  private renderControls() {
    const { scenario, bounds, faults } = this.session;
    return html`
      <section class="controls" part="controls" aria-label="The scenario">
        <limit-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></limit-controls>
        <traffic-editor .scenario=${scenario} .bounds=${bounds} .faults=${faults}></traffic-editor>
        <client-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></client-controls>
        <lane-list .scenario=${scenario} .bounds=${bounds} .faults=${faults}></lane-list>
      </section>
    `;
  }

  private renderPicture() {
    const { engine, result, shown: scenario, bounds } = this.session;
    const shown = bounds?.scenarios.find(({ text }) => text === this.session.text);
    if (shown !== undefined) this.lastBuiltIn = shown;
    return html`
      <div class="picture" part="picture">
        ${this.renderProgress()}
        ${this.renderLook(shown)}
        <lane-figure
          editable ?steady=${this.session.isSteady} .fault=${this.session.faults.get('traffic')}
          .engine=${engine} .result=${result} .scenario=${scenario} .bounds=${bounds}
          .card=${this.cards?.chosen.card} .lane=${this.cards?.chosen.lane ?? 0}
          @point=${this.onPoint} @picture=${({ detail }: CustomEvent<Picture>) => (this.picture = detail)}
          @help=${() => this.help.open?.()}
        ></lane-figure>
        ${this.renderLegend()}
        <decision-card
          ?hidden=${this.cards === undefined} .cards=${this.cards} @close=${this.close}
          @choose=${({ detail }: CustomEvent<number>) => this.choose(detail)}
        ></decision-card>
      </div>
    `;
  }

  /** Under a brush the lanes must not move: what is no longer true leaves its room. */
  private renderLook(shown: BuiltIn | undefined) {
    const { lastBuiltIn: last } = this;
    if (shown !== undefined) return html`<p class="look">${shown.look_at}</p>`;
    if (last === undefined || !this.session.isSteady) return nothing;
    return html`<p class="look"><span>Changed from “${last.title}”.</span> <i aria-hidden="true">${last.look_at}</i></p>`;
  }

  private renderNumbers() {
    const { engine, result, told, bounds } = this.session;
    const shown = told?.scenario ?? this.session.shown;
    return html`
      <view-tabs
        class="numbers" .views=${VIEWS} .chosen=${this.session.view ?? ''}
        @view=${({ detail }: CustomEvent<string>) => this.session.look(detail)}
      >
        <div slot="decisions" class="decisions">
          <run-summary .result=${told} .scenario=${shown} .bounds=${bounds}></run-summary>
          <measure-table .result=${told} .scenario=${shown} .bounds=${bounds}></measure-table>
          <decision-table .result=${result} .picture=${this.picture} @point=${this.onPoint}></decision-table>
        </div>
        <envelope-view slot="envelope" .engine=${engine} .result=${told} .scenario=${shown} .bounds=${bounds}></envelope-view>
        <memory-view slot="memory" .engine=${engine} .result=${told} .scenario=${shown} .bounds=${bounds}></memory-view>
      </view-tabs>
    `;
  }

  private renderProgress() {
    const { progress } = this.session;
    if (progress === undefined) return nothing;
    return html`
      <div class="progress">
        <progress max="1" .value=${progress} aria-label="Computing"></progress>
        <span>${percent(Math.floor(progress * 100))}</span>
        <button @click=${() => this.session.cancel()}>Cancel</button>
      </div>
    `;
  }

  private renderLegend() {
    return html`
      <div class="legend quiet">
        ${legend()}
        <span class="jumps">
          <button class="plain" @click=${() => this.figure.disagreement('previous')}>previous</button> and
          <button class="plain" @click=${() => this.figure.disagreement('next')}>next disagreement</button>
          <button class="plain" @click=${() => this.figure.fit()}>show everything</button>
          <button class="plain" @click=${() => this.help.open?.()}>keys</button>
        </span>
      </div>
    `;
  }

  private renderFoot() {
    const { bounds, text } = this.session;
    return html`
      <footer part="foot">
        <h2>More to look at</h2>
        <scenario-cards layout="cards" .bounds=${bounds} .text=${text}></scenario-cards>
        <p class="quiet">Everything is computed here, in integers, by the same core everywhere. Nothing is sent anywhere, and nothing is kept but the page itself, so that it opens without a network.</p>
      </footer>
    `;
  }

  private readonly openEmbed = async (): Promise<void> => {
    await import('./embed-dialog.ts');
    this.embed.open();
  };

  private async readCards(): Promise<void> {
    const { engine, result, shown: scenario, place } = this.session;
    // The small module of the first picture explains nothing: the complete result follows.
    if (result?.complete === false) return;
    const cards = place && result && (await readCards(engine, result, scenario, place).catch(() => undefined));
    if (this.session.place === place) this.cards = cards;
  }

  private readonly onPoint = ({ detail }: CustomEvent<Place | undefined>): void => {
    // An event without a detail has null.
    this.session.point(detail ?? undefined);
  };

  private readonly close = (): void => {
    this.session.point(undefined);
    this.figure.focusChart();
  };

  private choose(lane: number): void {
    const { place } = this.session;
    if (place !== undefined) this.session.point({ ...place, lane });
  }

  /** The address of what is shown now, also of what was panned or zoomed to. */
  private readonly link = async (): Promise<string> => {
    const { engine, text, scenario, place, view } = this.session;
    const span = this.figure.view;
    const shown = span && (await engine.readWith(text, 'show', `${span.from}ns..${span.to}ns`).catch(() => undefined));
    const link = shown?.link ?? scenario?.link;
    const address = new URL(location.href);
    if (link !== undefined) address.hash = printFragment({ link, place, view });
    return address.href;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const isText = event.composedPath().some((target) => target instanceof HTMLElement && target.matches('input:not([type=range]), textarea'));
    if (isText || event.altKey) return;
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.session.redo();
    else this.session.undo();
  };

  static override styles = [shared, legendStyles, pageStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'rate-lab-page': RateLabPage;
  }
}
