/** A small bar chart for a lane: the most that one client got in a window, the worst case and the limit. */
import { nothing, svg } from 'lit';
import type { LaneResult } from '../../engine/index.ts';

/** Of the view box. Values stay one unit away from its edges, so that no line is cut off. */
const [WIDTH, HEIGHT] = [96, 24];

/** The value at the right end, the same for all strips, so that they can be compared. */
export function stripEnd(lanes: LaneResult[], limit: number): number {
  return Math.max(limit, ...lanes.map(({ measures, limit: own }) => Math.max(own ?? 0, measures?.most.cost ?? 0, measures?.bound ?? 0)));
}

/**
 * The bar is the most that one client got, the tick is the worst case, and the dotted line is the lane's limit. A bucket
 * may let more through and keep its limit, so what lies past the line is a fault only if `isOver`.
 */
export function strip({ measures }: LaneResult, limit: number, isOver: boolean, end: number) {
  if (measures === undefined) return nothing;
  const at = (number: number) => 1 + (number / end) * (WIDTH - 2);
  const worst = at(measures.bound ?? end);
  const within = Math.min(measures.most.cost, limit);
  return svg`
    <svg class="strip" preserveAspectRatio="xMinYMid" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} aria-hidden="true">
      <path class="rest" d="M0,12H${worst}" />
      <rect class="within" x="0" y="8" width=${at(within)} height="8" />
      ${measures.most.cost > limit ? svg`<rect class=${isOver ? 'beyond' : 'past'} x=${at(limit)} y="8" width=${at(measures.most.cost) - at(limit)} height="8" />` : nothing}
      <path class="limit" d="M${at(limit)},0V${HEIGHT}" />
      ${measures.bound === undefined ? nothing : svg`<path class="worst" d="M${worst},5V19" />`}
    </svg>
  `;
}
