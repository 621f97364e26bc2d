// Measures the headline and its reason, with the runs under other conditions that show what the cause is.

import { row } from './rows.mjs';
import { timed } from './turns.mjs';

const ROUNDS = 9;
// The longest time for a finding of 100,000 requests in seven lanes, in nanoseconds.
const FINDING = 50e6;

const TRAFFIC = 'traffic=poisson 110/s for 909s';
const SCENARIOS = {
  'one state': `limit=100/s&${TRAFFIC}`,
  'an excess at an edge': `limit=100/s&${TRAFFIC}&servers=2 round_robin down 50s..51s open`,
  'two servers, a clock ahead': `limit=100/s&${TRAFFIC}&servers=2 round_robin local server 2 ahead 600ms`,
  'servers that sync, a clock ahead': `limit=100/s&${TRAFFIC}&servers=2 round_robin sync 1s server 2 ahead 600ms`,
  'writes after reads': `limit=100/s&${TRAFFIC}&servers=2 round_robin race 40ms set`,
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
    const what = `the headline and the reason of 100,000 requests in seven lanes, ${name}`;
    return row(
      `browser/finding ${name}`,
      what,
      '50 ms',
      times,
      times.map(() => FINDING),
      1,
    );
  });
}
