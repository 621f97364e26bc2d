// Needs as the language writes them, and another scenario as changes to this one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as core from '../generated/studio/ratelab_wasm.js';
import type { Advice, Needs, Scenario, Shift } from '../src/engine/types.ts';
import { NEEDS, printValues, usualNeeds, valuesOf } from '../src/views/which/needs.ts';
import { fieldsFrom } from '../src/views/which/opening.ts';
import { faultIn, faultInShare, labelOf, quantified, withFault, withoutFault } from '../src/views/which/parts.ts';
import type { Part } from '../src/views/which/parts.ts';
import { wordsOf } from '../src/views/anatomy/shift-note.ts';

core.initSync({ module: readFileSync('generated/studio/ratelab_wasm_bg.wasm') });

const BOUNDS = core.bounds();
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
  const text =
    'never 100/60000000000ns; burst 20; delay 0ns; memory 64 for 1000000; deny 0.25%; servers 3 sync 1000000000ns; ' +
    'honest; by memory';
  assert.equal(printValues(valuesOf(ALL)), text);
  assert.equal(printValues(valuesOf(NOTHING)), '');
  assert.equal(
    printValues({
      ...valuesOf(ALL),
      honest: undefined,
      servers: undefined,
      by: undefined,
      deny: undefined,
      memory: undefined,
    }),
    'never 100/60000000000ns; burst 20; delay 0ns',
  );
});

test('before anything is entered, the guarantee is what the scenario limits to', () => {
  const scenario = { limit: { amount: 10, period: 10_000_000_000n } } as Scenario;
  assert.equal(usualNeeds(scenario), 'never 10/10000000000ns');
  for (const need of NEEDS) assert.notEqual(need.explains, '');
});

test('bursts begin with what a bucket takes as it was advised', () => {
  const scenario = { limit: { amount: 10, period: 10_000_000_000n } } as Scenario;
  const usual = (advice?: Advice) => NEEDS.find(({ name }) => name === 'burst')?.usual(scenario, advice);
  const rows = [
    { algorithms: ['fixed_window'], burst: 70 },
    { algorithms: ['token_bucket', 'gcra'], burst: 50 },
  ] as Advice['rows'];
  assert.equal(usual({ needs: ALL, rows } as Advice), '50');
  assert.equal(
    usual({ needs: { ...ALL, never: { amount: 1, period: 1n } }, rows: [] as Advice['rows'] } as Advice),
    '1',
  );
  assert.equal(usual({ needs: ALL, rows: rows.slice(0, 1) } as Advice), '50');
  assert.equal(usual(), '5');
});

test('what is no number is refused before the core could read it as something else', () => {
  const fault = (need: Part['need'], place: number, text: string) =>
    faultIn(quantified({ need, place }, ALL, BOUNDS), text);
  for (const text of ['2.5', '1e99', '0', '', '?', '-1', '4294967296'])
    assert.equal(fault('never', 0, text), 'Expected a whole number from 1 to 4,294,967,295.', text);
  assert.equal(fault('servers', 0, '65'), 'Expected a whole number from 1 to 64.');
  assert.equal(fault('memory', 1, '9007199254740992'), 'Expected a whole number from 1 to 9,007,199,254,740,991.');
  for (const text of ['1e99m', '0s', '?', '', '213504d', '5x'])
    assert.equal(fault('never', 1, text), 'Expected a time from 1 ns to 213,503 days.', text);
  assert.equal(fault('delay', 0, '1e99s'), 'Expected a time from 0 s to 213,503 days.');
  for (const [need, place, text] of [
    ['never', 0, '100'],
    ['servers', 0, '64'],
    ['never', 1, '0.5s'],
    ['delay', 0, '0s'],
    ['never', 1, '213503d'],
    ['servers', 1, '.5ms'],
  ] as const)
    assert.equal(fault(need, place, text), undefined, text);
});

test('a share is a number up to 100 with four decimals', () => {
  for (const text of ['200', '1e99', '', '-1', '0,5', '100.1'])
    assert.equal(faultInShare(text), 'Expected a number from 0 to 100.', text);
  assert.equal(faultInShare('0.00001'), 'Expected at most four decimals.');
  for (const text of ['0', '100', '0.5', '.5', '0.0001']) assert.equal(faultInShare(text), undefined, text);
});

test('a fault stays at its field until that is right, or its need is left out', () => {
  const faults = withFault(withFault(new Map(), 'never 0', 'One.'), 'servers 0', 'Two.');
  assert.deepEqual(
    [...faults.keys()].map((key) => labelOf(key, ALL)),
    ['At most', 'Servers'],
  );
  assert.equal(labelOf('deny 0', ALL), 'Denied');
  assert.deepEqual([...withoutFault(faults, 'never 1', ALL).keys()], ['never 0', 'servers 0']);
  assert.deepEqual([...withoutFault(faults, 'never 0', ALL).keys()], ['servers 0']);
  assert.deepEqual([...withoutFault(faults, 'by', { ...ALL, servers: undefined } as Needs).keys()], ['never 0']);
});

test('another scenario is what has to change for it', () => {
  assert.deepEqual(
    fieldsFrom('v=1&limit=10/10s&traffic=10@9.5s&retry=told', 'v=1&limit=20/10s&traffic=10@9.5s&lanes=gcra burst=3'),
    [
      ['retry', ''],
      ['limit', '20/10s'],
      ['lanes', 'gcra burst=3'],
    ],
  );
  assert.deepEqual(fieldsFrom('v=1&traffic=1@0s', 'v=1&traffic=1@0s'), []);
});

test('a shift is shown with its effect, and how it was found', () => {
  const most = (cost: number) => ({ cost, from: 0n, to: 0n });
  const shift = { shift: 8_400_000_000n, most: most(20), now: most(10), tried: 2, exact: true, scenario: '' } as Shift;
  assert.equal(wordsOf(shift, '10 s'), 'Had it arrived 8.4 s later, 20 would have got through in 10 s, not 10.');
  assert.equal(
    wordsOf({ ...shift, most: most(10), exact: false, tried: 1_000 }, '10 s'),
    'At the 1,000 start times tried, no more than 10 would have got through in any 10 s.',
  );
});
