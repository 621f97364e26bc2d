// Measures the headline and its reason, with the runs under other conditions that show what the cause is.

import { row } from './rows.mjs';
import { timed } from './turns.mjs';

const ROUNDS = 9;
// The longest time for a finding of 100,000 requests, in nanoseconds.
const FINDING = 50e6;

const TRAFFIC = 'traffic=poisson 110/s for 909s';
const SCENARIOS = {
  'one state': `limit=100/s&${TRAFFIC}`,
  'an excess at an edge': `limit=100/s&${TRAFFIC}&servers=2 round_robin down 50s..51s open`,
  'two servers, a clock ahead': `limit=100/s&${TRAFFIC}&servers=2 round_robin local server 2 ahead 600ms`,
  'servers that sync, a clock ahead': `limit=100/s&${TRAFFIC}&servers=2 round_robin sync 1s server 2 ahead 600ms`,
  'writes after reads': `limit=100/s&${TRAFFIC}&servers=2 round_robin race 40ms set`,
  'layers that sync, a clock ahead':
    'limit=20/10s&lanes=all_of(fixed_window key=everybody + gcra), layers(a: fixed_window key=group then ' +
    `b: sliding_window_counter), fixed_window&${TRAFFIC}&clients=1000&servers=3 random sync 1s server 1 ahead 600ms`,
  'retries on two servers': `limit=100/s&${TRAFFIC}&retry=backoff 100ms attempts 3&servers=2 round_robin local`,
  'retries, writes after reads, a clock ahead':
    `limit=100/s&${TRAFFIC}&clients=100&retry=backoff 100ms jitter attempts 2` +
    '&servers=3 random race 5ms set server 2 ahead 600ms',
};

export function rows({ Run }) {
  return Object.entries(SCENARIOS).map(([name, text]) => {
    const times = Array.from({ length: ROUNDS }, () => {
      const run = new Run(text);
      while (!run.advance(1 << 20));
      const time = timed(() => run.headline());
      run.free();
      return time;
    });
    const what = `the headline and the reason of 100,000 requests, ${name}`;
    return row(
      `browser/finding ${name}`,
      what,
      `${FINDING / 1e6} ms`,
      times,
      times.map(() => FINDING),
      1,
    );
  });
}
