import assert from 'node:assert/strict';

import { beside } from './beside.mjs';
import { leakyBucket, limitReq, log, queueBySecond } from './rules.mjs';

export const conditions = {
  'constant-output': 'requests are always waiting',
  'absorbs-the-peak': 'the peak ends before the queue is full',
  'nginx-burst': 'the first request, which the rate allows anyway, is left out of the count',
};

export const cases = {
  // Second by second: a queue with less in it than it can serve serves less.
  'constant-output': () => {
    const table = queueBySecond([4000, 2500, 3200, 6000], { capacity: 5000, drained: 3000 });
    assert.deepEqual(
      table.map(({ waited, refused }) => [waited, refused]),
      [
        [4000, 0],
        [3500, 0],
        [3700, 0],
        [5000, 1700],
      ],
      'the table of the article',
    );
    const settings = { capacity: 5, drained: 2 };
    return [1, 1, 1, 1, 1, 0, 5, 0].map((_, second, arrivals) => {
      const { served, waited } = queueBySecond(arrivals, settings)[second];
      return { given: waited >= settings.drained, holds: served === settings.drained };
    });
  },

  'absorbs-the-peak': ({ figure: [long], short: [short] }) =>
    [
      [long, false],
      [short, true],
    ].map(([lane, given]) => ({ given, holds: beside(leakyBucket, lane, { amount: 30 }).length === lane.attempts })),

  // Six are accepted: five, and the one that the rate allows.
  'nginx-burst': ({ figure: [queue] }) => {
    const accepted = beside(limitReq, queue, { amount: 1, burst: 5 }).length;
    return [
      { given: true, holds: accepted - 1 <= 5 },
      { given: false, holds: accepted <= 5 },
    ];
  },

  'nginx-window': ({ figure: [queue, window] }) => [
    { holds: String(beside(limitReq, queue, { amount: 10 })) === String(beside(log, window)) },
  ],
};
