export const buckets = [
  {
    name: 'leaky-or-token',
    claim: 'A token bucket lets bursts through, a leaky bucket does not.',
    verdict: 'when',
    when: 'the leaky bucket is a queue, and only start times matter',
    why:
      'An empty leaky bucket is a full token bucket. With bursts of 5 every 4 s, [all of them](all) admit the ' +
      'same {token} of {sent}: token bucket, meter, queue and GCRA. Only the queue spreads them out. It starts one ' +
      'every {gap} s, and the longest wait is {wait} s.',
    scenarios: {
      figure: 'limit=1/s&burst=10&lanes=token_bucket, leaky_bucket_queue&traffic=burst 5 every 4s x10',
      all:
        'limit=1/s&burst=10&lanes=token_bucket, leaky_bucket_meter, leaky_bucket_queue, gcra&traffic=burst 5 ' +
        'every 4s x10',
    },
    numbers: {
      token: [
        46,
        ({ all: lanes }) =>
          lanes.every(({ refused }) => String(refused) === String(lanes[0].refused)) ? lanes[0].admitted : NaN,
      ],
      sent: [50, ({ figure: [token] }) => token.attempts],
      gap: [1, ({ figure: [, queue] }) => queue.gap],
      wait: [9, ({ figure: [, queue] }) => queue.wait],
    },
    said: [{ source: 'five-in-php' }, { source: 'maneshwar' }],
    right: [{ source: 'bucket-or-window' }, { source: 'dotat' }],
  },
  {
    name: 'rolling-window',
    claim: 'GCRA is a rolling window.',
    verdict: 'false',
    why:
      'A rolling window of 10 s with a limit of 10 never has more than 10 in it. GCRA may begin with a whole ' +
      'burst, and lets one more through every second: all {gcra} pass, {most} of them within 10 s, where a log lets ' +
      '{log} through. The worst case in any 10 s is {bound}, the same as with [a token bucket](others); with a ' +
      'fixed window it is {fixedBound}.',
    scenarios: {
      figure: 'limit=10/10s&lanes=gcra, sliding_window_log&traffic=10@0s; 1/s for 10s from 1s',
      others: 'limit=10/10s&lanes=gcra, token_bucket, fixed_window&traffic=10@0s; 1/s for 10s from 1s',
    },
    numbers: {
      gcra: [20, ({ figure: [gcra] }) => (gcra.admitted === gcra.attempts ? gcra.admitted : NaN)],
      most: [19, ({ figure: [gcra] }) => gcra.most.cost],
      log: [11, ({ figure: [, log] }) => log.admitted],
      bound: [19, ({ others: [gcra, token] }) => (gcra.bound === token.bound ? gcra.bound : NaN)],
      fixedBound: [20, ({ others: [, , fixed] }) => fixed.bound],
    },
    said: [{ source: 'redis-cell' }, { source: 'redis-rate', says: 'expected 17 and counted 32' }],
  },
  {
    name: 'nginx-burst',
    claim: 'In nginx, burst=5 allows bursts of at most 5.',
    verdict: 'when',
    when: 'the first request, which the rate allows anyway, is left out of the count',
    why:
      'In nginx, the burst is only what exceeds the rate. At one request a second, {admitted} of {sent} at once ' +
      'are accepted: {now} is served immediately, {waiting} are the burst and wait up to {wait} s, and {refused} is ' +
      'refused. [With nodelay](nodelay) the same {nodelay} are served immediately. In Ratelab that is a queue, or a ' +
      'meter, with a capacity of 6.',
    scenarios: {
      figure: 'limit=1/s&burst=6&lanes=leaky_bucket_queue, leaky_bucket_meter&traffic=7@0s',
      nodelay: 'limit=1/s&burst=6&lanes=leaky_bucket_queue undelayed=6&traffic=7@0s',
    },
    numbers: {
      sent: [7, ({ figure: [queue] }) => queue.attempts],
      admitted: [6, ({ figure: [queue] }) => queue.admitted],
      now: [1, ({ figure: [queue] }) => queue.allowed],
      waiting: [5, ({ figure: [queue] }) => queue.delayed],
      wait: [5, ({ figure: [queue] }) => queue.wait],
      refused: [1, ({ figure: [queue] }) => queue.denied],
      nodelay: [
        6,
        ({ figure: [queue, meter], nodelay: [nodelay] }) =>
          String([meter.refused, nodelay.refused]) === String([queue.refused, queue.refused]) &&
          meter.startedAt(0) === nodelay.startedAt(0)
            ? nodelay.startedAt(0)
            : NaN,
      ],
    },
    said: [{ source: 'nginx' }],
  },
];
