// Cards: how many questions it takes to point at a request and open its card.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Card, Engine, Result, Scenario } from '../src/engine/types.ts';
import { nthIn, readCards } from '../src/figure/cards.ts';
import { CursorFinder } from '../src/figure/cursor.ts';

const LANES = [0, 1, 2];
const SAME = { same_requests: true, lanes: [] as unknown } as Scenario;
const cardOf = (lane: number, request: number) => ({ request, time: BigInt(request), rule: `lane ${lane}` }) as Card;

function resultOf(): Result {
  return {
    text: '',
    complete: true,
    lanes: LANES.map((lane) => ({ title: `limiter ${lane}`, counts: [9, 0, 0] })),
  } as unknown as Result;
}

function setUp({ failing = 0 } = {}) {
  const asked: unknown[][] = [];
  const ask = async (name: string, ...about: [lanes: number | number[], request: number]) => {
    asked.push([name, ...about]);
    if (asked.length <= failing) throw new Error('not now');
    const [lanes, request] = about;
    return Array.isArray(lanes) ? lanes.map((lane) => cardOf(lane, request)) : cardOf(lanes, request);
  };
  return { asked, engine: { ask } as unknown as Engine, result: resultOf() };
}

test('a pointer and a click explain a request once, and its other lanes in one question', async () => {
  const { asked, engine, result } = setUp();
  const finder = new CursorFinder(engine, result);
  const [pointed, clicked] = await Promise.all([finder.at(1, 5), finder.at(1, 5)]);
  assert.ok(clicked !== undefined && clicked === pointed);
  const cards = await readCards(engine, result, SAME, undefined, { lane: 1, request: 5, known: clicked });
  assert.deepEqual(asked, [
    ['explain', 1, 5],
    ['explainAll', [0, 2], 5],
  ]);
  assert.equal(cards?.chosen.card.rule, 'lane 1');
  assert.deepEqual(
    cards?.others.map(({ lane, card }) => [lane, card.rule]),
    [
      [0, 'lane 0'],
      [2, 'lane 2'],
    ],
  );
});

test('a click on a column is one question for its card, and one for the other lanes', async () => {
  const { asked, result } = setUp();
  const ask = async (name: string, ...about: unknown[]) => {
    asked.push([name, ...about]);
    return name === 'explainNth' ? { card: cardOf(1, 5), total: 3 } : [cardOf(0, 5), cardOf(2, 5)];
  };
  const engine = { ask } as unknown as Engine;
  const column = { from: 2n, to: 7n, outcome: 1 };
  const found = await nthIn(engine, result, 1, column, 0);
  const cards = found && (await readCards(engine, result, SAME, undefined, found));
  assert.deepEqual(asked, [
    ['explainNth', 1, 1, { from: 2n, to: 7n }, 0],
    ['explainAll', [0, 2], 5],
  ]);
  assert.deepEqual(cards?.column, { ...column, n: 0, total: 3 });
  assert.equal(cards?.chosen.card.rule, 'lane 1');
});

test('where clients retry, the known card is all that is shown', async () => {
  const { asked, engine, result } = setUp();
  const known = { card: cardOf(1, 5), result };
  const cards = await readCards(engine, result, undefined, undefined, { lane: 1, request: 5, known });
  assert.deepEqual([cards?.chosen.card, cards?.others, asked], [known.card, [], []]);
});

test('a card of another result is asked for again, with all lanes', async () => {
  const { asked, engine, result } = setUp();
  const known = { card: cardOf(1, 5), result: resultOf() };
  await readCards(engine, result, SAME, undefined, { lane: 1, request: 5, known });
  assert.deepEqual(asked, [['explainAll', [1, 0, 2], 5]]);
});

test('a question that failed is asked again', async () => {
  const { asked, engine, result } = setUp({ failing: 1 });
  const finder = new CursorFinder(engine, result);
  await assert.rejects(finder.at(1, 5));
  assert.equal((await finder.at(1, 5))?.request, 5);
  assert.equal(asked.length, 2);
});
