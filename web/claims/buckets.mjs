export const buckets = [
  {
    name: 'leaky-or-token',
    claim: 'A token bucket lets bursts through; a leaky bucket does not.',
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
    stated: [{ source: 'five-in-php' }, { source: 'maneshwar' }],
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
    stated: [{ source: 'redis-cell' }, { source: 'redis-rate', says: 'expected 17 and counted 32' }],
  },
  {
    name: 'only-the-average',
    claim: 'A token bucket limits only the average over a long time.',
    verdict: 'false',
    why:
      'It limits every interval, long or short, to its capacity and what comes back in it. With 10 tokens and 1 a ' +
      'second, no 10 s have more than {bound}, with any traffic. And silence saves only one capacity: after 10 ' +
      'minutes, {burst} of 700 pass. By the average alone it could be {average}.',
    scenarios: { figure: 'limit=10/10s&lanes=token_bucket&traffic=1@0s; 700@10m' },
    numbers: {
      bound: [19, ({ figure: [bucket] }) => bucket.bound],
      burst: [10, ({ figure: [bucket] }) => bucket.startedAt(600)],
      average: [600, ({ figure: [bucket] }) => (bucket.limit.amount / 10) * bucket.lastStart],
    },
    stated: [{ source: 'five-in-php' }],
  },
  {
    name: 'burst-of-the-capacity',
    claim: 'A token bucket of 100, refilled at 100 a second, lets bursts of up to 100 through.',
    verdict: 'when',
    when: 'a burst is what comes at one instant',
    why:
      'While a burst is spent, tokens come back: after 100 at 0 s, one more passes every 10 ms. That is {most} ' +
      'within {span} s, and no second can have more ({bound}). [At one instant](instant), {instant} of 300 pass. A ' +
      'log of 100 lets {log} of the requests here through.',
    scenarios: {
      figure: 'limit=100/s&lanes=token_bucket, sliding_window_log&traffic=100@0s; 100 every 10ms from 10ms',
      instant: 'limit=100/s&lanes=token_bucket&traffic=300@0s',
    },
    numbers: {
      most: [199, ({ figure: [bucket] }) => bucket.most.cost],
      span: [0.99, ({ figure: [bucket] }) => bucket.most.span],
      bound: [199, ({ figure: [bucket] }) => bucket.bound],
      instant: [100, ({ instant: [bucket] }) => bucket.admitted],
      log: [101, ({ figure: [, log] }) => log.admitted],
    },
    stated: [{ source: 'bucket-or-window' }],
  },
  {
    name: 'whole-tokens',
    claim: 'A token bucket without fractions of tokens is slower than its rate.',
    verdict: 'when',
    when: 'the time that made the fraction is dropped too',
    why:
      'Here requests come every 400 ms, and 1 token comes back a second. If each request rounds down what came back ' +
      'since the one before, that is nothing every time: {forgets} of {sent} pass, the full bucket. If whole tokens ' +
      'come back [at the end of each second](interval), no time is lost, and {interval} pass. With fractions it is ' +
      '{fractions}.',
    scenarios: {
      figure: 'limit=1/s&burst=10&lanes=token_bucket&traffic=150 every 400ms',
      interval: 'limit=1/s&burst=10&lanes=token_bucket refill=interval&traffic=150 every 400ms',
    },
    numbers: {
      forgets: [
        10,
        ({ figure: [bucket] }, { wholeTokens, admittedOf }) => admittedOf(wholeTokens, bucket, { amount: 1 }).length,
      ],
      sent: [150, ({ figure: [bucket] }) => bucket.attempts],
      interval: [69, ({ interval: [bucket] }) => bucket.admitted],
      fractions: [69, ({ figure: [bucket] }) => bucket.admitted],
    },
    stated: [{ source: 'five-in-php' }],
  },
  {
    name: 'begins-empty',
    claim: 'A token bucket that begins empty refuses a client’s first request.',
    verdict: 'true',
    why:
      'The first token comes only after {wait} s, at 1 a second, so {empty} of {sent} pass. [A bucket that begins ' +
      'full](full) lets all {full} through. An empty start makes sense where clients can get new keys at will: a new ' +
      'key then brings no new burst.',
    scenarios: {
      figure: 'limit=1/s&burst=5&lanes=token_bucket initial=0&traffic=1/s for 5s',
      full: 'limit=1/s&burst=5&lanes=token_bucket&traffic=1/s for 5s',
    },
    numbers: {
      wait: [1, ({ figure: [empty] }) => (empty.refusedAt === 0 ? empty.retry : NaN)],
      empty: [4, ({ figure: [empty] }) => empty.admitted],
      sent: [5, ({ figure: [empty] }) => empty.attempts],
      full: [5, ({ full: [full] }) => full.admitted],
    },
    stated: [{ source: 'bucket-or-window' }],
  },
];
