// Measures a verdict while a need is dragged: every limiter tuned to another guarantee, and run on the same requests.

import { row } from './rows.mjs';
import { timed } from './turns.mjs';

const ROUNDS = 15;
// The most that a verdict may take, in nanoseconds.
const VERDICT = 300e6;
const TEXT = 'limit=100/m&traffic=poisson 110/s for 909s';

export function rows({ Run }) {
  const run = new Run(TEXT);
  while (!run.advance(1 << 20));
  const [allowed, denied, delayed] = run.counts(0);
  const needs = (step) => `never ${6000 + 100 * step}/m; burst 20; delay 0s; memory 64 for 1000000`;
  const times = Array.from({ length: ROUNDS }, (_, step) => timed(() => run.advice(needs(step))));
  run.free();
  const what = `a verdict on ${allowed + denied + delayed} requests by seven limiters`;
  return [
    row(
      'browser/advice',
      what,
      '300 ms',
      times,
      times.map(() => VERDICT),
      1,
    ),
  ];
}
