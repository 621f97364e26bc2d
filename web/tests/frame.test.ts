// The messages of a frame: anything may be posted to a window, and only what has the right form is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { messageIn } from '../src/embed/frame-messages.ts';

const SUMMARY = { scenario: 'v=1', comparison: 'A. B.', finding: { headline: 'A.', reason: 'B.' }, lanes: [] };

test('a message of a frame is read as it was sent', () => {
  for (const message of [
    { type: 'rate-lab:size', height: 300.5 },
    { type: 'rate-lab:ready' },
    { type: 'rate-lab:change', scenario: 'v=1' },
    { type: 'rate-lab:run', summary: SUMMARY },
    { type: 'rate-lab:answer', id: 1, answer: '<svg/>' },
    { type: 'rate-lab:answer', id: 2, error: 'Error: no' },
  ])
    assert.deepEqual(messageIn(message), message);
});

test('what other scripts post is not read, nor a message without its fields', () => {
  const inherited = Object.create({ type: 'rate-lab:size', height: 300 }) as unknown;
  for (const posted of [
    undefined,
    null,
    'rate-lab:ready',
    [],
    {},
    inherited,
    { type: 'constructor' },
    { type: 'rate-lab:size' },
    { type: 'rate-lab:size', height: '300' },
    { type: 'rate-lab:size', height: NaN },
    { type: 'rate-lab:change', scenario: 1 },
    { type: 'rate-lab:run', summary: { ...SUMMARY, lanes: 7 } },
    { type: 'rate-lab:run', summary: { ...SUMMARY, finding: undefined } },
    { type: 'rate-lab:answer', answer: 'text' },
  ])
    assert.equal(messageIn(posted), undefined, JSON.stringify(posted));
});
