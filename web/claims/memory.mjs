/** The bytes of a time. */
const TIME = BigUint64Array.BYTES_PER_ELEMENT;

export const memory = [
  {
    name: 'memory-of-a-log',
    claim: 'The memory of a log grows with the traffic.',
    verdict: 'when',
    when: 'it keeps every request that it refuses',
    why:
      'A log that adds each request before checking the limit would hold all {sent} of this minute, and more ' +
      'with more traffic. The log here does not: it adds only the requests it lets through, and after the {sent} it ' +
      'holds {log}. [One that counts refusals too](counting) keeps no more than its newest {counting}, because ' +
      'older ones no longer affect any decision. So traffic fills a log up to its limit and no further. The limit ' +
      'makes it grow: in the worst case {bytes} bytes per client with 100, and {highBytes} bytes with 1000.',
    view: 'memory',
    scenarios: {
      figure: 'limit=100/m&lanes=sliding_window_log limit=100, sliding_window_log limit=1000&traffic=1000/s for 1m',
      counting: 'limit=100/m&lanes=sliding_window_log count_denied=yes&traffic=1000/s for 1m',
    },
    numbers: {
      sent: [
        60_000,
        ({ figure: [log], counting: [counting] }) => (counting.attempts === log.attempts ? log.attempts : NaN),
      ],
      log: [100, ({ figure: [log] }) => log.held()],
      counting: [100, ({ counting: [counting] }) => counting.held()],
      bytes: [
        3248,
        ({ figure: [log], counting: [counting] }) => (counting.state_bytes === log.state_bytes ? log.state_bytes : NaN),
      ],
      highBytes: [32_048, ({ figure: [, high] }) => high.state_bytes],
    },
    said: [{ source: 'system-overflow-log', says: '60,000 entries for this traffic' }],
    right: [{ source: 'bucket-or-window' }, { source: 'five-in-php' }],
  },
  {
    name: 'memory-is-no-issue',
    claim: 'Memory is not an issue: a million clients take 16 MB.',
    verdict: 'when',
    when: 'each client has a bucket',
    why:
      'A token bucket takes {bucket} bytes, so a million of them take {bucketAll} MB, and a million counters ' +
      '{counterAll} MB. A log of 100 takes {times} bytes per client if it stores only {time}-byte times: ' +
      '{timesAll} MB for a million. Ours also stores what each request cost, {entry} bytes for both, in a list that ' +
      'may have twice the capacity it needs. So it takes {log} bytes in the worst case, and {logAll} GB for a ' +
      'million. That is the state alone: the store that holds it needs more.',
    view: 'memory',
    scenarios: {
      figure:
        'limit=100/m&lanes=token_bucket, sliding_window_counter, sliding_window_log&traffic=poisson 20/s for ' +
        '1m&clients=1000&seed=3',
    },
    numbers: {
      bucket: [16, ({ figure: [bucket] }) => bucket.state_bytes],
      bucketAll: [16, ({ figure: [bucket] }) => bucket.bytesOf(1e6) / 1e6],
      counterAll: [24, ({ figure: [, counter] }) => counter.bytesOf(1e6) / 1e6],
      log: [3248, ({ figure: [, , log] }) => log.state_bytes],
      logAll: [3.25, ({ figure: [, , log] }) => Math.round(log.bytesOf(1e6) / 1e7) / 100],
      time: [8, () => TIME],
      times: [800, ({ figure: [, , log] }) => log.limit.amount * TIME],
      timesAll: [800, ({ figure: [, , log] }) => (log.limit.amount * TIME * 1e6) / 1e6],
      // In addition to the entries, the log itself takes a little.
      entry: [16, ({ figure: [, , log] }) => Math.floor(log.state_bytes / log.limit.amount / 2)],
    },
    said: [{ source: 'bucket-or-window', says: 'of the token bucket' }],
    right: [
      { source: 'bucket-or-window', says: 'of the log: 800 MB, at 8 bytes per timestamp' },
      { source: 'designing', says: 'of the log: 10 million entries for 10,000 clients' },
      { source: 'five-in-php' },
    ],
  },
  {
    name: 'fair',
    claim: 'Sliding windows are fair.',
    verdict: 'when',
    when: 'every client has its own key',
    why:
      'Fairness comes from the key, not from the algorithm. Here an app sends a request every 4 s, and a job ' +
      'sends 300 at 10 s. With one log for both, the app gets {shared} of its {sent} through; with a log for each, ' +
      '{own}. With one token bucket for both it gets {bucket}, because a token comes back every {back} s, before ' +
      'the app’s next request, and the job does not try again.',
    scenarios: {
      figure:
        'limit=20/m&lanes=sliding_window_log key=everybody, token_bucket key=everybody, ' +
        'sliding_window_log&traffic=15 every 4s by app; 300@10s by cron',
    },
    numbers: {
      shared: [3, ({ figure: [shared] }) => shared.groups.app.counts.allowed],
      sent: [15, ({ figure: [shared] }) => shared.groups.app.requests],
      own: [15, ({ figure: [, , own] }) => own.groups.app.counts.allowed],
      bucket: [15, ({ figure: [, bucket] }) => bucket.groups.app.counts.allowed],
      back: [3, ({ figure: [, bucket] }) => 60 / bucket.groups.app.limit.amount],
    },
    said: [{ source: 'bucket-or-window', says: 'of the log' }, { source: 'borrow' }],
  },
];
