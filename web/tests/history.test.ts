// Undo and redo.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { History } from '../src/page/history.ts';

function historyOf(...texts: string[]): History {
  const history = new History();
  for (const text of texts) history.push(text);
  return history;
}

test('goes back and forth, and no further than there is', () => {
  const history = historyOf('a', 'b', 'c');
  assert.deepEqual([history.undo(), history.undo(), history.undo()], ['b', 'a', undefined]);
  assert.deepEqual([history.redo(), history.redo(), history.redo()], ['b', 'c', undefined]);
});

test('a drag of a slider is one step', () => {
  const history = historyOf('a');
  for (const text of ['b', 'c', 'd']) history.push(text, 'limit', false);
  history.push('e', 'limit', true);
  assert.equal(history.undo(), 'a');
  assert.equal(history.redo(), 'e');
});

test('a drag that ends where it began is none', () => {
  const history = historyOf('a');
  history.push('b', 'limit', false);
  history.push('a', 'limit', true);
  assert.equal(history.canUndo, false);
});

test('a change after an undo forgets what was undone', () => {
  const history = historyOf('a', 'b');
  history.undo();
  history.push('c');
  assert.equal(history.canRedo, false);
  assert.equal(history.undo(), 'a');
});

test('the same text again is no step', () => {
  assert.equal(historyOf('a', 'a').canUndo, false);
});

test('keeps the newest five hundred', () => {
  const history = historyOf(...Array.from({ length: 600 }, (_, at) => String(at)));
  let oldest: string | undefined;
  for (let text = history.undo(); text !== undefined; text = history.undo()) oldest = text;
  assert.equal(oldest, '100');
});
