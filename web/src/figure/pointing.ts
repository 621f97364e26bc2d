/** Finds the request under the pointer or at the cursor, and shows its rule on a hover card. */
import type { Engine, Result } from '../engine/index.ts';
import type { Pointed } from '../plot/index.ts';
import type { Interaction } from '../plot/interaction.ts';
import { CursorFinder } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import './hover-card.ts';

/** The figure as this code sees it. */
export interface PointingHost {
  /** The element that the card lies over. */
  readonly chart: HTMLElement;
  readonly interaction: Interaction;
  readonly engine: Engine | undefined;
  readonly result: Result | undefined;
}

export class Pointing {
  private readonly card = document.createElement('hover-card');
  private pointed: string | undefined;

  constructor(private readonly host: PointingHost) {
    host.chart.append(this.card);
  }

  /** Shows the request under a pointer, if there is one. Only the last of several calls counts. */
  async point(at: Pointed | undefined): Promise<void> {
    const pointed = at && `${at.lane} ${at.request ?? at.time}`;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    const cursor = at && (await this.cursorOf(at)?.catch(() => undefined));
    if (this.pointed === pointed) this.show(cursor);
  }

  /** Shows a request that was reached by keys. */
  show(cursor: Cursor | undefined): void {
    this.card.card = cursor?.card;
    if (cursor !== undefined) this.card.place = this.host.interaction.placeOf(cursor);
  }

  hide(): void {
    this.pointed = undefined;
    this.show(undefined);
  }

  private cursorOf({ lane, request, time }: Pointed): Promise<Cursor | undefined> | undefined {
    const { engine, result } = this.host;
    if (engine === undefined || result?.complete !== true || lane === 'traffic') return undefined;
    const finder = new CursorFinder(engine, result);
    if (lane === 'differences') return finder.differing(0, time);
    return request === undefined ? undefined : finder.at(lane, request);
  }
}
