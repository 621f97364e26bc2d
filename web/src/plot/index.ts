// The picture: lanes on one time axis. It draws what a view contains; it decides and
// counts nothing. `types.ts` says what it is given, `plot.ts` does it.

export type { Arrival, Painted } from './brush.ts';
export type { Asked, PlotLane, PlotState, Pointed, Selected, Span } from './types.ts';
export { Plot } from './plot.ts';
export { clampSpan, pan, spanLength, zoom } from './span.ts';
