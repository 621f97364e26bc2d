// Times in words. `tests/simulation/words.rs` checks Rust against the same table.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { duration, exact, instant, timeLabel } from '../src/words/times.ts';

interface Table {
  durations: [nanoseconds: string, words: string][];
  ticks: [time: string, step: string, latest: string, words: string][];
}

// Relative to `web`, where the tests run: their bundles are in a temporary folder.
const table = JSON.parse(readFileSync('../tests/words/times.json', 'utf8')) as Table;

test('durations are as the table says', () => {
  assert.ok(table.durations.length > 20);
  for (const [nanoseconds, words] of table.durations) assert.equal(duration(BigInt(nanoseconds)), words, nanoseconds);
});

test('instants on an axis are as the table says', () => {
  assert.ok(table.ticks.length > 20);
  for (const [time, step, latest, words] of table.ticks) {
    assert.equal(timeLabel(BigInt(time), BigInt(step), BigInt(latest)), words, `${time} by ${step} before ${latest}`);
  }
});

test('instants are exact to the millisecond', () => {
  const rows: [bigint, string][] = [
    [0n, '0 s'],
    [10_100_000_000n, '10.1 s'],
    [119_999_600_000n, '2 min 0 s'],
    [123_250_000_000n, '2 min 3.25 s'],
    [7_261_500_000_000n, '2 h 1 min 1.5 s'],
  ];
  for (const [nanoseconds, words] of rows) assert.equal(instant(nanoseconds), words);
});

test('a field shows a time to the nanosecond, in a unit of the language', () => {
  const rows: [bigint, string][] = [[1n, '1ns'], [1_500_000n, '1.5ms'], [90_000_000_000n, '90s'], [120_000_000_000n, '2m'], [86_400_000_000_000n, '1d'], [60_000_000_001n, '60.000000001s']];
  for (const [nanoseconds, text] of rows) {
    const { number, unit } = exact(nanoseconds);
    assert.equal(number + unit, text);
  }
});
