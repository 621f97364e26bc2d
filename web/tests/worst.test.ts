// How far the worst traffic gets is stated where it is not the bound.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Worst } from '../src/engine/types.ts';
import { reachedBy, worstTraffic } from '../src/words/worst.ts';

function worst(reached: number, bound: number, cost?: number): Worst {
  return { started: { cost: reached }, started_bound: bound, cost } as Worst;
}

test('traffic that reaches the bound needs no words, other traffic says how far it gets', () => {
  assert.equal(reachedBy(worst(38, 38)), '.');
  assert.equal(reachedBy(worst(29, 38)), '; the worst known traffic reaches 29.');
});

test('requests that cost more than those of the scenario are not compared with its bound', () => {
  assert.equal(reachedBy(worst(93, 93, 20)), '. Requests of cost 20 can reach 93.');
});

test('the worst traffic of a limiter is called so, with what it reaches if that is not the bound', () => {
  assert.equal(worstTraffic('GCRA', { text: '', reached: 72, bound: 72 }), 'the worst traffic for GCRA');
  assert.equal(
    worstTraffic('GCRA', { text: '', reached: 1_126, bound: 1_172 }),
    'the worst known traffic for GCRA (it reaches 1,126 of at most 1,172)',
  );
});
