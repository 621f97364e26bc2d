/** A small bar chart of a peak: the most that one client got in a window, the worst case and the limit. */
import { nothing, svg } from 'lit';
import type { LaneResult, Measures } from '../../engine/index.ts';

/** Of the view box. Values stay one unit away from its edges, so that no line is cut off. */
const [WIDTH, HEIGHT] = [96, 24];

/** The value at the right end, the same for all strips, so that they can be compared. */
export function stripEnd(lanes: LaneResult[]): number {
  return Math.max(
    1,
    ...lanes.flatMap(({ measures }) =>
      measures === undefined ? [] : [measures.limit.amount, measures.most.cost, measures.bound ?? 0],
    ),
  );
}

/**
 * The bar is the most that one client got, the tick is the worst case, and the dotted line is its limit. A bucket may
 * let more through and keep its limit: a bar past the line is an excess only for limiters that promise a maximum.
 */
export function strip(measures: Measures, end: number) {
  const {
    most: { cost: most },
    limit: { amount: limit },
    bound,
    is_over: isOver,
  } = measures;
  const at = (number: number) => 1 + (number / end) * (WIDTH - 2);
  const worst = at(bound ?? end);
  const within = Math.min(most, limit);
  return svg`
    <svg class="strip" preserveAspectRatio="xMinYMid" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT}
      aria-hidden="true">
      <path class="rest" d="M0,12H${worst}" />
      <rect class="within" x="0" y="8" width=${at(within)} height="8" />
      ${
        most > limit
          ? svg`<rect class=${isOver ? 'beyond' : 'past'} x=${at(limit)} y="8" width=${at(most) - at(limit)} height="8"
            />`
          : nothing
      }
      <path class="limit" d="M${at(limit)},0V${HEIGHT}" />
      ${bound === undefined ? nothing : svg`<path class="worst" d="M${worst},5V19" />`}
    </svg>
  `;
}
