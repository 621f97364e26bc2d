/** The instant for a request that a person sends: always in view, with space for its answers. */
import type { Span } from '../engine/index.ts';
import { roundStep, snap } from '../plot/brush.ts';
import { spanLength } from '../plot/span.ts';

/** The view as far as sending needs it. */
export interface Sight {
  span: Span;
  /** For each column, the number of requests. */
  traffic: Uint32Array;
  /** The time that positions are rounded to. */
  fineness: bigint;
}

/** The fraction of the view at its end that has no space for an answer. */
const MARGIN = 40n;
/** The position of the request if the view moves on, as a fraction of the view. */
const [AT, OF] = [3n, 4n];

/**
 * The instant, and the view in which it can be seen: at the playhead if that is in view, else a little after the last
 * request in view, else in the middle.
 */
export function placeToSend(
  playhead: bigint | undefined,
  { span, traffic, fineness }: Sight,
): { time: bigint; span: Span } {
  const isInView = playhead !== undefined && playhead >= span.from && playhead <= span.to;
  const time = isInView ? snap(playhead, fineness) : afterLast(span, traffic);
  const length = spanLength(span);
  if (time <= span.to - length / MARGIN && time >= span.from) return { time, span };
  const from = time - (length * AT) / OF;
  return { time, span: from < 0n ? { from: 0n, to: length } : { from, to: from + length } };
}

function afterLast(span: Span, traffic: Uint32Array): bigint {
  const length = spanLength(span);
  const last = traffic.reduce((found, here, column) => (here > 0 ? column : found), -1);
  const gap = length / MARGIN;
  const step = roundStep(Number(gap));
  if (last === -1) return snap(span.from + length / 2n, step);
  const end = span.from + (length * BigInt(last + 1)) / BigInt(traffic.length);
  return ((end + gap / 2n) / step + 1n) * step;
}
