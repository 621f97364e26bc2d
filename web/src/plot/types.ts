// The state that the picture draws, and the events that it reports.

import type { LanePicture, Outside, Span } from '../engine/index.ts';
import type { Drawn } from './interaction.ts';

export type { LanePicture, Span };

/** Windows that begin at fixed instants: their length, and one of the instants. */
export interface Windows {
  length: bigint;
  origin: bigint;
}

/** Events of a store in view, as fractions of the width: when servers sync, and when it does not respond. */
export interface Causes {
  ticks?: number[];
  outage?: [from: number, to: number];
}

/** A lane: its words and its picture. */
export interface PlotLane {
  title: string;
  caption: string;
  /** The whole budget, in requests: the line in the band. */
  limit?: number | undefined;
  picture: LanePicture & { causes?: Causes };
  windows?: Windows | undefined;
  /** Whether another lane represents this one, because it decides exactly the same. */
  isFolded?: boolean;
  /** What a click on the limiter's name shows, if anything. */
  opens?: string | undefined;
  /** The equivalent limiters, in a few words, and whether they have separate lanes now. */
  equivalents?: { label: string; isOpen: boolean } | undefined;
  peak?: Peak | undefined;
  /** The head of the column of peaks. */
  peakHead?: string | undefined;
  /** A hint in the lane about what the user can do there. */
  hint?: string | undefined;
}

/** The most in any window, with the limit and the worst case. All lanes share one scale. */
export interface Peak {
  figure: string;
  words: string;
  /** Whether the lane let more through than its own limit allows. */
  isOver: boolean;
  most: number;
  limit: number;
  /** Undefined if there is no bound. */
  worst: number | undefined;
  scale: number;
}

/** The selected request, and when it would pass. */
export interface Selected {
  lane: number;
  request: number;
  time: bigint;
  wouldPass?: bigint | undefined;
  /** Whether it has the same index in all lanes. */
  isShared: boolean;
}

/** Everything to draw. */
export interface PlotState {
  span: Span;
  /** Columns in the arrays; the drawing area may briefly have another width. */
  width: number;
  traffic: Uint32Array;
  lanes: PlotLane[];
  /** The words of the lane of arrivals. */
  arrivals?: Pick<PlotLane, 'title' | 'caption' | 'peakHead' | 'hint' | 'windows'> | undefined;
  /** The labels in the lane of arrivals. */
  outside?: Outside | undefined;
  /** Where lanes disagree, if they decide the same requests; with columns once they are known. */
  differences?: { caption: string; columns?: Uint32Array | undefined } | undefined;
  /** The instant under the pointer, in all lanes. */
  cursor?: { time: bigint } | undefined;
  selected?: Selected | undefined;
  /** Draws over the lanes; `areNew` if they were just drawn. */
  over?: ((drawn: Drawn, areNew: boolean) => void) | undefined;
  /** The limits of panning and zooming out. */
  bounds?: Span | undefined;
}

/** Many requests in one column of pixels, and the outcome that was pointed at. */
export interface ColumnSpot {
  part: 'column';
  from: bigint;
  to: bigint;
  counts: [allowed: number, denied: number, delayed: number];
  outcome: number;
}

/** A row of a lane, and its column that is near, if one is. */
export interface RowSpot {
  part: 'row';
  row: number;
  column?: ColumnSpot | undefined;
}

/** A part of a lane that is no single request. */
export type Spot =
  | RowSpot
  | { part: 'bracket' }
  | { part: 'edge'; time: bigint }
  | { part: 'band' }
  | { part: 'window'; from: bigint; to: bigint }
  | ColumnSpot;

/** In pixels from the corner of the picture. */
export interface Position {
  x: number;
  y: number;
}

/** The position of a pointer. */
export interface Pointed {
  lane: number | 'traffic' | 'differences';
  time: bigint;
  request?: number;
  spot?: Spot | undefined;
  position?: Position;
}

/** The words next to a lane, under the pointer. */
export interface Beside {
  lane: number;
  part: 'name' | 'peak' | 'equivalents';
  position: Position;
}

/** The request that a person chose, or the instant if no request is near. */
export interface Asked {
  /** Without a lane: the first request from that instant on that two lanes decide differently. */
  lane?: number;
  request?: number;
  time: bigint;
  spot?: Spot | undefined;
  position?: Position;
  isTouch?: boolean;
}
