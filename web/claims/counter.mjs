export const counter = [
  {
    name: 'only-ten',
    claim: 'Of the 20 requests at the edge, the sliding window counter lets only 10 through.',
    verdict: 'when',
    when: 'the request itself is counted before it is compared',
    why:
      'At 10.1 s the last window’s 10 requests still count as {weighed}. The article compares that with 10 before it ' +
      'counts the request, so one more passes: {floor} in {span} s. Rounding makes no difference: {weighed} and ' +
      '{seen} are both below 10. If [the request is added first](exact), {added} is above 10, and only {exact} ' +
      'pass, as with the log.',
    scenarios: {
      figure: 'limit=10/10s&lanes=sliding_window_counter, sliding_window_log&traffic=10@9.5s; 10@10.1s',
      exact: 'limit=10/10s&lanes=sliding_window_counter rounding=exact&traffic=10@9.5s; 10@10.1s',
    },
    numbers: {
      weighed: [9.9, ({ figure: [floor] }) => floor.usedAt(10.1)],
      seen: [9, ({ figure: [floor] }) => Math.floor(floor.usedAt(10.1))],
      floor: [11, ({ figure: [floor] }) => floor.admitted],
      added: [10.9, ({ exact: [exact] }) => exact.usedAt(10.1) + 1],
      span: [0.6, ({ figure: [floor] }) => floor.most.span],
      exact: [10, ({ figure: [, log], exact: [exact] }) => (exact.admitted === log.admitted ? exact.admitted : NaN)],
    },
    stated: [{ source: 'five-in-php' }],
    right: [{ source: 'five-in-php', says: 'further down: the counter sometimes says 11' }],
  },
  {
    name: 'at-the-limit-or-above-it',
    claim: 'If the counter refuses from the limit on (>=) and not only above it (>), 99.5 of 100 lets nothing through.',
    verdict: 'false',
    why:
      'At 90 s the last minute’s 99 requests count as {weighed}. After {counted} more the estimate is {estimate}: ' +
      'neither 100 nor above it, so the next one passes by both comparisons, {admitted} of 52. What stops it is ' +
      '[adding the request first](exact): {added} is above 100, and {exact} pass. The comparisons differ only where ' +
      'the estimate is exactly 100: after [100 at 30 s](whole) the one lets {atLeast} through, the other {above}.',
    scenarios: {
      figure: 'limit=100/m&lanes=sliding_window_counter&traffic=99@30s; 52@90s',
      exact: 'limit=100/m&lanes=sliding_window_counter rounding=exact&traffic=99@30s; 52@90s',
      whole: 'limit=100/m&lanes=sliding_window_counter&traffic=100@30s; 52@90s',
    },
    numbers: {
      weighed: [49.5, ({ figure: [counter] }) => counter.usedAt(90)],
      counted: [50, ({ figure: [counter] }) => counter.startedAt(90) - 1],
      estimate: [99.5, ({ figure: [counter] }) => counter.usedAt(90) + counter.startedAt(90) - 1],
      admitted: [51, ({ figure: [counter] }) => counter.startedAt(90)],
      added: [100.5, ({ figure: [counter] }) => counter.usedAt(90) + counter.startedAt(90)],
      exact: [50, ({ exact: [exact] }) => exact.startedAt(90)],
      atLeast: [50, ({ whole: [whole] }) => whole.startedAt(90)],
      above: [
        51,
        ({ whole: [whole] }, { comparedLoosely, admittedOf }) =>
          admittedOf(comparedLoosely, whole).filter((time) => time === 90).length,
      ],
    },
    stated: [{ source: 'lesson' }],
  },
  {
    name: 'rounded-up',
    claim: 'Report what is left with the estimate rounded up, so that 0.7 requests are not reported as 1.',
    verdict: 'when',
    when: 'the request itself is counted before it is compared',
    why:
      'At 114 s the last minute’s 93 requests count as {weighed}. After {counted} more the estimate is {estimate}, ' +
      'and {left} are left. The lesson’s code reports {reported}, but then lets the next request through, because ' +
      '{estimate} is below 100: {admitted} of 92 pass. By its rule {one} was left. If [the request is added ' +
      'first](exact), it is refused, and only then is {reported} right.',
    scenarios: {
      figure: 'limit=100/m&lanes=sliding_window_counter&traffic=93@30s; 92@114s',
      exact: 'limit=100/m&lanes=sliding_window_counter rounding=exact&traffic=93@30s; 92@114s',
    },
    numbers: {
      weighed: [9.3, ({ figure: [counter] }) => counter.usedAt(114)],
      counted: [90, ({ exact: [exact] }) => exact.startedAt(114)],
      estimate: [99.3, ({ exact: [exact] }) => exact.usedAt(114) + exact.startedAt(114)],
      left: [0.7, ({ exact: [exact] }) => Math.round(10 * (100 - exact.usedAt(114) - exact.startedAt(114))) / 10],
      reported: [
        0,
        ({ exact: [exact] }, { reportedLeft }) => reportedLeft(exact.usedAt(114) + exact.startedAt(114), 100),
      ],
      admitted: [91, ({ figure: [counter] }) => counter.startedAt(114)],
      one: [1, ({ figure: [counter], exact: [exact] }) => counter.startedAt(114) - exact.startedAt(114)],
    },
    stated: [{ source: 'lesson' }],
  },
  {
    name: 'tiny-error',
    claim: 'The counter’s error is tiny: 0.003 %, 0.1 %, a few percent, 10 %.',
    verdict: 'when',
    when: 'clients stay well below the limit',
    why:
      'It depends on the traffic and on the measure: requests that the counter and an exact log decide ' +
      'differently, or how many more or fewer pass in total. With random requests at [half the limit](half), they ' +
      'differ on {half} of {halfSent}. At the limit, as here, they differ on {share} %, but only {more} % more ' +
      'pass. At [twice the limit](double) they differ on {doubleShare} %, and {doubleMore} % more pass: about the ' +
      'same number, but not the same requests. The counter assumes that the last window’s requests were spread ' +
      'evenly. With [two late bursts](late) it decides {lateShare} % differently, and {lateMore} % more pass; with ' +
      '[two early ones](early) {earlyShare} %, and {earlyFewer} % fewer pass.',
    scenarios: {
      figure: 'limit=100/10s&lanes=sliding_window_counter, sliding_window_log&traffic=poisson 10/s for 10m&seed=3',
      half: 'limit=100/10s&lanes=sliding_window_counter, sliding_window_log&traffic=poisson 5/s for 10m&seed=3',
      double: 'limit=100/10s&lanes=sliding_window_counter, sliding_window_log&traffic=poisson 20/s for 10m&seed=3',
      late: 'limit=10/10s&lanes=sliding_window_counter, sliding_window_log&traffic=10@9.9s; 10@19.1s',
      early: 'limit=10/10s&lanes=sliding_window_counter, sliding_window_log&traffic=10@0s; 10@10.1s',
    },
    numbers: {
      half: [0, ({ half: [counter] }) => counter.over + counter.under],
      halfSent: [2900, ({ half: [counter] }) => counter.attempts],
      share: [8.1, ({ figure: [counter] }) => percent(counter.over + counter.under, counter.attempts)],
      more: [1.1, ({ figure: [counter, log] }) => percent(counter.admitted - log.admitted, log.admitted)],
      doubleShare: [37.5, ({ double: [counter] }) => percent(counter.over + counter.under, counter.attempts)],
      doubleMore: [0.6, ({ double: [counter, log] }) => percent(counter.admitted - log.admitted, log.admitted)],
      lateShare: [50, ({ late: [counter] }) => percent(counter.over, counter.attempts)],
      lateMore: [100, ({ late: [counter, log] }) => percent(counter.admitted - log.admitted, log.admitted)],
      earlyShare: [45, ({ early: [counter] }) => percent(counter.under, counter.attempts)],
      earlyFewer: [45, ({ early: [counter, log] }) => percent(log.admitted - counter.admitted, log.admitted)],
    },
    stated: [
      { source: 'spike', says: 'a 0.003 % error rate, measured by Cloudflare' },
      { source: 'designing', says: 'about 0.1 %, without saying of what' },
      { source: 'waken', says: 'about 3 %, or worse' },
      { source: 'five-in-php', says: 'a few percent, of the estimate' },
      { source: 'bucket-or-window', says: 'usually within 10 % of the exact number that pass' },
    ],
  },
  {
    name: 'keeps-the-limit',
    claim: 'The sliding window counter keeps every client to its limit, and closes the loophole at the edge.',
    verdict: 'false',
    why:
      'It makes the loophole at the edge small, but has another one later. Towards the end of a window the ' +
      'previous one has little weight, even if all of its requests arrived at its very end: 10 at 9.9 s and 10 at ' +
      '19.1 s make {counter} in {span} s. The worst case in any 10 s is {bound}, as with a fixed window; without ' +
      'rounding it is {exactBound}.',
    scenarios: {
      figure: 'limit=10/10s&lanes=sliding_window_counter, sliding_window_log&traffic=10@9.9s; 10@19.1s',
      exact: 'limit=10/10s&lanes=sliding_window_counter rounding=exact, fixed_window&traffic=10@9.9s; 10@19.1s',
    },
    numbers: {
      counter: [20, ({ figure: [counter] }) => counter.admitted],
      span: [9.2, ({ figure: [counter] }) => counter.most.span],
      bound: [20, ({ figure: [counter], exact: [, fixed] }) => (counter.bound === fixed.bound ? counter.bound : NaN)],
      exactBound: [19, ({ exact: [exact] }) => exact.bound],
    },
    stated: [
      { source: 'kong' },
      { source: 'five-in-php', says: 'that the flaw at the edge is gone' },
      { source: 'lesson', says: 'that the loophole is closed' },
      { source: 'system-overflow' },
    ],
    right: [{ source: 'iron-traffic' }, { source: 'spike', says: 'that it undercounts late bursts' }],
  },
  {
    name: 'when-the-window-ends',
    claim: 'A client that the counter refuses should come back when the window ends.',
    verdict: 'false',
    why:
      'When the window ends, it still has its full weight. After 100 at 0 s, the counter lets {counter} of 100 ' +
      'more at 60 s through, and the log {log}. Elsewhere in a window the wait can be shorter: [refused at 65 ' +
      's](middle), after 100 at 30 s, a client can pass after {wait} s, where this rule says {stated} s. [Refused at ' +
      '31 s](longer), it has to wait until just after the window’s end, {longer} s.',
    scenarios: {
      figure: 'limit=100/m&lanes=sliding_window_counter, sliding_window_log&traffic=100@0s; 100@60s',
      middle: 'limit=100/m&lanes=sliding_window_counter&traffic=100@30s; 20@65s',
      longer: 'limit=100/m&lanes=sliding_window_counter&traffic=100@30s; 1@31s',
    },
    numbers: {
      counter: [0, ({ figure: [counter] }) => counter.startedAt(60)],
      log: [100, ({ figure: [, log] }) => log.startedAt(60)],
      wait: [0.4, ({ middle: [counter] }) => Math.round(counter.retry * 1e6) / 1e6],
      longer: [29, ({ longer: [counter] }) => (counter.retry > 29 ? Math.round(counter.retry * 1e6) / 1e6 : NaN)],
      stated: [55, ({ middle: [counter] }) => 60 - (counter.refusedAt % 60)],
    },
    stated: [{ source: 'lesson', says: 'in its code' }],
  },
  {
    name: 'locked-out',
    claim: 'A client that keeps trying while it is refused locks itself out for good.',
    verdict: 'when',
    when: 'a sliding window counts refusals too',
    why:
      'A client sends 12 a minute under a limit of 10. With refusals counted, the counter lets {counted} of ' +
      '{sent} through, the last at {last} s, and then none. [Without that](uncounted), it lets {uncounted} through, ' +
      'and a token bucket {bucket}. [A fixed window](fixed) forgets at its edge, and lets {fixed} through either way.',
    scenarios: {
      figure: 'limit=10/m&lanes=sliding_window_counter count_denied=yes, token_bucket&traffic=12/m for 5m',
      uncounted: 'limit=10/m&lanes=sliding_window_counter, token_bucket&traffic=12/m for 5m',
      fixed: 'limit=10/m&lanes=fixed_window count_denied=yes, fixed_window&traffic=12/m for 5m',
    },
    numbers: {
      counted: [10, ({ figure: [counted] }) => counted.admitted],
      sent: [60, ({ figure: [counted] }) => counted.attempts],
      last: [45, ({ figure: [counted] }) => counted.lastStart],
      uncounted: [50, ({ uncounted: [uncounted] }) => uncounted.admitted],
      bucket: [59, ({ figure: [, bucket] }) => bucket.admitted],
      fixed: [
        50,
        ({ fixed: [counted, uncounted] }) => (counted.admitted === uncounted.admitted ? counted.admitted : NaN),
      ],
    },
    stated: [{ source: 'kong', says: 'of its sliding window, so with this condition' }],
  },
];

/** To tenths. */
function percent(part, whole) {
  return Math.round((1000 * part) / whole) / 10;
}
