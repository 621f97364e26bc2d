// The axis: round instants, and labels that differ from each other.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { ticksOf } from '../src/plot/ticks.ts';
import { timeLabel } from '../src/words/times.ts';

const SECOND = 1_000_000_000n;

test('an instant is written in the unit a person would use', () => {
  const labels: [bigint, bigint, string][] = [
    [0n, SECOND, '0 s'],
    [9_500_000_000n, 500_000_000n, '9.5 s'],
    [100_000_000n, 100_000_000n, '100 ms'],
    [1_500n, 500n, '1.5 µs'],
    [7n, 1n, '7 ns'],
    [60n * SECOND, 60n * SECOND, '1 min'],
    [125n * SECOND, 5n * SECOND, '2 min 5 s'],
    [108_000n * SECOND, 3_600n * SECOND, '1 day 6 h'],
    [-SECOND, SECOND, '−1 s'],
  ];
  for (const [time, step, label] of labels) assert.equal(timeLabel(time, step, time + 200n * SECOND), label);
});

test('labels on one axis differ, are in the span, and fit', () => {
  const from = [0n, 1n, 999_999_999n, 86_399n * SECOND];
  const lengths = [1n, 7n, 1_000n, 20_000_000n, SECOND, 61n * SECOND, 7_201n * SECOND, 400_000n * SECOND];
  for (const start of from) {
    for (const length of lengths) {
      const { ticks } = ticksOf({ from: start, to: start + length }, 800);
      const labels = ticks.map(({ label }) => label);
      assert.equal(new Set(labels).size, labels.length, `from ${start}, ${length} long: ${labels}`);
      assert.ok(ticks.every(({ offset }) => offset >= 0 && BigInt(offset) <= length));
      assert.ok(labels.join('').length * 6.8 <= 800, `${labels}`);
    }
  }
});

test('every span has at least one instant on its axis', () => {
  for (const length of [
    1n,
    3n,
    1_500n,
    SECOND,
    11n * SECOND,
    100n * SECOND,
    1_000n * SECOND,
    50_000n * SECOND,
    800_000n * SECOND,
  ]) {
    for (const width of [40, 60, 320, 2_000]) {
      for (const from of [0n, 5n, 99n * SECOND]) {
        assert.notEqual(
          ticksOf({ from, to: from + length }, width).ticks.length,
          0,
          `${length} from ${from} in ${width} pixels`,
        );
      }
    }
  }
});

// `tests/simulation/pictures.rs` checks the axis of still pictures against the same table.
test('the axis is as the table says', () => {
  const rows = JSON.parse(readFileSync('../tests/words/ticks.json', 'utf8')) as [
    from: string,
    to: string,
    width: number,
    labels: string[],
  ][];
  assert.ok(rows.length > 60);
  for (const [from, to, width, labels] of rows) {
    const { ticks, base } = ticksOf({ from: BigInt(from), to: BigInt(to) }, width);
    assert.deepEqual(
      [...ticks.map(({ label }) => label), ...(base === undefined ? [] : [`from ${base}`])],
      labels,
      `${from}..${to} in ${width}`,
    );
  }
});
