export const redis = [
  {
    name: 'redis-incr',
    claim: 'Count in Redis with INCR, and you have a rate limiter.',
    verdict: 'when',
    when: 'the value that INCR returns decides',
    why:
      'If it counts first and compares afterwards, it is a fixed window, edge and all: {right} of {sent} pass. ' +
      'If it reads first, refuses above 10 and then counts, as in the manual’s second recipe, {above} pass, even ' +
      'without a race. And with 5 ms between reading and counting, {race} pass, or {set} if the count is [written ' +
      'back with SET](set).',
    scenarios: {
      figure:
        'limit=10/s&lanes=fixed_window state=shared, fixed_window limit=11 align=first state=shared, ' +
        'fixed_window&traffic=60 every 1ms&servers=2 round_robin race 5ms increment',
      set: 'limit=10/s&lanes=fixed_window&traffic=60 every 1ms&servers=2 round_robin race 5ms set',
    },
    numbers: {
      right: [10, ({ figure: [right] }) => right.admitted],
      sent: [60, ({ figure: [right] }) => right.attempts],
      above: [11, ({ figure: [, above] }) => above.admitted],
      race: [14, ({ figure: [, , race] }) => race.admitted],
      set: [50, ({ set: [set] }) => set.admitted],
    },
    stated: [{ source: 'incr' }],
    right: [{ source: 'designing', says: 'on reading first and counting later' }],
  },
  {
    name: 'zadd-now',
    claim: 'ZADD key now now records every request.',
    verdict: 'when',
    when: 'no two requests have the same time',
    why:
      'A sorted set has each member once. All {named} requests at one instant are one member, so a limit of 100 ' +
      'refuses none of them. With one member for each request, as in the log here, {log} pass. [At 1 ms ' +
      'apart](apart) no two times are the same, and {apart} pass either way.',
    scenarios: {
      figure: 'limit=100/m&lanes=sliding_window_log&traffic=200@0s',
      apart: 'limit=100/m&lanes=sliding_window_log&traffic=200 every 1ms',
    },
    numbers: {
      named: [200, ({ figure: [log] }, { namedByTime, admittedOf }) => admittedOf(namedByTime, log).length],
      log: [100, ({ figure: [log] }) => log.admitted],
      apart: [
        100,
        ({ apart: [log] }, { namedByTime, admittedOf }) =>
          admittedOf(namedByTime, log).length === log.admitted ? log.admitted : NaN,
      ],
    },
    stated: [{ source: 'spike', says: 'in its steps' }],
    right: [{ source: 'designing', says: 'whose members end in a unique id' }],
  },
  {
    name: 'early-expiry',
    claim: 'A bucket whose key expires before it is full again lets the client start over.',
    verdict: 'true',
    why:
      'After 10 at 0 s, a bucket of 10 is half full at 5 s, and {kept} of 10 more pass. If its key has expired by ' +
      'then, [the client is new](fresh), and all {fresh} pass. The bucket is full after {full} s of silence, the ' +
      'capacity divided by the rate. From then on it makes no difference whether [the key is still there](later).',
    scenarios: {
      figure: 'limit=10/10s&lanes=token_bucket&traffic=10@0s; 10@5s',
      fresh: 'limit=10/10s&lanes=token_bucket&traffic=10@0s by before; 10@5s by after',
      later: 'limit=10/10s&lanes=token_bucket&traffic=10@0s; 10@10s',
    },
    numbers: {
      kept: [5, ({ figure: [bucket] }) => bucket.startedAt(5)],
      fresh: [10, ({ fresh: [bucket] }) => bucket.startedAt(5)],
      full: [10, ({ later: [bucket] }) => (bucket.startedAt(10) === bucket.limit.amount ? bucket.lastStart : NaN)],
    },
    stated: [{ source: 'bucket-or-window' }],
  },
];
