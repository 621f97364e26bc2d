// What the picture is given, and what it tells of the person who looks at it.

import type { LanePicture, Span } from '../engine/index.ts';

export type { LanePicture, Span };

/** Windows that begin at fixed instants: how long they are, and one of the instants. */
export interface Windows {
  length: bigint;
  origin: bigint;
}

/** A lane: its words and what there is to draw. */
export interface PlotLane {
  title: string;
  caption: string;
  /** The whole budget, in requests: the line in the band. */
  limit?: number | undefined;
  picture: LanePicture;
  windows?: Windows | undefined;
  /** A figure beside the lane with a few words; `strong` where it is above the limit. */
  aside?: { figure: string; words: string; strong?: boolean } | undefined;
}

/** A request that is looked at, and when it would pass. */
export interface Selected {
  lane: number;
  request: number;
  time: bigint;
  wouldPass?: bigint | undefined;
  /** Whether it has the same number in all lanes. */
  isShared: boolean;
}

/** All there is to draw. */
export interface PlotState {
  span: Span;
  /** Columns of the arrays; the drawing area may have another width for a moment. */
  width: number;
  traffic: Uint32Array;
  lanes: PlotLane[];
  /** What the lane of arrivals is called. */
  arrivals?: Pick<PlotLane, 'title' | 'caption' | 'aside' | 'windows'> | undefined;
  /** Where lanes disagree, if they decide the same requests; columns as soon as they are known. */
  differences?: { caption: string; columns?: Uint32Array | undefined } | undefined;
  /** The instant that is pointed at, in all lanes. */
  cursor?: { time: bigint } | undefined;
  selected?: Selected | undefined;
  /** Where panning and zooming out end. */
  bounds?: Span | undefined;
}

/** Where a pointer is. */
export interface Pointed {
  lane: number | 'traffic' | 'differences';
  time: bigint;
  request?: number;
}

/** Which request a person asked for, or which instant where there is none near. */
export interface Asked {
  /** Without a lane, a request is meant that two lanes decide differently, from that instant on. */
  lane?: number;
  request?: number;
  time: bigint;
}
