/** Finds positions for the labels of lines in a chart: each next to its own line, and on none. */

export type Point = readonly [left: number, top: number];
/** A line, from point to point. */
export type Line = readonly Point[];

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pixels from a line to its label, and at least from that to any other line. */
const [NEAR, FAR] = [5, 11];
/** Pixels from one position that is tried to the next. */
const STEP = 12;
/** A label is at its line as long as the line leaves it by no more pixels. */
const MOST_AWAY = 60;

/** A label, and the line that it belongs to. */
export interface Label {
  line: Line;
  width: number;
  height: number;
}

/**
 * A position for each label, within the box and clear of everything else; undefined if there is none. Of several
 * positions it is the one that its line follows most closely.
 */
export function placeLabels(
  labels: readonly Label[],
  others: readonly Line[],
  taken: readonly Box[],
  within: Box,
): (Box | undefined)[] {
  const full = [...taken];
  return labels.map((label) => {
    const rest = [...others, ...labels.filter((other) => other !== label).map(({ line }) => line)];
    const best = placesOf(label, within).find(({ box }) => isFree(box, rest, full) && !isCut(box, label.line, rest));
    if (best !== undefined) full.push(best.box);
    return best?.box;
  });
}

/** Whether a box is far enough from all lines, and on none of the boxes. */
export function isFree(box: Box, lines: readonly Line[], taken: readonly Box[], far = FAR): boolean {
  return !taken.some((other) => overlap(box, other)) && lines.every((line) => distance(box, line, far) >= far);
}

/** Whether another line lies between a label and its own. */
function isCut({ left, right, top, bottom }: Box, own: Line, others: readonly Line[]): boolean {
  for (let place = left; place <= right; place += STEP) {
    const [near, far] = [topAt(own, place), (top + bottom) / 2];
    const isBetween = (height: number) => height > Math.min(near, far) && height < Math.max(near, far);
    if (others.some((line) => isOver(line, place, place) && isBetween(topAt(line, place)))) return true;
  }
  return false;
}

/** Whether nothing lies between a point and a box, but near the point. */
export function isInSight([left, top]: Point, box: Box, lines: readonly Line[], near: number): boolean {
  const to: Point = [Math.max(box.left, Math.min(box.right, left)), Math.max(box.top, Math.min(box.bottom, top))];
  const length = Math.hypot(to[0] - left, to[1] - top);
  for (let gone = near; gone < length; gone += 2) {
    const [x, y] = [left + ((to[0] - left) * gone) / length, top + ((to[1] - top) * gone) / length];
    if (!isFree({ left: x, right: x, top: y, bottom: y }, lines, [], 2)) return false;
  }
  return true;
}

/** Positions above and below a line, those closest to it first. */
function placesOf({ line, width, height }: Label, within: Box): { box: Box; away: number }[] {
  const places: { box: Box; away: number }[] = [];
  for (let left = within.left; left + width <= within.right; left += STEP) {
    const tops = topsBetween(line, left, left + width);
    if (tops === undefined) continue;
    const [high, low] = tops;
    const boxes = [high - NEAR - height, low + NEAR].map((top) => ({
      left,
      right: left + width,
      top,
      bottom: top + height,
    }));
    for (const box of boxes)
      if (box.top >= within.top && box.bottom <= within.bottom) places.push({ box, away: low - high });
  }
  return places.filter(({ away }) => away <= MOST_AWAY).sort((one, other) => one.away - other.away);
}

/**
 * The highest and the lowest point of a line between two x positions; undefined if it does not reach over all of it.
 */
function topsBetween(line: Line, from: number, to: number): [high: number, low: number] | undefined {
  if (!isOver(line, from, to)) return undefined;
  const inside = line.filter(([left]) => left >= from && left <= to).map(([, top]) => top);
  const all = [topAt(line, from), topAt(line, to), ...inside];
  return [Math.min(...all), Math.max(...all)];
}

function isOver(line: Line, from: number, to: number): boolean {
  return line.length > 1 && line[0][0] <= from && line[line.length - 1][0] >= to;
}

function topAt(line: Line, left: number): number {
  const next = Math.max(
    1,
    line.findIndex(([place]) => place >= left),
  );
  const [[fromLeft, fromTop], [toLeft, toTop]] = [line[next - 1], line[next]];
  return toLeft === fromLeft ? toTop : fromTop + ((toTop - fromTop) * (left - fromLeft)) / (toLeft - fromLeft);
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Pixels from a box to a line, and 0 on it. What is further than `far` need not be exact. */
function distance(box: Box, line: Line, far: number): number {
  let least = Infinity;
  for (let index = 1; index < line.length; index += 1) {
    const [one, other] = [line[index - 1], line[index]];
    const isBeside = Math.max(one[0], other[0]) < box.left - far || Math.min(one[0], other[0]) > box.right + far;
    if (!isBeside) least = Math.min(least, toSegment(box, one, other));
  }
  return least;
}

/** Looks at points of the segment no further apart than two pixels: labels need no more. */
function toSegment(box: Box, [fromLeft, fromTop]: Point, [toLeft, toTop]: Point): number {
  const steps = Math.max(1, Math.ceil(Math.hypot(toLeft - fromLeft, toTop - fromTop) / 2));
  let least = Infinity;
  for (let step = 0; step <= steps; step += 1) {
    const [left, top] = [fromLeft + ((toLeft - fromLeft) * step) / steps, fromTop + ((toTop - fromTop) * step) / steps];
    const across = Math.max(box.left - left, left - box.right, 0);
    const down = Math.max(box.top - top, top - box.bottom, 0);
    least = Math.min(least, Math.hypot(across, down));
  }
  return least;
}
