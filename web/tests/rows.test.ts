// The rows of a lane: where they are, why they differ, and what the legend says of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Store } from '../src/engine/types.ts';
import { partsIn } from '../src/figure/legend-parts.ts';
import { rowNote } from '../src/figure/rows.ts';
import { causesOf } from '../src/plot/causes.ts';
import type { PlotState } from '../src/plot/index.ts';
import { rowAt } from '../src/plot/rows.ts';

const SECOND = 1_000_000_000n;
const SPAN = { from: 0n, to: 10n * SECOND };
const rowsOf = (...words: string[]) => ({
  kind: 'servers' as const,
  words,
  columns: words.map(() => Uint32Array.of(1, 0, 0, 0, 2, 0)),
});
const THREE = rowsOf('server 1: 1 of 3 let through', 'server 2: 1 of 3 let through', 'server 3: 1 of 3 let through');
const store = (fields: Partial<Store>) => fields as Store;

test('a place in a lane is in the row that is drawn there', () => {
  const lane = { content: { rows: THREE }, height: 100, bandHeight: 62 };
  assert.deepEqual(
    [40, 59, 61, 79, 81, 99].map((y) => rowAt(lane, y).row),
    [0, 0, 1, 1, 2, 2],
  );
  // The word for an outage has a line above them.
  const down = { ...lane, content: { rows: THREE, causes: { outage: [0, 1] as [number, number] } }, bandHeight: 75 };
  assert.deepEqual(
    [30, 59, 61, 79, 81].map((y) => rowAt(down, y).row),
    [0, 0, 1, 1, 2],
  );
  assert.deepEqual(
    [62, 77].map((y) => Math.round(rowAt(down, y).depth)),
    [0, 1],
  );
});

test('servers sync at multiples of an interval of the clock, if that can be seen', () => {
  const sync = store({ kind: 'sync', every: 4n * SECOND });
  assert.deepEqual(causesOf(sync, 0n, SPAN, 100), { ticks: [0.4, 0.8] });
  assert.deepEqual(causesOf(sync, 3n * SECOND, SPAN, 100), { ticks: [0.1, 0.5, 0.9] });
  assert.deepEqual(causesOf(sync, 0n, { from: 4n * SECOND, to: 14n * SECOND }, 100), { ticks: [0, 0.4, 0.8] });
  assert.deepEqual(causesOf(sync, 0n, SPAN, 14), {}, 'closer than six pixels');
});

test('an outage is drawn as far as it is in view', () => {
  const down = store({ kind: 'down', from: 2n * SECOND, to: 60n * SECOND });
  assert.deepEqual(causesOf(down, 5n * SECOND, SPAN, 100), { outage: [0.2, 1] });
  assert.deepEqual(causesOf(store({ ...down, to: 3n * SECOND }), 0n, { from: 3n * SECOND, to: 9n * SECOND }, 100), {});
  assert.deepEqual(causesOf(store({ kind: 'local' }), 0n, SPAN, 100), {});
});

test('a row says what it is and what it had so far, never what another has', () => {
  const state = { span: SPAN, outside: {} } as PlotState;
  const note = (time: bigint, fields?: Partial<Store>) =>
    rowNote(state, THREE, fields && store(fields), { part: 'row', row: 2 }, time);
  assert.deepEqual(note(SECOND), { title: 'Server 3: 1 of 3 let through', text: '1 allowed, 0 denied so far.' });
  assert.equal(note(9n * SECOND).text, '1 allowed, 2 denied so far.');
  const down = { kind: 'down', from: 2n * SECOND, to: 6n * SECOND, fallback: 'closed' } as const;
  assert.match(note(3n * SECOND, down).text, /The store is down from 2 s to 6 s: servers refuse everything\.$/);
  assert.match(note(7n * SECOND, down).text, /so far\.$/);
});

test('the legend names a band only where one is drawn', () => {
  const lanes = (...pictures: PlotState['lanes'][number]['picture'][]) => ({
    lanes: pictures.map((picture) => ({ title: '', caption: '', picture })),
  });
  assert.deepEqual(partsIn(lanes({ band: Float64Array.of(0, 1) })), { hasBand: true, rows: '' });
  assert.deepEqual(partsIn(lanes({ band: Float64Array.of(0, 1), rows: THREE })), { hasBand: false, rows: 'server' });
  assert.equal(partsIn(lanes({ rows: THREE }, { band: Float64Array.of(0, 1) })).hasBand, true);
});
