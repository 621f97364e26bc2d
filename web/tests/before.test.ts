// Before and after: which lane was which, and the words beside each other.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LaneResult, Picture, Result } from '../src/engine/types.ts';
import { Ghosts, titlesOf } from '../src/figure/ghosts.ts';
import type { PlotState } from '../src/plot/index.ts';
import { andBefore, gotThroughAndBefore, outcomesAndBefore } from '../src/words/before.ts';

const SPAN = { from: 0n, to: 100n };

function lane(title: string, counts: LaneResult['counts'], most: number): LaneResult {
  return {
    title,
    sentence: '',
    counts,
    equivalentTo: 0,
    measures: { most: { cost: most }, requests: 20, attempts: 20, succeeded: counts[0] } as LaneResult['measures'] &
      object,
  };
}

function resultOf(...lanes: LaneResult[]): Result {
  return { text: '', complete: true, shown: SPAN, finding: { headline: '', reason: '' }, lanes };
}

function stateOf(result: Result, span = SPAN): PlotState {
  const lanes = result.lanes.map(({ title, counts: [allowed, denied] }) => ({
    title,
    caption: `${allowed} allowed, ${denied} denied`,
    picture: {},
  }));
  return { span, width: 10, traffic: new Uint32Array(10), lanes };
}

const picture = {
  span: SPAN,
  width: 10,
  traffic: new Uint32Array(10),
  lanes: [
    { columns: new Uint32Array(30) },
    { columns: new Uint32Array(30).fill(1), marks: Float64Array.of(0, 10, 1, 25, 1, 60, 0, 60) },
  ],
} as Picture;
const now = resultOf(
  lane('GCRA', [20, 0, 0], 20),
  lane('Token bucket', [5, 15, 0], 5),
  lane('Fixed window', [20, 0, 0], 20),
);
const before = resultOf(lane('Fixed window', [10, 10, 0], 10), lane('GCRA', [20, 0, 0], 20));

function setUp() {
  const looked: unknown[] = [];
  const known = {
    result: before,
    contrast: { lanes: [1, undefined, 0] as unknown as number[] },
    titles: titlesOf(now),
    picture,
  };
  return { ghosts: new Ghosts({ ...known, look: (...asked) => looked.push(asked) }), looked };
}

test('a lane has the numbers of its earlier self, and says if it is new', () => {
  const { ghosts } = setUp();
  assert.deepEqual(
    [0, 1, 2].map((at) => ghosts.laneOf(now, at)?.counts[0]),
    [20, undefined, 10],
  );
  const captions = ghosts.over(stateOf(now), now).lanes.map(({ caption }) => caption.replaceAll('\u00a0', ' '));
  assert.deepEqual(captions.slice(0, 3), [
    '20 allowed, 0 denied',
    '5 allowed, 15 denied. Not in the pinned result.',
    '20 allowed, was 10; 0 denied',
  ]);
});

test('where clients retry, requests are compared with requests and attempts with attempts', () => {
  const [once, retried]: LaneResult['counts'][] = [
    [400, 203, 0],
    [440, 1938, 0],
  ];
  assert.equal(
    gotThroughAndBefore(retried, once).replaceAll('\u00a0', ' '),
    '440 got through, was 400; 2,378 attempts, was 603',
  );
  assert.equal(gotThroughAndBefore(once, once).replaceAll('\u00a0', ' '), '400 got through; 603 attempts');
});

test('ghosts are lanes without rows, after the others, and the part in view is asked for once it differs', () => {
  const { ghosts, looked } = setUp();
  const { lanes } = ghosts.over(stateOf(now), now);
  assert.deepEqual(
    lanes.slice(3).map(({ title, isFolded }) => [title, isFolded]),
    [
      ['GCRA', true],
      ['Fixed window', true],
    ],
  );
  assert.equal(lanes[3].picture.columns, picture.lanes[1].columns);
  assert.deepEqual(looked, []);
  const closer = { from: 50n, to: 60n };
  assert.equal(ghosts.over(stateOf(now, closer), now).lanes.length, 3);
  assert.deepEqual(looked, [[closer, 10]]);
});

test('ghosts move with the view until the picture of its new part has come', () => {
  const { ghosts, looked } = setUp();
  const later = { from: 20n, to: 120n };
  const [, , , moved] = ghosts.over(stateOf(now, later), now).lanes;
  assert.deepEqual([...(moved.picture.columns ?? [])], [...new Array(24).fill(1), ...new Array(6).fill(0)]);
  assert.deepEqual([...(moved.picture.marks ?? [])], [0, -10, 1, 5, 1, 40, 0, 40]);
  assert.deepEqual(looked, [[later, 10]]);
});

test('nothing is compared while it is not known which lane was which', () => {
  const { ghosts } = setUp();
  const others = resultOf(lane('Sliding window log', [1, 1, 0], 1));
  const state = stateOf(others);
  assert.equal(ghosts.over(state, others), state);
  assert.equal(ghosts.laneOf(others, 0), undefined);
});

test('a number is shown with its earlier value, if that differs', () => {
  assert.equal(andBefore('20', '10'), '20, was 10');
  assert.equal(andBefore('20', '20'), '20');
  assert.equal(andBefore('20', undefined), '20');
  const words = (...outcomes: Parameters<typeof outcomesAndBefore>) =>
    outcomesAndBefore(...outcomes).replaceAll('\u00a0', ' ');
  assert.equal(words([1_000, 5, 0], [1_000, 5, 0]), '1,000 allowed, 5 denied');
  assert.equal(words([1, 5, 0], [1, 5, 9]), '1 allowed; 0 delayed, was 9; 5 denied');
  assert.equal(words([3, 5, 0], [1, 4, 0]), '3 allowed, was 1; 5 denied, was 4');
});
