export const queues = [
  {
    name: 'constant-output',
    claim: 'The output of a leaky bucket queue is always its rate, whatever comes in.',
    verdict: 'when',
    when: 'requests are always waiting',
    why:
      'The rate is the most that starts, not the least. At 1 request a second, a queue that serves 2 a second starts ' +
      'one every {slow} s. Only after the burst at 6 s, with requests in line, does it start one every {fast} s.',
    scenarios: { figure: 'limit=2/s&burst=5&lanes=leaky_bucket_queue&traffic=1/s for 5s; 5@6s' },
    numbers: {
      slow: [1, ({ figure: [queue] }) => only(queue.gapsIn(0, 5))],
      fast: [0.5, ({ figure: [queue] }) => only(queue.gapsIn(6, 9))],
    },
    stated: [{ source: 'spike', says: '3,000 a second' }],
    right: [{ source: 'spike', says: 'in the next sentence: never more than 3,000' }],
  },
  {
    name: 'absorbs-the-peak',
    claim: 'A queue of 5,000 that is served at 3,000 a second absorbs a peak of 50,000 a second.',
    verdict: 'when',
    when: 'the peak ends before the queue is full',
    why:
      'Here is a hundredth of each number: a queue of 50, served at 30 a second. At 500 a second it is full after ' +
      '{full} s. From then on it accepts only what it serves: in 10 s, {refused} of {sent} are refused, {share} %. ' +
      'Of [a peak of 100 ms](short), {short} are. Neither a longer queue nor another limiter changes that 30 a ' +
      'second are served.',
    scenarios: {
      figure: 'limit=30/s&burst=50&lanes=leaky_bucket_queue&traffic=500/s for 10s',
      short: 'limit=30/s&burst=50&lanes=leaky_bucket_queue&traffic=500/s for 100ms',
    },
    numbers: {
      full: [0.106, ({ figure: [queue] }) => queue.refusedAt],
      refused: [4651, ({ figure: [queue] }) => queue.denied],
      sent: [5000, ({ figure: [queue] }) => queue.attempts],
      share: [93, ({ figure: [queue] }) => Math.round((100 * queue.denied) / queue.attempts)],
      short: [0, ({ short: [queue] }) => queue.denied],
    },
    stated: [{ source: 'spike', says: 'which sizes the queue for that peak' }],
    right: [{ source: 'spike', says: 'that long overload is refused' }],
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
    stated: [{ source: 'nginx' }],
  },
  {
    name: 'nginx-window',
    claim: 'nginx limits requests with a sliding window.',
    verdict: 'false',
    why:
      'The manual of limit_req names its method, the leaky bucket, and it acts like one. Under 10 a minute and ' +
      'without a burst, {queue} of {sent} at once passes, and the next one after {wait} s. A sliding window of 10 a ' +
      'minute lets all {window} through.',
    scenarios: {
      figure: 'limit=10/m&burst=1&lanes=leaky_bucket_queue, sliding_window_counter&traffic=10@0s',
    },
    numbers: {
      queue: [1, ({ figure: [queue] }) => queue.admitted],
      sent: [10, ({ figure: [queue] }) => queue.attempts],
      wait: [6, ({ figure: [queue] }) => queue.retry],
      window: [10, ({ figure: [, window] }) => window.admitted],
    },
    stated: [{ source: 'lesson' }],
    right: [{ source: 'nginx' }],
  },
];

function only(values) {
  return new Set(values).size === 1 ? values[0] : NaN;
}
