/**
 * A scenario on its way through the engine: what was asked for, what came of it, what is wrong with it. The page has
 * one, and so has every embedded figure. Elements ask for changes with an `amend` event.
 */
import { isFault, Superseded } from '../engine/types.ts';
import type { Change, Engine, Fault, Order, Result, Scenario, Viewport } from '../engine/types.ts';

/** Asks the nearest model for a change. */
export function amend(element: HTMLElement, key: string, value: Change['value'], isSettled = true): void {
  const detail: Change = { key, value, isSettled };
  element.dispatchEvent(new CustomEvent<Change>('amend', { detail, bubbles: true, composed: true }));
}

/** What a model reports to. */
export interface ModelHost {
  requestUpdate(): void;
  /** What the figure looks at, once there is one. */
  viewport(isSteady: boolean): Viewport | undefined;
  /** The newest scenario could be read: after a change, or of a text that was opened. */
  accepted(scenario: Scenario, change: Change | undefined): void;
  finished(result: Result): void;
  /** Something went wrong that is no fault of a field. */
  failed(error: unknown): void;
}

export class Model {
  /** The text of what was asked for last: as it was given, until its scenario is known. */
  text = '';
  /** The newest that is known. */
  scenario: Scenario | undefined;
  result: Result | undefined;
  /** The newest result of which everything is of one run: while a slider is dragged, it is behind the picture. */
  complete: Result | undefined;
  progress: number | undefined;
  /** For each field, what is wrong with the value that was asked for last. */
  faults: ReadonlyMap<string, Fault> = new Map();
  /** Whether what is in view should stay: a slider is being dragged, or traffic was painted. */
  isSteady = false;
  /** When every change that was asked for so far has been accepted or refused. */
  changed: Promise<void> = Promise.resolve();
  private waiting: Change[] = [];
  private isChanging = false;
  private running = 0;

  constructor(
    private readonly host: ModelHost,
    readonly engine: Engine,
  ) {
    this.engine.onResult = (result) => this.take(result);
    this.engine.onProgress = (share) => this.update({ progress: share });
  }

  /** Whether a run is not done. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** The scenario of the picture, which may be another while the newest is computed. */
  get shown(): Scenario | undefined {
    const { result, scenario, text } = this;
    return result?.scenario ?? (scenario?.text === (result?.text ?? text) ? scenario : undefined);
  }

  /**
   * Shows a text, whose scenario may be known. Rejects with a fault if it cannot be read. The scenario before it stays
   * until then: controls that went away would give their last value to the next.
   */
  async open(text: string, scenario = this.scenario): Promise<void> {
    this.update({ text, scenario, isSteady: false, faults: new Map() });
    await this.run({ text }, (read) => this.accept(read, undefined));
  }

  /**
   * Asks for a change. Of several in one field that follow each other only the newest counts; one
   * that is settled is a step to come back to, and stays.
   */
  amend(change: Change): void {
    const stays = ({ key, isSettled }: Change) => isSettled || key !== change.key;
    this.waiting = [...this.waiting.filter(stays), change];
    if (!this.isChanging) this.changed = this.changeAll();
  }

  /** Ends a long run. What was computed before it stays. */
  cancel(): void {
    this.engine.cancel();
    this.update({ progress: undefined });
  }

  private async changeAll(): Promise<void> {
    this.isChanging = true;
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) await this.change(next);
    this.isChanging = false;
  }

  /** Resolves as soon as the change is accepted or refused, and does not wait for its run. */
  private change(change: Change): Promise<void> {
    const { key, value, isSettled } = change;
    const isSteady = typeof value !== 'string' || (!isSettled && key !== 'traffic');
    return new Promise((resolve) => {
      const accept = (scenario: Scenario): void => {
        this.isSteady = isSteady;
        this.setFault(key, undefined);
        this.accept(scenario, change);
        resolve();
      };
      const refuse = (error: unknown): void => this.refuse(error, change);
      void this.run({ change }, accept, isSteady).catch(refuse).then(resolve);
    });
  }

  private async run(order: Order, accept: (scenario: Scenario) => void, isSteady = false): Promise<void> {
    this.running += 1;
    try {
      await this.engine.run(order, this.host.viewport(isSteady), accept);
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
    } finally {
      this.running -= 1;
    }
  }

  private accept(scenario: Scenario, change: Change | undefined): void {
    this.update({ text: scenario.text, scenario });
    this.host.accepted(scenario, change);
  }

  private refuse(error: unknown, { key, value }: Change): void {
    if (!isFault(error)) return this.host.failed(error);
    // A stroke is made on the whole text: a place in that is no place in the field.
    if (typeof value !== 'string') delete error.position;
    this.setFault(key, error);
  }

  private setFault(key: string, fault: Fault | undefined): void {
    const faults = new Map(this.faults);
    if (fault === undefined) faults.delete(key);
    else faults.set(key, fault);
    this.update({ faults });
  }

  private take(result: Result): void {
    this.update({ result });
    if (result.complete || this.complete?.complete !== true) this.complete = result;
    this.host.finished(result);
  }

  private update(changes: Partial<Pick<Model, 'text' | 'scenario' | 'result' | 'progress' | 'faults' | 'isSteady'>>): void {
    Object.assign(this, changes);
    this.host.requestUpdate();
  }
}
