// Numbers and times in words. `tests/simulation/words.rs` checks Rust against the same tables.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { brief, bytes, count, decimal } from '../src/words/numbers.ts';
import { spokenShare } from '../src/words/shares.ts';
import { duration, every, exact, instant, timeLabel } from '../src/words/times.ts';

interface Table {
  periods: [nanoseconds: string, words: string][];
  durations: [nanoseconds: string, words: string][];
  instants: [nanoseconds: string, words: string][];
  ticks: [time: string, step: string, latest: string, words: string][];
}

interface Numbers {
  counts: [number: string, words: string][];
  decimals: [numerator: string, denominator: string, words: string][];
  bytes: [number: string, words: string][];
  shares: [part: string, whole: string, words: string][];
}

// Relative to `web`, where the tests run: their bundles are in a temporary folder.
const table = JSON.parse(readFileSync('../tests/words/times.json', 'utf8')) as Table;
const numbers = JSON.parse(readFileSync('../tests/words/numbers.json', 'utf8')) as Numbers;

test('periods are as the table says', () => {
  assert.ok(table.periods.length > 5);
  for (const [nanoseconds, words] of table.periods) assert.equal(every(BigInt(nanoseconds)), words, nanoseconds);
});

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

test('instants are as the table says', () => {
  assert.ok(table.instants.length > 10);
  for (const [nanoseconds, words] of table.instants) assert.equal(instant(BigInt(nanoseconds)), words, nanoseconds);
});

test('numbers are as the table says', () => {
  for (const [number, words] of numbers.counts) assert.equal(count(BigInt(number)), words, number);
  for (const [number, words] of numbers.bytes) assert.equal(bytes(Number(number)), words, number);
  for (const [over, under, words] of numbers.decimals)
    assert.equal(decimal(BigInt(over), BigInt(under)), words, `${over} of ${under}`);
  for (const [part, whole, words] of numbers.shares)
    assert.equal(spokenShare(Number(part), Number(whole)), words, `${part} of ${whole}`);
});

test('a number in few characters has the prefix that it rounds to', () => {
  assert.deepEqual([0, 950, 5_000, 12_345, 999_499, 999_500, 1_500_000].map(brief), [
    '0',
    '950',
    '5,000',
    '12.3 k',
    '999 k',
    '1 M',
    '1.5 M',
  ]);
});

test('a field shows a time to the nanosecond, in a unit of the language', () => {
  const rows: [bigint, string][] = [
    [1n, '1ns'],
    [1_500_000n, '1.5ms'],
    [90_000_000_000n, '90s'],
    [120_000_000_000n, '2m'],
    [86_400_000_000_000n, '1d'],
    [60_000_000_001n, '60.000000001s'],
  ];
  for (const [nanoseconds, text] of rows) {
    const { number, unit } = exact(nanoseconds);
    assert.equal(number + unit, text);
  }
});
