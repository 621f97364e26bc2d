/**
 * What the page knows besides its scenario: the steps to undo, the address, what is open, and what the person should
 * be told.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { bounds, opening } from 'virtual:known/page';
import { Superseded, createEngine, isFault, textOfLink } from '../engine/index.ts';
import type { Bounds, Change, Scenario, Viewport } from '../engine/index.ts';
import type { Place } from '../figure/cards.ts';
import { Model } from '../figure/model.ts';
import type { ModelHost } from '../figure/model.ts';
import { sentence } from '../words/index.ts';
import { History } from './history.ts';
import { AddressWriter, readFragment } from './link.ts';

/** The page, which knows what its figure looks at. */
type Page = ReactiveControllerHost & Pick<ModelHost, 'viewport'>;

export class PageState implements ReactiveController, ModelHost {
  readonly model = new Model(this, createEngine());
  readonly bounds: Bounds = bounds;
  /** Something that the person should know, such as that a link was damaged. */
  notice: string | undefined;
  /** The request whose card is open, and so a part of the link. */
  place: Place | undefined;
  /** The name of the view below the picture, if it is not the first. */
  view: string | undefined;

  private readonly history = new History();
  private readonly address = new AddressWriter();
  /** Whether the address says what is shown. It does not until something is asked for, nor in place of a bad link. */
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

  /** A field that is left for the button gives its value first. */
  undo(): void {
    void this.model.changed.then(() => this.show(this.history.undo()));
  }

  redo(): void {
    void this.model.changed.then(() => this.show(this.history.redo()));
  }

  /** Opens or closes the card of a request. */
  point(place: Place | undefined): void {
    this.change({ place });
    this.isAddressed = true;
    this.write();
  }

  /** Chooses the view below the picture. */
  choose(view: string): void {
    this.change({ view });
    this.isAddressed = true;
    this.write();
  }

  /** Ends a long run. What was computed before it stays. */
  cancel(): void {
    const { model } = this;
    model.cancel();
    const shown = model.result === undefined ? 'The opening scenario is shown in its place.' : 'The picture is that of the run before.';
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

  finished(): void {}

  failed(error: unknown): void {
    if (error instanceof Superseded) return;
    this.change({ notice: error instanceof Error ? sentence(error) : 'Something went wrong, and nobody said what.' });
  }

  /** Shows what the address says, or the opening scenario if that cannot be read. */
  private readonly load = async (): Promise<void> => {
    this.address.forget();
    const { link, place, view } = readFragment(location.hash);
    this.isAddressed = link !== '';
    this.change({ place, view, notice: undefined });
    try {
      if (link === '') return await this.openOpening();
      await this.model.open(await this.textOf(link));
    } catch (error) {
      this.recover(error);
    }
  };

  /** A damaged link is explained by the core. */
  private async textOf(link: string): Promise<string> {
    const builtIn = this.bounds.scenarios.find(({ name }) => name === link);
    return builtIn?.text ?? textOfLink(link) ?? this.model.engine.ask('fromLink', link);
  }

  private recover(error: unknown): void {
    if (!isFault(error)) return this.failed(error);
    this.change({ notice: `This link cannot be read. ${sentence(error)} The opening scenario is shown in its place.`, place: undefined });
    this.openInstead();
  }

  private openInstead(): void {
    this.isAddressed = false;
    this.openOpening().catch((error: unknown) => this.failed(error));
  }

  /** What it says is known from the build, before anything is loaded. */
  private openOpening(): Promise<void> {
    this.history.push(opening.text);
    return this.model.open(opening.text, opening);
  }

  private show(text: string | undefined): void {
    if (text === undefined) return;
    this.isAddressed = true;
    this.model.open(text).catch((error: unknown) => this.failed(error));
  }

  private write(): void {
    const { scenario, text } = this.model;
    if (this.isAddressed && scenario?.text === text) this.address.write({ link: scenario.link, place: this.place, view: this.view });
  }

  private change(changes: Partial<Pick<PageState, 'notice' | 'place' | 'view'>>): void {
    Object.assign(this, changes);
    this.requestUpdate();
  }
}
