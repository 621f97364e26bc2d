/** The figure as its parts see it: what it shows, and what they can have it do. `<lane-figure>` implements it. */
import type { Card, Direction, Engine, Picture, Result, Scenario, Span } from '../engine/index.ts';
import type { Plot } from '../plot/index.ts';
import type { LivePlayer } from './live-player.ts';

export interface FigureContext extends HTMLElement {
  readonly engine: Engine | undefined;
  readonly result: Result | undefined;
  readonly scenario: Scenario | undefined;
  /** The card of the open request, and its lane. */
  readonly card: Card | undefined;
  readonly lane: number;
  /** The interval in view, and the newest picture, which may be of another one. */
  readonly span: Span | undefined;
  readonly picture: Picture | undefined;
  readonly plot: Plot | undefined;
  /** The element that takes keys and pointers. */
  readonly chart: HTMLElement;
  readonly player: LivePlayer | null;
  /** Whether another lane represents this one. */
  isFolded(lane: number): boolean;
  /** Shows equivalent limiters in separate lanes, or in one again. */
  fold(): void;
  look(span: Span): void;
  fit(): void;
  zoom(factor: number): void;
  /** Goes to a request that two limiters decide differently. */
  disagreement(direction: Direction): void;
  draw(): void;
  say(text: string): void;
}
