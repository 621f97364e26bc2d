/**
 * A scenario on its way through the engine: the order, its result and its faults. The page has one model, and so has
 * every embedded figure. Elements request changes with an `amend` event.
 */
import { ChangeQueue } from '../engine/coalescing.ts';
import { isFault, Superseded } from '../engine/types.ts';
import type { Change, Engine, Fault, Finding, Order, Result, Scenario, Viewport } from '../engine/types.ts';

/** Requests a change from the nearest model. */
export function amend(element: HTMLElement, key: string, value: Change['value'], isSettled = true): void {
  const detail: Change = { key, value, isSettled };
  element.dispatchEvent(new CustomEvent<Change>('amend', { detail, bubbles: true, composed: true }));
}

/** Receives a model's reports. */
export interface ModelHost {
  requestUpdate(): void;
  /** The figure's viewport, once there is a figure. */
  viewport(isSteady: boolean): Viewport | undefined;
  /** The newest scenario is valid: of a change, or of a text that was opened. */
  accepted(scenario: Scenario, change: Change | undefined): void;
  finished(result: Result): void;
  /** An error that belongs to no field. */
  failed(error: unknown): void;
  /** The result of a text, known at build time: the small module can only count. */
  prebuilt(text: string): Finding | undefined;
}

export class Model {
  /** The text of the last order: as given, until its scenario is known. */
  text = '';
  /** The newest scenario that is known. */
  scenario: Scenario | undefined;
  result: Result | undefined;
  /** The newest result that is complete. While a slider is dragged, it is older than the picture. */
  complete: Result | undefined;
  progress: number | undefined;
  /** For each field, the fault in its last value. */
  faults: ReadonlyMap<string, Fault> = new Map();
  /** Whether the view should stay: a slider is being dragged, or traffic was painted. */
  isSteady = false;
  /** Resolves when every change so far has been accepted or refused. */
  changed: Promise<void> = Promise.resolve();
  private readonly changes = new ChangeQueue((change) => this.change(change));
  private running = 0;

  constructor(
    private readonly host: ModelHost,
    readonly engine: Engine,
  ) {
    this.engine.onResult = (result) => this.take(result);
    this.engine.onProgress = (share) => this.update({ progress: share });
  }

  /** Whether any run is in progress. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** The scenario of the picture. It may be older than the newest one. */
  get shown(): Scenario | undefined {
    const { result, scenario, text } = this;
    return result?.scenario ?? (scenario?.text === (result?.text ?? text) ? scenario : undefined);
  }

  /**
   * Shows a text, whose scenario may be known already. Rejects with a fault if the text is invalid. The previous
   * scenario stays until then: controls that disappear would pass their last value on to the next ones.
   */
  async open(text: string, scenario = this.scenario): Promise<void> {
    this.update({ text, scenario, isSteady: false, faults: new Map() });
    await this.run({ text }, (read) => this.accept(read, undefined));
  }

  /** Requests a change. A newer one to the same field may replace it while it waits. */
  amend(change: Change): void {
    this.changed = this.changes.add(change);
  }

  /** Cancels a long run. Keeps the previous result. */
  cancel(): void {
    this.engine.cancel();
    this.update({ progress: undefined });
  }

  /** Resolves as soon as the change is accepted or refused, without waiting for the run. */
  private change(change: Change): Promise<void> {
    const { key, value, isSettled } = change;
    const isSteady = isStroke(value) || (!isSettled && !key.startsWith('traffic'));
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
    // A stroke changes the whole text, so the position in it is not a position in the field.
    if (isStroke(value)) delete error.position;
    this.setFault(key, error);
  }

  private setFault(key: string, fault: Fault | undefined): void {
    const faults = new Map(this.faults);
    if (fault === undefined) faults.delete(key);
    else faults.set(key, fault);
    this.update({ faults });
  }

  private take(given: Result): void {
    const prebuilt = given.complete ? undefined : this.host.prebuilt(given.text);
    const result = prebuilt === undefined ? given : { ...given, finding: prebuilt };
    this.update({ result });
    if (result.complete || this.complete?.complete !== true) this.complete = result;
    this.host.finished(result);
  }

  private update(
    changes: Partial<Pick<Model, 'text' | 'scenario' | 'result' | 'progress' | 'faults' | 'isSteady'>>,
  ): void {
    Object.assign(this, changes);
    this.host.requestUpdate();
  }
}

function isStroke(value: Change['value']): boolean {
  return typeof value !== 'string' && !Array.isArray(value);
}
