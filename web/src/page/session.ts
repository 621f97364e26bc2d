/**
 * What the page knows: one text, and what came of it. Elements ask for changes with an `amend`
 * event; the text changes when the engine has read the result, and never otherwise.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { bounds, opening } from 'virtual:known';
import { createEngine, isFault, Superseded } from '../engine/index.ts';
import type { Bounds, Engine, Fault, Result, Scenario } from '../engine/index.ts';
import { Amendments } from '../figure/amend.ts';
import type { Amend, Desk } from '../figure/amend.ts';
import { History } from './history.ts';
import { AddressWriter, readFragment } from './link.ts';
import type { Place } from '../figure/cards.ts';
import { sentence } from '../words/index.ts';

export class Session implements ReactiveController, Desk {
  readonly engine: Engine = createEngine();
  text = '';
  scenario: Scenario | undefined;
  readonly bounds: Bounds = bounds;
  result: Result | undefined;
  /** The newest of which everything is of one run: while a slider is dragged, it is behind the picture. */
  told: Result | undefined;
  progress: number | undefined;
  /** For each field, what is wrong with the value that was asked for last. */
  faults: ReadonlyMap<string, Fault> = new Map();
  /** Something that the person should know, such as that a link was damaged. */
  notice: string | undefined;
  /** The request whose card is open, and so a part of the link. */
  place: Place | undefined;
  /** The name of the view below the picture, if it is not the first. */
  view: string | undefined;
  /** Whether what is looked at should stay: a slider is being dragged, or traffic was painted. */
  isSteady = false;

  private readonly history = new History();
  private readonly address = new AddressWriter();
  private readonly amendments = new Amendments(this);
  /** The text of the run that is not done. */
  private underway: string | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
    this.engine.onResult = (result) => this.take(result);
    this.engine.onProgress = (share) => this.change({ progress: share });
  }

  hostConnected(): void {
    addEventListener('hashchange', this.load);
    void this.load();
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.load);
  }

  /** The scenario of the picture, which may be another while the newest is computed. */
  get shown(): Scenario | undefined {
    const { result, scenario, text } = this;
    return result?.scenario ?? (result === undefined || result.text === text ? scenario : undefined);
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  /** A field that is left for the button has its last word first. */
  undo(): void {
    void this.amendments.done.then(() => this.show(this.history.undo()));
  }

  redo(): void {
    void this.amendments.done.then(() => this.show(this.history.redo()));
  }

  amend(change: Amend): void {
    this.amendments.ask(change);
  }

  /** Opens or closes the card of a request. */
  point(place: Place | undefined): void {
    this.change({ place });
    this.write();
  }

  /** Chooses what is below the picture. */
  look(view: string): void {
    this.change({ view });
    this.write();
  }

  /** Ends a long run. What was computed before it stays. */
  cancel(): void {
    this.engine.cancel();
    this.underway = undefined;
    const shown = this.result === undefined ? 'The opening scenario is shown in its place.' : 'The picture is that of the run before.';
    this.change({ progress: undefined, notice: `The run was cancelled. ${shown}` });
    if (this.result === undefined) this.run(opening, false);
  }

  dismiss(): void {
    this.change({ notice: undefined });
  }

  accept(scenario: Scenario, { key, value, isSettled }: Amend): void {
    this.isSteady = typeof value !== 'string' || (!isSettled && key !== 'traffic');
    this.history.push(scenario.text, key, isSettled);
    this.setFault(key, undefined);
    this.run(scenario);
  }

  refuse(error: unknown, { key }: Amend): void {
    if (isFault(error)) this.setFault(key, error);
    else this.tell(error);
  }

  private setFault(key: string, fault: Fault | undefined): void {
    const faults = new Map(this.faults);
    if (fault === undefined) faults.delete(key);
    else faults.set(key, fault);
    this.change({ faults });
  }

  /** Shows what the address says, or the opening scenario if that cannot be read. */
  private readonly load = async (): Promise<void> => {
    this.address.forget();
    this.isSteady = false;
    const { link, place, view } = readFragment();
    try {
      const scenario = link === '' ? opening : await this.engine.read(await this.textOf(link));
      this.change({ place, view, notice: undefined, faults: new Map() });
      this.run(scenario, link !== '');
      this.history.push(scenario.text);
    } catch (error) {
      this.recover(error);
    }
  };

  private async textOf(link: string): Promise<string> {
    return this.bounds.scenarios.find(({ name }) => name === link)?.text ?? this.engine.fromLink(link);
  }

  private recover(error: unknown): void {
    if (!isFault(error)) return this.tell(error);
    const notice = `This link cannot be read. ${sentence(error)} The opening scenario is shown in its place.`;
    this.change({ notice, place: undefined, faults: new Map() });
    this.run(opening, false);
  }

  private async show(text: string | undefined): Promise<void> {
    if (text === undefined) return;
    this.isSteady = false;
    this.change({ faults: new Map() });
    try {
      this.run(await this.engine.read(text));
    } catch (error) {
      this.tell(error);
    }
  }

  private run(scenario: Scenario, isWritten = true): void {
    const { text } = scenario;
    this.change({ text, scenario });
    if (isWritten) this.write();
    // A field that is left says its value once more. Beginning again would take the button to cancel from under the pointer.
    if (text !== this.underway) void this.compute(text);
  }

  private async compute(text: string): Promise<void> {
    this.underway = text;
    try {
      await this.engine.run(text);
    } catch (error) {
      this.tell(error);
    } finally {
      if (this.underway === text) this.underway = undefined;
    }
  }

  private take(result: Result): void {
    this.change({ result });
    if (result.complete || this.told?.complete !== true) this.told = result;
  }

  private write(): void {
    if (this.scenario?.text !== this.text) return;
    this.address.write({ link: this.scenario.link, place: this.place, view: this.view });
  }

  private tell(error: unknown): void {
    if (error instanceof Superseded) return;
    const told = error instanceof Error ? sentence(error) : 'Something is wrong that has no name.';
    this.change({ notice: told });
  }

  private change(changes: Partial<Pick<Session, 'text' | 'scenario' | 'result' | 'progress' | 'faults' | 'notice' | 'place' | 'view'>>): void {
    Object.assign(this, changes);
    this.host.requestUpdate();
  }
}
