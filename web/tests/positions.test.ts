// The positions of marks, columns and window edges. `tests/simulation/positions.rs` checks Rust against the same table.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { windowEdges } from '../src/plot/axis.ts';
import { crossedColumns, PER_COLUMN, widenInto } from '../src/plot/columns.ts';
import { columnOf, Stack } from '../src/plot/stack.ts';

interface Table {
  levels: [columns: number[], levels: number[]][];
  widened: [columns: string, widened: string][];
  crossed: [columns: string, crossed: number[]][];
  edges: [from: string, to: string, width: number, length: string, origin: string, columns: number[]][];
}

const table = JSON.parse(readFileSync('../tests/figure/places.json', 'utf8')) as Table;

/** The column by its definition: `Span::edge` in Rust says where one begins. */
function columnByEdges(offset: bigint, length: bigint, width: number): number {
  const edge = (column: number) => (length * BigInt(column)) / BigInt(width);
  let column = 0;
  while (column < width - 1 && edge(column + 1) <= offset) column += 1;
  return column;
}

test('a mark is in the column in which its request is counted', () => {
  // A span with whole nanoseconds for each column, one without, and one with several columns for each nanosecond.
  for (const [length, width] of [
    [10_000_000_000n, 1_000],
    [12_345_678_901n, 717],
    [100n, 336],
    [7_200_000_000_000n, 1_016],
  ] as const) {
    for (let column = 0; column < width; column += 7) {
      const edge = (length * BigInt(column)) / BigInt(width);
      for (const offset of [edge - 1n, edge, edge + 1n].filter((one) => one >= 0n && one < length)) {
        assert.equal(
          columnOf(Number(offset), Number(length), width),
          columnByEdges(offset, length, width),
          `${offset} of ${length} in ${width}`,
        );
      }
    }
  }
});

test('a request is drawn below its arrival, even where a nanosecond has several columns', () => {
  const [length, width] = [100, 1_000];
  const traffic = new Uint32Array(width);
  traffic[columnByEdges(40n, BigInt(length), width)] = 2;
  const [arrivals, lane] = [new Stack(), new Stack()];
  arrivals.locateArrivals(traffic, width);
  lane.locate(Float64Array.from([0, 40, 0, 40, 1, 40, 1, NaN]), length, width);
  assert.deepEqual([...lane.xs.subarray(0, 2)], [...arrivals.xs.subarray(0, 2)]);
});

test('marks of one column are stacked', () => {
  for (const [columns, levels] of table.levels) {
    const traffic = new Uint32Array(20);
    for (const column of columns) traffic[column] += 1;
    const stack = new Stack();
    stack.locateArrivals(traffic, traffic.length);
    assert.deepEqual([...stack.levels.subarray(0, stack.count)], levels, columns.join());
    assert.equal(stack.highest, Math.max(0, ...levels.map((level) => level + 1)));
  }
});

test('isolated columns are wider', () => {
  for (const [columns, expected] of table.widened) {
    const counts = Uint32Array.from([...columns], (column) => (column === '#' ? 1 : 0));
    const widened = new Uint8Array(counts.length);
    widenInto(widened, counts, 1);
    assert.equal([...columns].map((column, at) => (column === '#' ? widened[at] : '.')).join(''), expected, columns);
  }
});

test('rare denials have crosses with space between them', () => {
  for (const [columns, expected] of table.crossed) {
    const counts = new Uint32Array(PER_COLUMN * columns.length);
    [...columns].forEach((column, at) => (counts[PER_COLUMN * at + 1] = column === 'x' ? 3 : 0));
    assert.deepEqual(crossedColumns(counts), expected, columns);
  }
});

test('windows that are wide enough have edges', () => {
  for (const [from, to, width, length, origin, expected] of table.edges) {
    const span = { from: BigInt(from), to: BigInt(to) };
    const windows = { length: BigInt(length), origin: BigInt(origin) };
    assert.deepEqual(windowEdges(span, width, windows), expected, `${length} from ${origin} in ${from}..${to}`);
  }
});
