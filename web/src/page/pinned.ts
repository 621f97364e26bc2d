/**
 * A pinned result: its scenario runs once, in a separate session of the page's worker, and later results are compared
 * with it. Loaded when a result is pinned.
 */
import { html } from 'lit';
import { Superseded, createEngine, isFault } from '../engine/index.ts';
import type { Contrast, Picture, Result, Scenario, Span } from '../engine/index.ts';
import { Ghosts, titlesOf } from '../figure/ghosts.ts';
import { sentence } from '../words/index.ts';
import './pin-bar.ts';
import type { PageState } from './state.ts';

export class Pinned {
  scenario: Scenario | undefined;
  /** Its values in the figure and tables, once it can be compared. */
  past: Ghosts | undefined;
  /** The changes since, and their effect. */
  sentence: string | undefined;
  private readonly engine = createEngine();
  private result: Result | undefined;
  private outline: BigUint64Array | undefined;
  private contrast: Contrast | undefined;
  /** The run that the contrast is about. */
  private compared: (Pick<Result, 'text'> & { titles: string }) | undefined;
  private picture: Picture | undefined;

  constructor(
    readonly link: string,
    private readonly state: PageState,
  ) {
    this.engine.onResult = (result) => this.take(result);
    this.run().catch((error: unknown) => this.fail(error));
  }

  /** Whether the newest result is the pinned one. */
  get isNewest(): boolean {
    return this.scenario !== undefined && this.scenario.text === this.state.model.text;
  }

  bar() {
    const { scenario, sentence, isNewest } = this;
    return html`
      <pin-bar
        .scenario=${scenario} .sentence=${sentence} ?newest=${isNewest} @swap=${() => this.swap()}
        @unpin=${() => this.unpin()}
      ></pin-bar>
    `;
  }

  /** Frees the run, or ends it. */
  dispose(): void {
    this.engine.dispose();
  }

  private unpin(): void {
    this.state.was = undefined;
    this.state.point(this.state.selected);
    this.state.compare();
  }

  /** Exchanges the pinned scenario and the newest one. */
  private swap(): void {
    const { state, scenario } = this;
    const now = state.model.scenario?.link;
    if (scenario === undefined || now === undefined) return;
    state.change({ was: now });
    state.show(scenario.text);
  }

  /** Compares with the newest result of the page, if it is complete. */
  async compare(): Promise<void> {
    const { outline, scenario, state } = this;
    const { result } = state.model;
    if (
      outline === undefined ||
      scenario === undefined ||
      result?.complete !== true ||
      result.text === this.compared?.text
    )
      return;
    this.compared = { text: result.text, titles: titlesOf(result) };
    try {
      this.contrast = await state.model.engine.ask('contrast', scenario.text, outline);
    } catch (error) {
      this.compared = undefined;
      throw error;
    }
    this.sentence = this.contrast.sentence;
    this.renew();
  }

  private async run(): Promise<void> {
    const { engine, state, link } = this;
    const text = await state.textOf(link);
    await engine.run({ text }, state.viewport(false), (scenario) => (this.scenario = scenario));
    this.outline = await engine.ask('outline');
    await this.compare();
  }

  private take(result: Result): void {
    this.result = result;
    if (result.picture !== undefined) this.picture = result.picture;
    this.renew();
  }

  private renew(): void {
    const { result, contrast, compared, picture, state } = this;
    if (result !== undefined && contrast !== undefined && compared !== undefined) {
      this.past = new Ghosts({
        result,
        contrast,
        titles: compared.titles,
        picture,
        look: (span, width) => void this.look(span, width),
      });
    }
    state.requestUpdate();
  }

  /** Only the newest part in view counts. */
  private async look(span: Span, width: number): Promise<void> {
    const picture = await this.engine.picture(span, width).catch(() => undefined);
    if (picture === undefined) return;
    this.picture = picture;
    this.renew();
  }

  private fail(error: unknown): void {
    if (error instanceof Superseded || this.state.pinned !== this) return;
    this.dispose();
    const why = isFault(error) ? sentence(error) : 'It could not be computed.';
    this.state.change({
      pinned: undefined,
      was: undefined,
      notice: `The pinned result cannot be shown. ${why} Showing the scenario without it.`,
    });
  }
}

/** Compares the newest result with the pinned one, after pinning or unpinning it on request. */
export async function compare(state: PageState, asked: boolean): Promise<void> {
  if (asked) {
    state.was = state.pinned?.isNewest === true ? undefined : state.model.scenario?.link;
    // Writes the address.
    state.point(state.selected);
  }
  const { was, pinned } = state;
  if (pinned?.link !== was) {
    pinned?.dispose();
    state.change({ pinned: was === undefined ? undefined : new Pinned(was, state) });
  }
  await state.pinned?.compare().catch(() => undefined);
}
