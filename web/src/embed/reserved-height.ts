// The height to reserve for a figure in the page around it, in pixels. The element reserves it, and a frame that cannot
// adapt to its content has it.

import { heightsOf } from '../plot/heights.ts';

/** Around the lanes, and for the words and the gap of each lane; from a width on. */
export const RESERVED_HEIGHTS = [
  { from: 0, around: 408, lane: 88 },
  { from: 400, around: 402, lane: 76 },
  { from: 640, around: 238, lane: 32 },
] as const;

/** Additional height for controls and for the link to the playground. */
export const MORE = { some: 300, all: 900 } as const;
export const LINK = 34;

/** The height of a figure that is as wide as the `from` of a row above. */
export function heightIn(
  { around, lane }: (typeof RESERVED_HEIGHTS)[number],
  lanes: number,
  controls: string | undefined,
): number {
  const { marks } = heightsOf(lanes);
  const more = controls === 'some' || controls === 'all' ? MORE[controls] : 0;
  return around + marks + lanes * (marks + lane) + LINK + more;
}
