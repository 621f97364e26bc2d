export const servers = [
  {
    name: 'divide-the-limit',
    claim: 'If each server keeps its own count, give each its share of the limit.',
    verdict: 'when',
    when: 'every client’s requests are spread evenly, and the limit can be divided',
    why:
      'A client that always reaches the same one of 2 servers gets {sticky} of the {shared} it was promised. ' +
      '[With round robin](turns) it gets {turns}. And 10 cannot be divided evenly among [4 servers](four): with 2 ' +
      'each it gets {low}, with 3 each {high}.',
    scenarios: {
      figure: 'limit=10/10s&lanes=fixed_window state=shared, fixed_window limit=5&traffic=20@1s&servers=2 sticky local',
      turns:
        'limit=10/10s&lanes=fixed_window state=shared, fixed_window limit=5&traffic=20@1s&servers=2 round_robin local',
      four:
        'limit=10/10s&lanes=fixed_window state=shared, fixed_window limit=2, fixed_window ' +
        'limit=3&traffic=20@1s&servers=4 round_robin local',
    },
    numbers: {
      sticky: [5, ({ figure: [, divided] }) => divided.admitted],
      shared: [10, ({ figure: [shared] }) => shared.admitted],
      turns: [10, ({ turns: [, divided] }) => divided.admitted],
      low: [8, ({ four: [, low] }) => low.admitted],
      high: [12, ({ four: [, , high] }) => high.admitted],
    },
    said: [{ source: 'skipper' }, { source: 'kubernetes-ingress' }],
    right: [{ source: 'kubernetes-ingress-issue', says: 'only where traffic is spread evenly' }],
  },
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
    said: [{ source: 'incr' }],
    right: [{ source: 'designing', says: 'on reading first and counting later' }],
  },
  {
    name: 'stampede',
    claim: 'A token bucket avoids the stampede that a fixed window causes.',
    verdict: 'false',
    why:
      'Not if refused clients come back when Retry-After says. The window gives all of them the same instant, ' +
      'and {window} come back at 10 s. The bucket asks all of them to wait {wait} s for the next token: {bucket} ' +
      'come back, one passes, and the others get the same answer again. Both have served all {served} by {last} s, ' +
      'the window with {windowAsked} attempts and the bucket with {bucketAsked}.',
    scenarios: { figure: 'limit=10/10s&lanes=fixed_window, token_bucket&traffic=100@0s&retry=told attempts 100' },
    numbers: {
      window: [90, ({ figure: [window] }) => window.arrivedAt(10)],
      wait: [1, ({ figure: [, bucket] }) => bucket.retry],
      bucket: [90, ({ figure: [, bucket] }) => bucket.arrivedAt(1)],
      served: [100, ({ figure: [window, bucket] }) => (window.succeeded === bucket.succeeded ? window.succeeded : NaN)],
      last: [90, ({ figure: [window, bucket] }) => (window.lastStart === bucket.lastStart ? window.lastStart : NaN)],
      windowAsked: [550, ({ figure: [window] }) => window.attempts],
      bucketAsked: [4195, ({ figure: [, bucket] }) => bucket.attempts],
    },
    said: [{ source: 'falconry' }],
    right: [{ source: 'upstash', says: 'of the fixed window' }],
  },
];
