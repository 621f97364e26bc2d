/**
 * Lines of one chart that lie on each other for a while. There each has its share of the dashes, so that all are seen
 * and none is moved from its place.
 */

/** A part of a line, and the dashes that are its own; none where a solid line is alone. */
export interface Strand {
  path: string;
  dashes: string | undefined;
  offset: number;
}

/** How long a dash is, and the distance from one dash to the next of another line. */
export interface Thread {
  dash: number;
  pitch: number;
}

export const SOLID: Thread = { dash: 7, pitch: 7 };
export const DOTTED: Thread = { dash: 0, pitch: 5 };

/** Step lines over the same x positions, each by its heights. A height that is not finite is not drawn. */
export function weave(places: number[], lines: number[][], thread: Thread): Strand[][] {
  return lines.map((heights, line) => {
    const strands: Strand[] = [];
    const companionsAt = (at: number) => lines.flatMap((other, index) => (other[at] === heights[at] ? [index] : []));
    let from = 0;
    for (let at = 1; at < places.length; at += 1) {
      const isLast = at === places.length - 1;
      if (!isLast && companionsAt(at).join() === companionsAt(from).join()) continue;
      const companions = companionsAt(from);
      strands.push(dashed(along(places, heights, from, at), companions.length, companions.indexOf(line), thread));
      // The step to what follows belongs to no run: dashes of one run begin at the same position.
      if (heights[at] !== heights[at - 1])
        strands.push(dashed(step(places[at], heights[at - 1], heights[at]), 1, 0, thread));
      from = at;
    }
    return strands.filter(({ path }) => path !== '');
  });
}

function dashed(path: string, together: number, index: number, { dash, pitch }: Thread): Strand {
  const isSolid = together === 1 && dash === pitch;
  return { path, dashes: isSolid ? undefined : `${dash} ${pitch * together - dash}`, offset: -pitch * index };
}

/** From one position to another, without the step at the last. */
function along(places: number[], heights: number[], from: number, to: number): string {
  if (!Number.isFinite(heights[from])) return '';
  let path = `M${round(places[from])},${round(heights[from])}`;
  for (let at = from + 1; at < to; at += 1) {
    if (heights[at] !== heights[at - 1]) path += `H${round(places[at])}V${round(heights[at])}`;
  }
  return `${path}H${round(places[to])}`;
}

function step(place: number, from: number, to: number): string {
  return Number.isFinite(from) && Number.isFinite(to) ? `M${round(place)},${round(from)}V${round(to)}` : '';
}

function round(place = 0): string {
  return place.toFixed(1);
}
