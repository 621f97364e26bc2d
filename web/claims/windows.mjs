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
    stated: [
      { source: 'five-in-php', says: 'within 1.1 s, where its test advances the clock by 0.6 s' },
      { source: 'designing' },
      { source: 'spike' },
      { source: 'lesson' },
      { source: 'bucket-or-window' },
      { source: 'ai-gateway' },
    ],
  },
  {
    name: 'every-edge',
    claim: 'A client can double its limit at every edge of a fixed window.',
    verdict: 'false',
    why:
      'A window has one budget for both of its edges. Here a client sends 100 just before and just after each of ' +
      '{edges} edges, {sent} in all. Only the first edge is doubled: after it, every window has spent its budget ' +
      'before its end. A client that [skips every other edge](skipping) doubles {skipped}. Both ways {admitted} ' +
      'pass, 100 for each of {windows} windows.',
    scenarios: {
      figure:
        'limit=100/m&lanes=fixed_window, sliding_window_log&traffic=100@59s; 100@61s; 100@119s; 100@121s; 100@179s; ' +
        '100@181s; 100@239s; 100@241s; 100@299s; 100@301s',
      skipping:
        'limit=100/m&lanes=fixed_window, sliding_window_log&traffic=100@59s; 100@61s; 100@179s; 100@181s; 100@299s; ' +
        '100@301s',
    },
    numbers: {
      edges: [5, ({ figure: [fixed] }) => fixed.attempts / 200],
      sent: [1000, ({ figure: [fixed] }) => fixed.attempts],
      skipped: [3, ({ figure: [fixed], skipping: [skipping] }) => (doubled(fixed) === 1 ? doubled(skipping) : NaN)],
      admitted: [
        600,
        ({ figure: [fixed], skipping: [skipping] }) => (fixed.admitted === skipping.admitted ? fixed.admitted : NaN),
      ],
      windows: [6, ({ figure: [fixed] }) => fixed.admitted / fixed.limit.amount],
    },
    stated: [{ source: 'designing' }],
  },
  {
    name: 'in-two-seconds',
    claim: 'A fixed window of 100 a second lets up to 200 through in 2 seconds.',
    verdict: 'false',
    why:
      'It lets {edge} through in {span} ms, where two windows meet. The next second has its own budget, so ' +
      '{admitted} pass in {all} s. Within 2 s there can be two edges, and parts of {windows} windows. A token ' +
      'bucket of 100 lets {bucket} of the same requests through.',
    scenarios: {
      figure: 'limit=100/s&lanes=fixed_window, token_bucket&traffic=100@999ms; 100@1s; 100@2s',
    },
    numbers: {
      edge: [200, ({ figure: [fixed] }) => fixed.most.cost],
      span: [1, ({ figure: [fixed] }) => Math.round(fixed.most.span * 1e6) / 1e3],
      admitted: [300, ({ figure: [fixed] }) => fixed.admitted],
      all: [1.001, ({ figure: [fixed] }) => Math.round((fixed.lastStart - fixed.rows[0].time) * 1e6) / 1e6],
      windows: [3, ({ figure: [fixed] }) => new Set(fixed.rows.map(({ time }) => Math.floor(time))).size],
      bucket: [200, ({ figure: [, bucket] }) => bucket.admitted],
    },
    stated: [{ source: 'bucket-or-window' }],
  },
  {
    name: 'shorter-windows',
    claim: 'A limit of 10 in 6 s instead of 100 a minute only makes the window smaller.',
    verdict: 'false',
    why:
      'The edge of 6 s lets {double} through in {span} s, twice its limit. But the worst minute changes too: the ' +
      'short windows never let more than {bound} through in it, as here, and a window of a minute {longBound}. [At ' +
      'the edge of a minute](edge) the long window lets {long} through, the short ones {short}. The price is the ' +
      'burst: of [100 at once](once), the short ones refuse {refused}.',
    scenarios: {
      figure:
        'limit=100/m&lanes=fixed_window limit=10 window=6s, sliding_window_log&traffic=10@5.9s; burst 10 every 6s ' +
        'x10 from 6s',
      edge: 'limit=100/m&lanes=fixed_window, fixed_window limit=10 window=6s&traffic=100@59s; 100@61s',
      once: 'limit=100/m&lanes=fixed_window, fixed_window limit=10 window=6s&traffic=100@0s',
    },
    numbers: {
      double: [20, ({ figure: [short] }) => short.startedAt(5.9) + short.startedAt(6)],
      span: [0.1, () => Math.round(10 * (6 - 5.9)) / 10],
      bound: [110, ({ figure: [short] }) => (short.most.cost === short.bound ? short.bound : NaN)],
      longBound: [200, ({ edge: [long] }) => (long.most.cost === long.bound ? long.bound : NaN)],
      long: [200, ({ edge: [long] }) => long.admitted],
      short: [20, ({ edge: [, short] }) => short.admitted],
      refused: [90, ({ once: [long, short] }) => (long.denied === 0 ? short.denied : NaN)],
    },
    stated: [{ source: 'bucket-or-window', says: 'that it helps, but the edge remains' }],
  },
  {
    name: 'refused-after-the-edge',
    claim: 'After a double burst at an edge, a fixed window refuses the client until the next edge.',
    verdict: 'true',
    why:
      'The 100 at 61 s were the budget of the whole next window. Here the client goes on with 1 request a second: ' +
      'the fixed window refuses {fixed} of {sent}, until 120 s. An exact limit is hardly milder: the log refuses ' +
      '{log} of them, because it still counts the 100 at 59 s.',
    scenarios: {
      figure:
        'limit=100/m&lanes=fixed_window, sliding_window_log&traffic=100@59s; 100@61s; 1/s for 50s from 70s; 1@120s',
    },
    numbers: {
      fixed: [50, ({ figure: [fixed] }) => refusedFrom(fixed, 70)],
      sent: [51, ({ figure: [fixed] }) => fixed.rows.filter(({ time }) => time >= 70).length],
      log: [49, ({ figure: [, log] }) => refusedFrom(log, 70)],
    },
    stated: [{ source: 'spike' }],
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
    stated: [{ source: 'five-in-php' }, { source: 'designing' }, { source: 'spike' }, { source: 'bucket-or-window' }],
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
    stated: [{ source: 'spike' }],
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
    stated: [
      { source: 'five-in-php' },
      { source: 'designing', says: 'of the log' },
      { source: 'spike' },
      { source: 'ketan' },
    ],
  },
];

/** At how many edges of a minute twice the limit starts within a second on each side. */
function doubled({ limit, rows }) {
  const near = (edge) => rows.filter(({ started }) => Math.abs(started - edge) <= 1).length;
  return [60, 120, 180, 240, 300].filter((edge) => near(edge) === 2 * limit.amount).length;
}

function refusedFrom({ rows }, from) {
  return rows.filter(({ time, outcome }) => time >= from && outcome === 'denied').length;
}
