// The picture: lanes on one time axis. It draws the state it is given, and decides or counts nothing. `types.ts` has
// that state, `plot.ts` draws it.

export type { Arrival, Painted } from './brush.ts';
export type {
  Asked,
  Beside,
  ColumnSpot,
  PlotLane,
  PlotState,
  Pointed,
  Position,
  RowSpot,
  Selected,
  Span,
} from './types.ts';
export { Plot } from './plot.ts';
export { clampSpan, pan, spanLength, zoom } from './span.ts';
