// Where marks stand. The core puts a request into the last column that begins at its arrival or before.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { columnOf, Stack } from '../src/plot/stack.ts';

/** The column by its definition: `Span::edge` in Rust says where one begins. */
function columnByEdges(offset: bigint, length: bigint, width: number): number {
  const edge = (column: number) => (length * BigInt(column)) / BigInt(width);
  let column = 0;
  while (column < width - 1 && edge(column + 1) <= offset) column += 1;
  return column;
}

test('a mark is in the column in which its request is counted', () => {
  // A span with whole nanoseconds for each column, one without, and one with several columns for each nanosecond.
  for (const [length, width] of [[10_000_000_000n, 1_000], [12_345_678_901n, 717], [100n, 336], [7_200_000_000_000n, 1_016]] as const) {
    for (let column = 0; column < width; column += 7) {
      const edge = (length * BigInt(column)) / BigInt(width);
      for (const offset of [edge - 1n, edge, edge + 1n].filter((one) => one >= 0n && one < length)) {
        assert.equal(columnOf(Number(offset), Number(length), width), columnByEdges(offset, length, width), `${offset} of ${length} in ${width}`);
      }
    }
  }
});

test('a request stands below its arrival, even where a nanosecond has several columns', () => {
  const [length, width] = [100, 1_000];
  const traffic = new Uint32Array(width);
  traffic[columnByEdges(40n, BigInt(length), width)] = 2;
  const [arrivals, lane] = [new Stack(), new Stack()];
  arrivals.locateArrivals(traffic, width);
  lane.locate(Float64Array.from([0, 40, 0, 40, 1, 40, 1, NaN]), length, width);
  assert.deepEqual([...lane.xs.subarray(0, 2)], [...arrivals.xs.subarray(0, 2)]);
  assert.deepEqual([[...lane.levels.subarray(0, 2)], lane.highest], [[0, 1], 2]);
});
