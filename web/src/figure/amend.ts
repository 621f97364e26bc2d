/** Changes of the scenario: elements ask for them with an `amend` event, and they are made one after the other. */
import { isFault } from '../engine/index.ts';
import type { Engine, Scenario, Stroke } from '../engine/index.ts';

/** One field of the scenario with another value; an empty value is the usual one. */
export interface Amend {
  key: string;
  /** A stroke is made on the text as it was before the first of those that are not settled. */
  value: string | Stroke;
  /** False while more of the same will follow, as when a slider is dragged. */
  isSettled: boolean;
}

/** Asks whoever has the scenario for a change. */
export function amend(element: HTMLElement, key: string, value: string | Stroke, isSettled = true): void {
  const detail: Amend = { key, value, isSettled };
  element.dispatchEvent(new CustomEvent<Amend>('amend', { detail, bubbles: true, composed: true }));
}

/** Who has the scenario. */
export interface Desk {
  readonly engine: Engine;
  readonly text: string;
  /** The change can be made, and this comes of it. */
  accept(scenario: Scenario, change: Amend): void;
  refuse(error: unknown, change: Amend): void;
}

export class Amendments {
  /** When what was asked for so far is done. */
  done: Promise<void> = Promise.resolve();
  private waiting: Amend[] = [];
  private isBusy = false;
  /** The text that strokes are made on until one is settled. */
  private canvas: string | undefined;

  constructor(private readonly desk: Desk) {}

  /**
   * Asks for a change. Of several in one field that follow each other only the newest counts; one
   * that is settled is a step to come back to, and stays.
   */
  ask(change: Amend): void {
    const stays = ({ key, isSettled }: Amend) => isSettled || key !== change.key;
    this.waiting = [...this.waiting.filter(stays), change];
    if (!this.isBusy) this.done = this.makeAll();
  }

  private async makeAll(): Promise<void> {
    this.isBusy = true;
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) await this.make(next);
    this.isBusy = false;
  }

  private async make(change: Amend): Promise<void> {
    const { desk } = this;
    try {
      const value = await this.valueOf(change);
      desk.accept(await desk.engine.readWith(desk.text, change.key, value), change);
    } catch (error) {
      // A stroke is made on the whole text: where that is at fault is no place in the field.
      if (isFault(error) && typeof change.value !== 'string') delete error.position;
      desk.refuse(error, change);
    }
  }

  private async valueOf({ value, isSettled }: Amend): Promise<string> {
    const canvas = this.canvas ?? this.desk.text;
    this.canvas = isSettled || typeof value === 'string' ? undefined : canvas;
    return typeof value === 'string' ? value : this.desk.engine.paint(canvas, value);
  }
}
