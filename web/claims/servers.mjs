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
    stated: [{ source: 'skipper' }, { source: 'kubernetes-ingress' }],
    right: [{ source: 'kubernetes-ingress-issue', says: 'only where traffic is spread evenly' }],
  },
  {
    name: 'synchronised-clocks',
    claim: 'A token bucket on several servers needs carefully synchronised clocks.',
    verdict: 'when',
    when: 'each server decides by its own clock',
    why:
      'A fixed window needs them more. Here the clock of server 2 is 600 ms ahead of the other. The bucket lets ' +
      '{bucket} through instead of [{right}](right), because it refills 600 ms early. The fixed window lets {fixed} ' +
      'through instead of {fixedRight}, because a whole window begins early. If the store’s own clock decides, such ' +
      'as TIME in Redis, there is nothing to synchronise.',
    scenarios: {
      figure:
        'limit=10/10s&lanes=token_bucket, fixed_window&traffic=20@9.5s; 20@10.1s&servers=2 round_robin shared server ' +
        '2 ahead 600ms',
      right: 'limit=10/10s&lanes=token_bucket, fixed_window&traffic=20@9.5s; 20@10.1s&servers=2 round_robin shared',
    },
    numbers: {
      bucket: [11, ({ figure: [bucket] }) => bucket.admitted],
      right: [10, ({ right: [bucket] }) => bucket.admitted],
      fixed: [11, ({ figure: [, fixed] }) => fixed.admitted],
      fixedRight: [20, ({ right: [, fixed] }) => fixed.admitted],
    },
    stated: [{ source: 'designing' }],
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
    stated: [{ source: 'falconry' }],
    right: [{ source: 'upstash', says: 'of the fixed window' }],
  },
  {
    name: 'without-retry-after',
    claim: 'A client that retries at once is refused again.',
    verdict: 'true',
    why:
      'A refusal changes nothing, so the same request at the same instant gets the same answer. Here {waiting} of 12 ' +
      'requests are refused. Retried at once, up to 5 attempts each, they cost {retries} more attempts and none ' +
      'passes. Retried [when Retry-After says](hint), the log needs {log} more attempts and the bucket ' +
      '{bucket}, and all pass.',
    scenarios: {
      figure: 'limit=10/10s&lanes=sliding_window_log, token_bucket&traffic=12@0s&retry=at_once attempts 5',
      hint: 'limit=10/10s&lanes=sliding_window_log, token_bucket&traffic=12@0s&retry=told attempts 5',
    },
    numbers: {
      waiting: [2, ({ figure: [log] }) => log.requests - log.succeeded],
      retries: [
        8,
        ({ figure: [log, bucket] }) =>
          log.attempts === bucket.attempts && log.succeeded === bucket.succeeded ? log.attempts - log.requests : NaN,
      ],
      log: [2, ({ hint: [log] }) => (log.abandoned === 0 ? log.attempts - log.requests : NaN)],
      bucket: [3, ({ hint: [, bucket] }) => (bucket.abandoned === 0 ? bucket.attempts - bucket.requests : NaN)],
    },
    stated: [{ source: 'bucket-or-window' }],
  },
];
