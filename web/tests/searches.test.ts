// Searches for a request: what they find in a run, and that each is one question.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { QUESTIONS } from '../src/engine/figure/questions.ts';
import { answersTo, cardFrom, cardInRow, firstAttempts } from '../src/engine/figure/searches.ts';
import type { Searched } from '../src/engine/figure/searches.ts';
import type { Card, Engine, Result } from '../src/engine/types.ts';
import { AnswerReader } from '../src/figure/answers.ts';
import { CursorFinder } from '../src/figure/cursor.ts';
import { differenceOf } from '../src/figure/notes.ts';
import type { ColumnSpot } from '../src/plot/index.ts';

const [ALLOWED, DENIED] = [0, 1];
const SPAN = { from: 0n, to: 4n };

// A run of these cards, given by lane. As in a real one, a request that is missing cannot be explained.
function runOf(...lanes: Partial<Card>[][]) {
  const cards = lanes.map((lane) =>
    lane.map(
      (card, request) => ({ traffic_request: request, attempt: 1, outcome: 'allowed', ...card, request }) as Card,
    ),
  );
  const explain = (lane: number, request: number): Card => {
    const card = cards[lane]?.[request];
    if (card === undefined) throw new Error(`There is no request ${request}.`);
    return card;
  };
  const requestAt = (lane: number, instant: bigint | number): number | undefined => {
    const own = cards[lane] ?? [];
    const found = own.findIndex(({ time }) => time >= instant);
    return own.length === 0 ? undefined : found === -1 ? own.length - 1 : found;
  };
  const counts = (lane: number) => Uint32Array.of(cards[lane]?.length ?? 0, 0, 0);
  const nextDisagreement = (_: number[], from: number): number => from;
  return { lanes: lanes.length, counts, explain, requestAt, nextDisagreement } satisfies Searched & {
    nextDisagreement: unknown;
  };
}

// An engine that answers from such a run, and keeps the names of what it was asked.
function setUp(...lanes: Partial<Card>[][]) {
  const [run, asked]: [unknown, string[]] = [runOf(...lanes), []];
  const ask = async (name: keyof typeof QUESTIONS, ...about: unknown[]) => {
    asked.push(name);
    return (QUESTIONS[name] as (...given: unknown[]) => unknown)({ wholeRun: async () => run }, ...about);
  };
  const result = {
    lanes: lanes.map((cards, equivalentTo) => ({
      title: `limiter ${equivalentTo + 1}`,
      equivalentTo,
      counts: [cards.length, 0, 0],
    })),
  } as unknown as Result;
  return { asked, engine: { ask } as unknown as Engine, result };
}

test('the request from an instant on is the first there, or the last of all', () => {
  const run = runOf([{ time: 1n }, { time: 3n }], []);
  assert.deepEqual(
    [0n, 2n, 9n].map((instant) => cardFrom(run, 0, instant)?.request),
    [0, 1, 1],
  );
  assert.equal(cardFrom(run, 1, 0n), undefined);
});

test('a row finds its own request among those of a column', () => {
  const run = runOf(
    [0, 1, 2, 0].map((server, at) => ({ time: BigInt(at), server, outcome: at === 3 ? 'denied' : 'allowed' })),
  );
  const found = (row: number, outcome: number, span = SPAN) =>
    cardInRow(run, 0, { kind: 'servers', row }, outcome, span)?.request;
  assert.equal(found(2, ALLOWED), 2);
  assert.equal(found(0, DENIED), 3);
  assert.equal(found(2, ALLOWED, { from: 0n, to: 2n }), undefined, 'it is in the next column');
  assert.equal(found(2, DENIED), undefined);
});

test('what one layer refuses, those before it let pass, and those after it never see', () => {
  const layers = [true, true, false].map((asked, layer) => ({
    name: '',
    asked,
    admitted: layer === 0,
  })) as Card['layers'];
  const run = runOf([{ time: 0n, outcome: 'denied', layer: 1, layers }]);
  const found = [
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ].map(([row, outcome]) => cardInRow(run, 0, { kind: 'layers', row }, outcome, SPAN));
  assert.deepEqual(
    found.map((card) => card !== undefined),
    [true, false, true, false],
  );
});

test('a stroke takes the first and the last request of a column that are no retries', () => {
  const run = runOf([2, 1, 1, 3].map((attempt, at) => ({ time: BigInt(at), attempt })));
  const found = firstAttempts(run, 0, [0, 1, 2, 3]);
  assert.deepEqual([found?.first.request, found?.last.request], [1, 2]);
  assert.equal(firstAttempts(run, 0, [0, 3]), undefined);
});

test('the answers to a request are those of the same attempt in every lane', () => {
  const retried = [{ time: 0n }, { time: 5n, traffic_request: 0, attempt: 2 }, { time: 5n, traffic_request: 1 }];
  const run = runOf([{ time: 0n }, { time: 5n }], retried);
  const requests = (sent: Parameters<typeof answersTo>[1]) => answersTo(run, sent)?.map(({ request }) => request);
  assert.deepEqual(requests({ request: 1 }), [1, 2]);
  assert.deepEqual(requests({ after: 0n }), [1, 2]);
  assert.deepEqual(requests({ at: 0n }), [0, 0]);
  assert.deepEqual(
    [requests({ request: 2 }), requests({ after: 5n }), requests({ at: 4n })],
    [undefined, undefined, undefined],
  );
});

test('the request just sent comes before the retries of its instant', () => {
  const run = runOf([{ time: 5n }, { time: 5n, traffic_request: 7, attempt: 2 }, { time: 6n }]);
  assert.equal(answersTo(run, { at: 5n })?.[0]?.request, 0);
});

test('a search is one question, however many requests it looks at', async () => {
  const burst = Array.from({ length: 90 }, (_, at) => ({ time: 1n, server: at === 89 ? 1 : 0 }));
  const { asked, engine, result } = setUp(burst, burst);
  const [finder, reader] = [new CursorFinder(engine, result), new AnswerReader(engine, result)];
  const column: ColumnSpot = { part: 'column', counts: [90, 0, 0], outcome: ALLOWED, ...SPAN };
  assert.equal((await finder.inRow(0, { kind: 'servers', row: 1 }, column))?.request, 89);
  assert.equal((await finder.from(1, 0n))?.request, 0);
  assert.equal((await finder.atDiffering(1, 0n))?.request, 0);
  assert.equal((await finder.disagreement(1, 3, 'next'))?.request, 3);
  assert.deepEqual(
    (await reader.lastAt(1n))?.lanes.map(({ request }) => request),
    [89, 89],
  );
  const cards = (await finder.differing(1n)) ?? [];
  assert.match(differenceOf(result, cards)?.text ?? '', /limiter 1 and limiter 2/);
  const questions = ['explainInRow', 'explainFrom', 'explainDiffering', 'explainDisagreement', 'answersTo'];
  assert.deepEqual(asked, [...questions, 'explainDiffering']);
});
