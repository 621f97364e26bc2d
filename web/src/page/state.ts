/**
 * The state of the page apart from its scenario: the steps to undo, the address, the open card and view, and the notice
 * to the user.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { bounds, finding, opening } from 'virtual:core-facts/page';
import { Superseded, createEngine, isFault, textOfLink } from '../engine/index.ts';
import type { Bounds, Change, Finding, Result, Scenario, Viewport } from '../engine/index.ts';
import type { LaneRequest } from '../figure/cards.ts';
import { Model } from '../figure/model.ts';
import type { ModelHost } from '../figure/model.ts';
import { momentIn } from '../views/index.ts';
import type { Moment } from '../views/index.ts';
import { sentence } from '../words/index.ts';
import { History } from './history.ts';
import { AddressWriter, readFragment } from './link.ts';
import type { Pinned } from './pinned.ts';

/** The page, which knows its figure's viewport. */
type Page = ReactiveControllerHost & Pick<ModelHost, 'viewport'>;

export class PageState implements ReactiveController, ModelHost {
  readonly model = new Model(this, createEngine());
  readonly bounds: Bounds = bounds;
  /** A message for the user, for example that a link is damaged. */
  notice: string | undefined;
  /** The request whose card is open. It is part of the link. */
  selected: LaneRequest | undefined;
  /** The name of the view below the picture. If undefined, it is the first view. */
  view: string | undefined;
  /** The lane and the instant of a view of one lane, once they were chosen. They are part of its link. */
  at: Moment | undefined;
  /** The link of the pinned scenario, if there is one. It is part of the address. */
  was: string | undefined;
  /** The run of that scenario, once it has begun. */
  pinned: Pinned | undefined;

  /** The results of the built-in scenarios, loaded with the first link to one: the opening scenario needs none. */
  private builtIn: typeof import('virtual:core-facts/scenarios').SCENARIOS = {};

  private readonly history = new History();
  private readonly address = new AddressWriter();
  /**
   * Whether to write the current state to the address. An empty address stays empty until the user changes something,
   * and a damaged link is not overwritten.
   */
  private isAddressed = true;

  constructor(private readonly page: Page) {
    page.addController(this);
  }

  hostConnected(): void {
    addEventListener('hashchange', this.load);
    void this.load();
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.load);
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  /** Waits for pending changes: a field that loses focus to the undo button commits its value first. */
  undo(): void {
    void this.model.changed.then(() => this.show(this.history.undo()));
  }

  redo(): void {
    void this.model.changed.then(() => this.show(this.history.redo()));
  }

  /** Opens or closes the card of a request. */
  point(selected: LaneRequest | undefined): void {
    this.change({ selected });
    this.isAddressed = true;
    this.write();
  }

  /** Chooses the view below the picture. */
  choose(view: string): void {
    this.change({ view });
    this.isAddressed = true;
    this.write();
  }

  /** Opens the view of a lane, at an instant. */
  look(view: string, at: Moment): void {
    this.change({ at });
    this.choose(view);
  }

  /** Compares with the pinned result. Pins the newest result first if `asked`, or unpins it if it is pinned. */
  compare(asked = false): void {
    import('./pinned.ts').then(({ compare }) => compare(this, asked)).catch((error: unknown) => this.failed(error));
  }

  /** Cancels a long run. Keeps the previous result. */
  cancel(): void {
    const { model } = this;
    model.cancel();
    const shown = model.result === undefined ? 'Showing the opening scenario instead.' : 'Showing the previous run.';
    this.change({ notice: `The run was cancelled. ${shown}` });
    if (model.result === undefined) this.openInstead();
  }

  dismiss(): void {
    this.change({ notice: undefined });
  }

  requestUpdate(): void {
    this.page.requestUpdate();
  }

  viewport(isSteady: boolean): Viewport | undefined {
    return this.page.viewport(isSteady);
  }

  accepted({ text }: Scenario, change: Change | undefined): void {
    if (change !== undefined) this.isAddressed = true;
    this.history.push(text, change?.key, change?.isSettled);
    this.write();
  }

  /** A link with a pinned scenario is compared when the first picture is complete. */
  finished({ complete }: Result): void {
    if (this.pinned ?? (complete && this.was !== undefined)) this.compare();
  }

  prebuilt(text: string): Finding | undefined {
    if (text === opening.text) return finding;
    return Object.values(this.builtIn).find((scenario) => scenario.text === text)?.finding;
  }

  failed(error: unknown): void {
    if (error instanceof Superseded) return;
    this.change({ notice: error instanceof Error ? sentence(error) : 'Something went wrong.' });
  }

  /** Shows the scenario of the address, or the opening scenario if the address is invalid. */
  private readonly load = async (): Promise<void> => {
    this.address.forget();
    const { link, selected, at, view, was } = readFragment(location.hash);
    this.isAddressed = link !== '';
    this.change({ selected, at, view, was, notice: undefined });
    try {
      if (link === '') return await this.openOpening();
      const text = await this.textOf(link);
      await this.foresee(text);
      await this.model.open(text);
    } catch (error) {
      this.recover(error);
    }
  };

  /** The core is asked only about a damaged link, because its error says what is wrong. */
  async textOf(link: string): Promise<string> {
    const builtIn = this.bounds.scenarios.find(({ name }) => name === link);
    return builtIn?.text ?? textOfLink(link) ?? this.model.engine.ask('fromLink', link);
  }

  private async foresee(text: string): Promise<void> {
    if (text === opening.text || !this.bounds.scenarios.some((scenario) => scenario.text === text)) return;
    this.builtIn = (await import('virtual:core-facts/scenarios')).SCENARIOS;
  }

  private recover(error: unknown): void {
    if (!isFault(error)) return this.failed(error);
    this.change({
      notice: `This link cannot be read. ${sentence(error)} Showing the opening scenario instead.`,
      selected: undefined,
    });
    this.openInstead();
  }

  private openInstead(): void {
    this.isAddressed = false;
    this.openOpening().catch((error: unknown) => this.failed(error));
  }

  /** Its description is part of the build, so the page has it before the core is loaded. */
  private openOpening(): Promise<void> {
    this.history.push(opening.text);
    return this.model.open(opening.text, opening);
  }

  show(text: string | undefined): void {
    if (text === undefined) return;
    this.isAddressed = true;
    this.model.open(text).catch((error: unknown) => this.failed(error));
  }

  private write(): void {
    const { scenario, text } = this.model;
    const { selected, at, view, was } = this;
    if (this.isAddressed && scenario?.text === text)
      this.address.write({ link: scenario.link, selected, at: momentIn(view, at), view, was });
  }

  change(changes: Partial<Pick<PageState, 'notice' | 'selected' | 'view' | 'at' | 'was' | 'pinned'>>): void {
    Object.assign(this, changes);
    this.requestUpdate();
  }
}
