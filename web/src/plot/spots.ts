// Finds the part of a lane at a position, other than a single request: a column, the band, a window, the bracket.

import { ALLOWED, DELAYED, DENIED } from '../engine/marks.ts';
import { PER_COLUMN } from './columns.ts';
import { BOLD_CHARACTER, LABEL_BELOW, LABEL_HEIGHT } from './constants.ts';
import type { Lane } from './lane.ts';
import { shareOf, timeAt } from './span.ts';
import { ORDER as DOWN, rowAt } from './rows.ts';
import type { ColumnSpot, PlotState, RowSpot, Spot } from './types.ts';

/** A column is hit from this many pixels away. */
const REACH = 3;
const ROW_REACH = 6;
/** The bracket and its words are this high, and are hit from this many pixels away. */
const BRACKET = LABEL_BELOW + LABEL_HEIGHT;
const NEAR = 6;

/** Returns the part of a lane at a position, in pixels from the corner of its area. */
export function spotAt(
  state: PlotState,
  at: number,
  lane: Lane,
  x: number,
  y: number,
  width: number,
): Spot | undefined {
  if (isBracket(state, at, x, y, width)) return { part: 'bracket' };
  if (lane.bandHeight > 0 && y >= lane.height - lane.bandHeight)
    return rowSpot(state, at, lane, x, y, width) ?? { part: 'band' };
  const column = columnAt(state, at, lane, x, y, width);
  if (column !== undefined) return column;
  const edge = edgeAt(state, at, x, width);
  if (edge !== undefined) return edge;
  const time = timeAt(state.span, x / width);
  const window = state.lanes[at].picture.labels?.windows.find(({ from, to }) => time >= from && time < to);
  return window === undefined ? undefined : { part: 'window', from: window.from, to: window.to };
}

/** The edge of a window that is right under the pointer. */
function edgeAt({ span, lanes }: PlotState, at: number, x: number, width: number): Spot | undefined {
  const edges = lanes[at].picture.labels?.windows.map(({ from }) => from) ?? [];
  const time = edges.find((edge) => edge > span.from && Math.abs(shareOf(span, edge) * width - x) <= REACH);
  return time === undefined ? undefined : { part: 'edge', time };
}

function isBracket(
  { span, lanes, width: columns }: PlotState,
  at: number,
  x: number,
  y: number,
  width: number,
): boolean {
  const bracket = lanes[at].picture.labels?.bracket;
  if (bracket === undefined || y > BRACKET) return false;
  const [from, to] = [bracket.from, bracket.to].map((time) => shareOf(span, time) * width);
  const isOver = y < NEAR && x >= from - NEAR && x <= to + NEAR;
  const words = ((bracket.text?.column ?? 0) * width) / columns;
  return (
    isOver || (bracket.text !== undefined && x >= words && x <= words + BOLD_CHARACTER * bracket.text.words.length)
  );
}

/** The nearest column with requests, where they are drawn as columns. */
function columnAt(
  state: PlotState,
  at: number,
  lane: Lane,
  x: number,
  y: number,
  width: number,
): ColumnSpot | undefined {
  const { columns: counts, marks } = state.lanes[at].picture;
  if (counts === undefined || marks !== undefined) return undefined;
  return columnIn(state, counts, x / width, REACH, (parts) => outcomeAt(parts, lane, y));
}

/** The row at a position, with its nearest column. */
function rowSpot(state: PlotState, at: number, lane: Lane, x: number, y: number, width: number): RowSpot | undefined {
  const { rows } = state.lanes[at].picture;
  if (rows === undefined) return undefined;
  const { row, depth } = rowAt(lane, y);
  return {
    part: 'row',
    row,
    column: columnIn(state, rows.columns[row], x / width, ROW_REACH, (parts) => outcomeIn(parts, depth)),
  };
}

/** The nearest column with requests within this many pixels of a fraction of the width. */
function columnIn(
  { span, width: columns }: PlotState,
  counts: Uint32Array,
  share: number,
  reach: number,
  outcomeOf: (parts: Uint32Array) => number,
): ColumnSpot | undefined {
  const middle = Math.floor(share * columns);
  const near = Array.from({ length: 2 * reach + 1 }, (_, by) => middle + (by % 2 === 0 ? by / 2 : -(by + 1) / 2));
  const column = near.find((one) => one >= 0 && one < columns && total(counts, one) > 0);
  if (column === undefined) return undefined;
  const parts = counts.subarray(PER_COLUMN * column, PER_COLUMN * (column + 1));
  const [allowed, denied, delayed] = parts;
  const [from, to] = [edgeOf(span, column, columns), edgeOf(span, column + 1, columns)];
  return { part: 'column', from, to, counts: [allowed, denied, delayed], outcome: outcomeOf(parts) };
}

/** Where a column begins, as the core computes it. */
function edgeOf({ from, to }: PlotState['span'], column: number, columns: number): bigint {
  return from + ((to - from) * BigInt(column)) / BigInt(columns);
}

function total(counts: Uint32Array, column: number): number {
  return counts.subarray(PER_COLUMN * column, PER_COLUMN * (column + 1)).reduce((sum, part) => sum + part, 0);
}

/** Bottom to top. The cross of a rare denial is above its column. */
const ORDER = [ALLOWED, DELAYED, DENIED];

/** The kind of request at a height of a column. */
function outcomeAt(parts: Uint32Array, lane: Lane, y: number): number {
  const { base, pitch } = lane.standing;
  const present = ORDER.filter((outcome) => parts[outcome] > 0);
  let top = base;
  for (const outcome of present) {
    top -= Math.max(2, parts[outcome] * pitch);
    if (y >= top) return outcome;
  }
  return present.at(-1) ?? ALLOWED;
}

/** The kind of request at this fraction of a stroke of a row. */
function outcomeIn(parts: Uint32Array, depth: number): number {
  const all = parts.reduce((sum, part) => sum + part, 0);
  let above = 0;
  return DOWN.find((outcome) => (above += parts[outcome]) > 0 && above >= depth * all) ?? ALLOWED;
}
