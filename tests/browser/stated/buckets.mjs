import { beside, settingsOf, timesOf } from './beside.mjs';
import { SECOND, admitted, at, every, gcra, leakyBucket, most, tokenBucket, wholeTokens } from './rules.mjs';

// What comes back each second, where it is not the capacity.
const ONE = { amount: 1 };

export const conditions = {
  'leaky-or-token': 'the leaky bucket is a queue, and only start times matter',
  'burst-of-the-capacity': 'a burst is what comes at one instant',
  'whole-tokens': 'the time that made the fraction is dropped too',
};

export const cases = {
  // As a count, it decides like a token bucket; as a queue, it starts requests one by one.
  'leaky-or-token': ({ figure: [token, queue], all: [, meter] }) => {
    const [credits, water] = [beside(tokenBucket, token, ONE), beside(leakyBucket, meter, ONE)];
    return [
      { given: false, holds: String(credits) !== String(water) },
      { given: true, holds: queue.startedAt(0) < credits.filter((time) => time === 0).length },
    ];
  },

  'rolling-window': ({ figure: [lane] }) => {
    beside(gcra, lane);
    return [{ holds: most(gcra(settingsOf(lane)), timesOf(lane), 10 * SECOND) <= 10 }];
  },

  // Then ten minutes of silence would allow ten minutes of requests.
  'only-the-average': ({ figure: [lane] }) => [
    { holds: beside(tokenBucket, lane).filter((time) => time === 600).length === 600 },
  ],

  'burst-of-the-capacity': ({ figure: [lane], instant: [instant] }) => {
    beside(tokenBucket, lane);
    return [
      { given: true, holds: beside(tokenBucket, instant).length <= 100 },
      { given: false, holds: most(tokenBucket(settingsOf(lane)), timesOf(lane), SECOND) <= 100 },
    ];
  },

  'whole-tokens': ({ figure: [lane], interval: [interval] }) => {
    const exact = beside(tokenBucket, lane, ONE).length;
    return [
      { given: true, holds: admitted(wholeTokens(settingsOf(lane, ONE)), timesOf(lane)) < exact },
      { given: false, holds: beside(wholeTokens, interval, { ...ONE, keepsTime: true }).length < exact },
    ];
  },

  // Whenever it comes.
  'begins-empty': ({ figure: [empty], full: [full] }) => {
    beside(tokenBucket, full, ONE);
    const settings = settingsOf(empty, { ...ONE, initial: 0 });
    return [
      { holds: !beside(tokenBucket, empty, { ...ONE, initial: 0 }).includes(0) },
      ...[0.3, 7, 3600].flatMap((first) => [
        { holds: admitted(tokenBucket(settings), at(1, first)) === 0 },
        { holds: admitted(tokenBucket(settings), every(2, 1, first)) === 1 },
      ]),
    ];
  },
};
