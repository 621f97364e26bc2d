// Labels of lines in a chart of "Your log": at their own line, off all lines, or nowhere.

import assert from 'node:assert/strict';
import test from 'node:test';

import { isInSight, placeLabels } from '../src/log/label-positions.ts';
import type { Box, Line } from '../src/log/label-positions.ts';

const WITHIN: Box = { left: 50, right: 750, top: 0, bottom: 230 };
const flat = (top: number): Line => [
  [50, top],
  [750, top],
];
const label = (line: Line) => ({ line, width: 200, height: 14 });
const away = (box: Box, top: number) => Math.max(box.top - top, top - box.bottom);

test('each label is at its own line and further from all others', () => {
  for (const [one, other, limit] of [
    [40, 120, 200],
    [100, 150, 60],
    [30, 200, 90],
  ]) {
    const [first, second] = placeLabels([label(flat(one)), label(flat(other))], [flat(limit)], [], WITHIN);
    assert.ok(first !== undefined && second !== undefined);
    for (const [box, own, others] of [
      [first, one, [other, limit]],
      [second, other, [one, limit]],
    ] as const) {
      assert.ok(away(box, own) > 0 && away(box, own) <= 6, `${one} ${other} ${limit}`);
      assert.ok(
        others.every((top) => away(box, top) >= 11),
        `${one} ${other} ${limit}`,
      );
    }
  }
});

test('a line that lies on another, or between two that are near, has no label', () => {
  assert.deepEqual(placeLabels([label(flat(100)), label(flat(100))], [], [], WITHIN), [undefined, undefined]);
  assert.equal(placeLabels([label(flat(100))], [flat(80), flat(120)], [], WITHIN)[0], undefined);
});

test('a label is where its line is level, not where it falls, and not on another label', () => {
  const falling: Line = [
    [50, 20],
    [300, 20],
    [320, 210],
    [750, 210],
  ];
  const [box] = placeLabels([label(falling)], [], [], WITHIN);
  assert.ok(box !== undefined && (box.right <= 320 || box.left >= 300));
  const [moved] = placeLabels([label(falling)], [], [box], WITHIN);
  assert.ok(moved !== undefined && (moved.left >= box.right || moved.top >= box.bottom || moved.bottom <= box.top));
});

test('no other line is between a label and its own line, or between a point and its words', () => {
  const falling: Line = [
    [50, 60],
    [750, 100],
  ];
  const crossing: Line = [
    [50, 90],
    [750, 90],
  ];
  const [box] = placeLabels([{ ...label(falling), width: 600 }], [crossing], [], WITHIN);
  assert.ok(box === undefined || box.bottom < 90);
  const words: Box = { left: 100, right: 200, top: 20, bottom: 36 };
  assert.ok(isInSight([150, 100], words, [flat(120)], 9));
  assert.ok(!isInSight([150, 100], words, [flat(60)], 9));
});
