import assert from 'node:assert/strict';

import { beside } from './beside.mjs';
import {
  SECOND,
  addedFirst,
  admitted,
  at,
  comparedFirst,
  countFirst,
  countsRefusals,
  fixedWindow,
  gcra,
  leakyBucket,
  limitReq,
  log,
  randomTimes,
  roundedFirst,
  tokenBucket,
} from './rules.mjs';

const EVERY_RULE = [
  fixedWindow,
  countFirst,
  log,
  comparedFirst,
  roundedFirst,
  addedFirst,
  countsRefusals,
  tokenBucket,
  leakyBucket,
  gcra,
  limitReq,
];

// A fixed window on each server; `route` gives a request's server.
function divided(times, { servers, limit, route }) {
  const windows = Array.from({ length: servers }, () => fixedWindow({ limit, window: 10 * SECOND }));
  return times.filter((time, number) => windows[route(number) % servers](time)).length;
}

export const conditions = {
  'divide-the-limit': 'every client’s requests are spread evenly, and the limit can be divided',
  'synchronised-clocks': 'each server decides by its own clock',
};

export const cases = {
  'divide-the-limit': ({ figure: [shared] }) => {
    const times = at(20, 1);
    const promised = beside(fixedWindow, shared).length;
    const [always, inTurn] = [() => 0, (number) => number];
    return [
      { given: false, holds: divided(times, { servers: 2, limit: 5, route: always }) === promised },
      { given: true, holds: divided(times, { servers: 2, limit: 5, route: inTurn }) === promised },
      { given: false, holds: divided(times, { servers: 4, limit: 2, route: inTurn }) === promised },
      { given: false, holds: divided(times, { servers: 4, limit: 3, route: inTurn }) === promised },
    ];
  },

  // It needs them if clocks that differ change what passes.
  'synchronised-clocks': ({ figure: [ahead, window], right: [right, windowRight] }) => {
    const meant = beside(tokenBucket, right).length;
    assert.ok(Math.abs(window.admitted - windowRight.admitted) > Math.abs(ahead.admitted - right.admitted));
    const clock = (number) => (number % 2) * 0.6 * SECOND;
    const store = () => 0;
    return [
      { given: true, holds: beside(tokenBucket, ahead, { clock }).length !== meant },
      { given: false, holds: beside(tokenBucket, right, { clock: store }).length !== meant },
    ];
  },

  // All that are refused get one answer, and come back together.
  stampede: ({ figure: [window, bucket] }) => {
    const refused = 100 - admitted(tokenBucket({ capacity: 10, amount: 10, period: 10 * SECOND }), at(100, 0));
    return [{ holds: refused < window.arrivedAt(10) || bucket.arrivedAt(1) < refused }];
  },

  // By any rule: the request before has just been refused at this instant.
  'without-retry-after': () =>
    EVERY_RULE.flatMap((rule) =>
      Array.from({ length: 20 }, (_, seed) => {
        const admits = rule({ limit: 3, window: 2 * SECOND, capacity: 3, amount: 3, period: 2 * SECOND });
        return { holds: randomTimes(seed, 12).every((time) => admits(time) || !admits(time)) };
      }),
    ),
};
