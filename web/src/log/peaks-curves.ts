/** The geometry of the curves in `<peaks-chart>`. */
import type { Scale } from '../views/envelope/scale.ts';
import type { Line, Point } from './label-positions.ts';
import { HEIGHT } from './peaks-chart.styles.ts';

export const [LEFT, RIGHT, TOP, BOTTOM] = [52, 16, 22, 30];
/** Pixels from a line of text to the next. */
export const LINE = 16;

/** Numbers of clients, in descending order, of some of the ranks. */
export interface Curve {
  ranks: ArrayLike<number>;
  numbers: ArrayLike<number>;
}

/** Where text that begins at a height does not lie on the line of the limit: above it if need be. */
export function clearOf(line: number, top: number, rows = 1): number {
  const isOn = line > top - LINE && line < top + (rows - 1) * LINE + 6;
  const above = line - 9 - (rows - 1) * LINE;
  return isOn && above >= 10 ? above : isOn ? line + LINE : top;
}

/** The points of a curve. A single client has a line as wide as the picture. */
export function pointsOf({ ranks, numbers }: Curve, x: Scale, y: Scale, end: number): Point[] {
  const place = (number: number) => Math.max(TOP - 14, y(Math.max(0.8, number)));
  const points = Array.from(ranks, (rank, index): Point => [x(rank), place(numbers[index])]);
  return points.length === 1 ? [points[0], [end, points[0][1]]] : points;
}

export function pathOf(points: Line): string {
  return `M${points.map((point) => point.map((number) => number.toFixed(1)).join(',')).join('L')}`;
}

/** Returns the path of the area below a line. */
export function areaOf(points: Line): string {
  const [floor, last] = [HEIGHT - BOTTOM, points.at(-1)?.[0] ?? LEFT];
  return `M${LEFT},${floor}${pathOf(points).replace('M', 'L')}L${last.toFixed(1)},${floor}Z`;
}
