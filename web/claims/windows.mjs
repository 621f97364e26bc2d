export const windows = [
  {
    name: 'double-at-the-edge',
    claim: 'A fixed window lets twice its limit through where two windows meet.',
    verdict: 'true',
    why:
      'Each window has its own budget. A client that spends one just before the edge and the next just after has ' +
      'kept to the rule both times: {fixed} requests in {span} s, under a limit of 10 in 10 s. The log lets {log} ' +
      'through, the counter {counter}. Twice the limit is also the worst case in any 10 s: {bound}.',
    scenarios: {
      figure: 'limit=10/10s&lanes=fixed_window, sliding_window_log, sliding_window_counter&traffic=10@9.5s; 10@10.1s',
    },
    numbers: {
      fixed: [20, ({ figure: [fixed] }) => fixed.admitted],
      span: [0.6, ({ figure: [fixed] }) => fixed.most.span],
      log: [10, ({ figure: [, log] }) => log.admitted],
      counter: [11, ({ figure: [, , counter] }) => counter.admitted],
      bound: [20, ({ figure: [fixed] }) => fixed.bound],
    },
    said: [
      { source: 'five-in-php' },
      { source: 'designing' },
      { source: 'spike' },
      { source: 'lesson' },
      { source: 'bucket-or-window' },
      { source: 'ai-gateway' },
    ],
  },
  {
    name: 'never-above-the-limit',
    claim: 'A sliding window log never lets more than its limit through in any window.',
    verdict: 'true',
    why:
      'It remembers when it let each request through, and counts those that are less than a window old. With 4 ' +
      'requests a second at random and a limit of 20 in 10 s, its busiest 10 s have {log}. On [the same ' +
      'traffic](others), the counter’s busiest 10 s have {counter}, the fixed window’s {fixed}, and those of a ' +
      'token bucket that holds 20 have {bucket}.',
    scenarios: {
      figure: 'limit=20/10s&lanes=sliding_window_log&traffic=poisson 4/s for 1m&seed=3',
      others:
        'limit=20/10s&lanes=sliding_window_log, sliding_window_counter, fixed_window, token_bucket&traffic=poisson ' +
        '4/s for 1m&seed=3',
    },
    numbers: {
      log: [20, ({ figure: [log] }) => log.most.cost],
      counter: [23, ({ others: [, counter] }) => counter.most.cost],
      fixed: [27, ({ others: [, , fixed] }) => fixed.most.cost],
      bucket: [39, ({ others: [, , , bucket] }) => bucket.most.cost],
    },
    said: [{ source: 'five-in-php' }, { source: 'spike' }, { source: 'bucket-or-window' }],
  },
  {
    name: 'steady-poll',
    claim: 'A fixed window occasionally refuses a client that polls exactly at the limit.',
    verdict: 'when',
    when: 'a poll is late and falls into the next window',
    why:
      'Here a client polls every 6 s, but one poll is late and arrives at 60.5 s. The next minute then has ' +
      '{lateMinute} polls, and the fixed window refuses {lateFixed} of the {lateSent}. Its edge is not to blame: ' +
      'the log refuses the same one. [On time](punctual), there are exactly 10 in each minute, wherever the polls ' +
      'begin. Of {sent} the fixed window refuses {fixed} and the log {log}; the counter is the one that refuses ' +
      '{counter}, if polls arrive exactly at the edge, where the last minute still has its full weight.',
    scenarios: {
      figure:
        'limit=10/m&lanes=fixed_window, sliding_window_log&traffic=9 every 6s from 3s; 1@60.5s; 10 every 6s from 63s',
      punctual: 'limit=10/m&lanes=fixed_window, sliding_window_log, sliding_window_counter&traffic=1/6s for 5m',
    },
    numbers: {
      lateMinute: [11, ({ figure: [fixed] }) => fixed.rows.filter(({ time }) => time >= 60 && time < 120).length],
      lateFixed: [
        1,
        ({ figure: [fixed, log] }) => (String(fixed.refused) === String(log.refused) ? fixed.denied : NaN),
      ],
      lateSent: [20, ({ figure: [fixed] }) => fixed.attempts],
      sent: [50, ({ punctual: [fixed] }) => fixed.attempts],
      fixed: [0, ({ punctual: [fixed] }) => fixed.denied],
      log: [0, ({ punctual: [, log] }) => log.denied],
      counter: [2, ({ punctual: [, , counter] }) => counter.denied],
    },
    said: [{ source: 'spike' }],
  },
  {
    name: 'no-bursts',
    claim: 'Sliding windows do not let bursts through.',
    verdict: 'false',
    why:
      'A window limits how many, not how they are spread. A client that has been quiet may send its whole minute ' +
      'at once: {log} in one instant with the log, {counter} with the counter. A window has no burst setting: its ' +
      'burst is its limit. A bucket has one: with a burst of 10 the token bucket lets {bucket} of the {sent} ' +
      'through, and the queue starts {queue}, one every {gap} s.',
    scenarios: {
      figure:
        'limit=100/m&burst=10&lanes=sliding_window_log, sliding_window_counter, token_bucket, ' +
        'leaky_bucket_queue&traffic=100@0s',
    },
    numbers: {
      log: [100, ({ figure: [log] }) => log.startedAt(0)],
      counter: [100, ({ figure: [, counter] }) => counter.startedAt(0)],
      bucket: [10, ({ figure: [, , bucket] }) => bucket.admitted],
      sent: [100, ({ figure: [, , bucket] }) => bucket.attempts],
      queue: [10, ({ figure: [, , , queue] }) => queue.admitted],
      gap: [0.6, ({ figure: [, , , queue] }) => queue.gap],
    },
    said: [
      { source: 'five-in-php' },
      { source: 'designing', says: 'of the log' },
      { source: 'spike' },
      { source: 'ketan' },
    ],
  },
];
