/** The bytes of a time. */
const TIME = BigUint64Array.BYTES_PER_ELEMENT;
/** The clients of one of the articles. */
const RIDERS = 2_000_000;

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
    stated: [{ source: 'system-overflow-log', says: '60,000 entries for this traffic' }],
    right: [{ source: 'bucket-or-window' }, { source: 'five-in-php' }],
  },
  {
    name: 'memory-is-no-issue',
    claim: 'The state of a million clients takes 16 MB.',
    verdict: 'when',
    when: 'each client has a token bucket',
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
    stated: [{ source: 'bucket-or-window', says: 'of the token bucket, so with this condition' }],
    right: [
      { source: 'bucket-or-window', says: 'of the log: 800 MB, at 8 bytes per timestamp' },
      { source: 'designing', says: 'of the log: 10 million entries for 10,000 clients' },
      { source: 'five-in-php' },
    ],
  },
  {
    name: 'bytes-per-client',
    claim: 'A fixed window takes about 16 bytes per client, a sliding window counter 24 and a token bucket 16.',
    verdict: 'when',
    when: 'only the state is counted',
    why:
      'Two numbers for a window or a bucket, and one more for the counter, at {number} bytes each. Ours take ' +
      '{bucket} for the bucket, {counter} for the counter and {fixed} for the fixed window, which also remembers the ' +
      'latest time, so a clock that goes back gains nothing. The key and what the store adds come on top.',
    view: 'memory',
    scenarios: {
      figure: 'limit=100/m&lanes=fixed_window, sliding_window_counter, token_bucket&traffic=90/m for 1m',
    },
    numbers: {
      number: [8, () => TIME],
      bucket: [16, ({ figure: [, , bucket] }) => bucket.state_bytes],
      counter: [24, ({ figure: [, counter] }) => counter.state_bytes],
      fixed: [24, ({ figure: [fixed] }) => fixed.state_bytes],
    },
    stated: [{ source: 'lesson' }],
  },
  {
    name: 'two-million-riders',
    claim: 'Logs of 60 times for 2 million clients take 2.8 GB in Redis, and two counters for each 320 MB.',
    verdict: 'when',
    when: 'the members of the log are bare times',
    why:
      'That is {perTime} bytes for each of {times} million times, and {perKey} for each of {keys} million keys. ' +
      'Redis packs a short sorted set of bare times into {packed} bytes each, and the key comes on top. With a UUID ' +
      'for each request, which keeps those of one instant apart, a time takes {named}. The times alone are {bare} ' +
      'MB, and the state of our counters {counters} MB.',
    view: 'memory',
    scenarios: {
      figure: 'limit=60/m&lanes=sliding_window_log, sliding_window_counter&traffic=60/m for 1m',
    },
    numbers: {
      times: [120, ({ figure: [log] }) => (RIDERS * log.limit.amount) / 1e6],
      perTime: [23, ({ figure: [log] }) => Math.round(2.8e9 / (RIDERS * log.limit.amount))],
      keys: [4, () => (2 * RIDERS) / 1e6],
      perKey: [80, () => 320e6 / (2 * RIDERS)],
      packed: [20, (_, { listpackBytes }) => listpackBytes()],
      named: [48, (_, { listpackBytes }) => listpackBytes(36)],
      bare: [960, ({ figure: [log] }) => (RIDERS * log.limit.amount * TIME) / 1e6],
      counters: [48, ({ figure: [, counter] }) => counter.bytesOf(RIDERS) / 1e6],
    },
    stated: [{ source: 'spike' }],
  },
  {
    name: 'memory-of-a-queue',
    claim: 'The memory of a leaky bucket queue grows with its queue.',
    verdict: 'when',
    when: 'the requests that wait in it are counted',
    why:
      'To decide, it only needs the time at which it is free again: {small} bytes with a capacity of 10, and {large} ' +
      'with 5000. A request that waits is held by the server, with its connection and its body, and that grows ' +
      'with every request in the line. A limiter that refuses at once has none of it.',
    view: 'memory',
    scenarios: {
      figure: 'limit=3/s&lanes=leaky_bucket_queue capacity=10, leaky_bucket_queue capacity=5000&traffic=10@0s',
    },
    numbers: {
      small: [16, ({ figure: [small] }) => small.state_bytes],
      large: [16, ({ figure: [, large] }) => large.state_bytes],
    },
    stated: [{ source: 'spike' }],
    right: [{ source: 'five-in-php' }],
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
    stated: [
      { source: 'bucket-or-window', says: 'of the log, which has a key for each client there' },
      { source: 'borrow' },
    ],
  },
];
