// Needs as the language writes them, and another scenario as changes to this one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Needs, Scenario, Shift } from '../src/engine/types.ts';
import { NEEDS, printValues, usualNeeds, valuesOf } from '../src/views/which/needs.ts';
import { fieldsFrom } from '../src/views/which/opening.ts';
import { wordsOf } from '../src/views/anatomy/shift-note.ts';

const NOTHING = { text: '', honest: false, by: 'denied' } as Needs;
const ALL = {
  ...NOTHING,
  never: { amount: 100, period: 60_000_000_000n },
  burst: 20,
  delay: 0n,
  memory: { bytes: 64, clients: 1_000_000 },
  deny: 2_500,
  servers: { count: 3, sync: 1_000_000_000n },
  honest: true,
  by: 'memory',
} as Needs;

test('all needs are written in the order of the table', () => {
  const text = 'never 100/60000000000ns; burst 20; delay 0ns; memory 64 for 1000000; deny 0.25%; servers 3 sync 1000000000ns; honest; by memory';
  assert.equal(printValues(valuesOf(ALL)), text);
  assert.equal(printValues(valuesOf(NOTHING)), '');
  assert.equal(printValues({ ...valuesOf(ALL), honest: undefined, servers: undefined, by: undefined, deny: undefined, memory: undefined }), 'never 100/60000000000ns; burst 20; delay 0ns');
});

test('before anything is said, the guarantee is what the scenario limits to', () => {
  const scenario = { limit: { amount: 10, period: 10_000_000_000n } } as Scenario;
  assert.equal(usualNeeds(scenario), 'never 10/10000000000ns');
  for (const need of NEEDS) assert.notEqual(need.explains, '');
});

test('another scenario is what has to change for it', () => {
  assert.deepEqual(fieldsFrom('v=1&limit=10/10s&traffic=10@9.5s&retry=told', 'v=1&limit=20/10s&traffic=10@9.5s&lanes=gcra burst=3'), [
    ['retry', ''],
    ['limit', '20/10s'],
    ['lanes', 'gcra burst=3'],
  ]);
  assert.deepEqual(fieldsFrom('v=1&traffic=1@0s', 'v=1&traffic=1@0s'), []);
});

test('a shift is told with what it changes, and how it was looked for', () => {
  const most = (cost: number) => ({ cost, from: 0n, to: 0n });
  const shift = { shift: 8_400_000_000n, most: most(20), now: most(10), tried: 2, exact: true, scenario: '' } as Shift;
  assert.equal(wordsOf(shift, '10 s'), 'Had it come 8.4 s later, 20 would have got through in 10 s, not 10.');
  assert.equal(wordsOf({ ...shift, most: most(10), exact: false, tried: 1_000 }, '10 s'), 'Whenever it had come, no more than 10 would have got through in any 10 s. Of 1,000 starts that were tried.');
});
