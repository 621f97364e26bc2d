// Whether the rivals make the same decisions as Ratelab. Otherwise they do different work, and their times are not
// comparable.

import { LANES, QUEUE } from './policy.mjs';
import * as straightforward from './straightforward.mjs';
import * as tuned from './tuned.mjs';

const RIVALS = { straightforward, tuned };

// Where the rivals differ from Ratelab's columns `{ arrivals, outcomes, releases }`: the times in
// nanoseconds, a column of codes for each of `LANES`, and when the queue's delayed requests started. One
// entry for each column that differs, with how often it does and where first; none if all agree.
export function disagreements(columns, policy) {
  return Object.entries(RIVALS).flatMap(([rival, { run }]) => {
    const { outcomes, releases } = run(columns.arrivals, policy);
    const decided = LANES.map((lane, at) => difference(columns.outcomes[at], outcomes[at], { rival, lane }));
    const started = difference(columns.releases, releases, { rival, lane: `${LANES[QUEUE]} releases` });
    return [...decided, started].filter((found) => found !== null);
  });
}

// If one column is shorter, the missing entries count as differences.
function difference(ratelab, other, names) {
  let count = 0;
  let first = -1;
  for (let index = 0; index < Math.max(ratelab.length, other.length); index += 1) {
    if (ratelab[index] !== other[index]) {
      first = count === 0 ? index : first;
      count += 1;
    }
  }
  return count === 0 ? null : { ...names, count, first, expected: ratelab[first], found: other[first] };
}
