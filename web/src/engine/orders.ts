// The part of a session that needs only the first module: it runs orders and draws pictures. All other
// questions are in `figure/questions.ts`.

import type { Core, Studio, StudioRun, WholeRun } from './modules.ts';
import type { Order, Picture, Span, Viewport } from './types.ts';

/** The session that answers questions. */
export interface Source {
  run(number: number, order: Order, viewport: Viewport | undefined): Promise<void>;
  picture(span: Span, width: number): Promise<Picture>;
  /** The newest finished run, in the whole module. */
  wholeRun(): Promise<WholeRun>;
  wholeModule(): Promise<Core>;
  /** The same run in the studio module. */
  studioRun(): Promise<StudioRun>;
  studioModule(): Promise<Studio>;
}

export const ORDERS = {
  /** Runs an order. Its number is in the events about it. */
  run: (source: Source, number: number, order: Order, viewport?: Viewport) => source.run(number, order, viewport),

  /** A picture of the newest finished run. */
  picture: (source: Source, span: Span, width: number) => source.picture(span, width),
};
