// Which changes of a drag are sent, and which runs may finish.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ChangeQueue, Turn } from '../src/engine/coalescing.ts';
import { Superseded } from '../src/engine/types.ts';
import type { Change } from '../src/engine/types.ts';

const slide = (value: string): Change => ({ key: 'limit', value, isSettled: false });

test('a change waits for the one before it, and the queue is empty when the last is settled', async () => {
  const sent: { value: Change['value']; settle: () => void }[] = [];
  const queue = new ChangeQueue(({ value }) => new Promise((resolve) => sent.push({ value, settle: resolve })));
  const done = queue.add(slide('11'));
  for (const value of ['12', '13']) void queue.add(slide(value));
  assert.deepEqual(
    sent.map(({ value }) => value),
    ['11'],
  );
  sent[0].settle();
  await new Promise(setImmediate);
  assert.deepEqual(
    sent.map(({ value }) => value),
    ['11', '13'],
  );
  sent[1].settle();
  await done;
  void queue.add(slide('14'));
  assert.equal(sent.length, 3);
});

test('a newer order ends a run that has not begun, and lets one finish that began a moment ago', () => {
  const [waiting, running] = [new Turn('a'), new Turn('b')];
  let now = 0;
  running.begin(() => now);
  for (const turn of [waiting, running]) turn.supersede();
  assert.throws(() => waiting.begin(() => 0), Superseded);
  running.check();
  assert.throws(() => running.checkNewest(), Superseded);
  now = 1_000;
  assert.throws(() => running.check(), Superseded);
});

test('a run that is the newest may take any time, until it is cancelled', () => {
  const turn = new Turn('a');
  turn.begin(() => 60_000);
  turn.check();
  turn.cancel();
  assert.throws(() => turn.check(), Superseded);
});
