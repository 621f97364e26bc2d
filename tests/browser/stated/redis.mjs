import { beside, settingsOf, timesOf } from './beside.mjs';
import { SECOND, admitted, at, countFirst, log, namedByTime, readFirst, tokenBucket } from './rules.mjs';

export const conditions = {
  'redis-incr': 'the value that INCR returns decides',
  'zadd-now': 'no two requests have the same time',
};

export const cases = {
  // Read first, it is one above the limit even without a race; with one, it is what the core computes.
  'redis-incr': ({ figure: [right, above, race], set: [set] }) => [
    { given: true, holds: beside(countFirst, right).length <= 10 },
    { given: false, holds: beside(readFirst, above, { limit: 10 }).length <= 10 },
    { given: false, holds: race.admitted <= 10 },
    { given: false, holds: set.admitted <= 10 },
  ],

  'zadd-now': ({ figure: [once], apart: [apart] }) =>
    [
      [once, false],
      [apart, true],
    ].map(([lane, given]) => ({
      given,
      holds: admitted(namedByTime(settingsOf(lane)), timesOf(lane)) === beside(log, lane).length,
    })),

  // At any time before it is full.
  'early-expiry': ({ figure: [kept], later: [later] }) => {
    beside(tokenBucket, kept);
    const settings = settingsOf(kept);
    const full = later.lastStart;
    return Array.from({ length: full - 1 }, (_, second) => {
      const times = [...at(10, 0), ...at(10, second + 1)];
      const forgotten = tokenBucket({ ...settings, expires: (second + 1) * SECOND });
      return { holds: admitted(forgotten, times) > admitted(tokenBucket(settings), times) };
    });
  },
};
