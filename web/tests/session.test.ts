// A session with the real modules: which text it runs, how often, and what a change is made to.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as core from '../generated/everything/ratelab_wasm.js';
import type { Question, Reply } from '../src/engine/messages.ts';
import { Session } from '../src/engine/session.ts';

// Not as the core prints it.
const TEXT = 'traffic=200 every 1ms';
const EMPTY = 'data:text/javascript,';

const bytesOf = (module: string) => readFileSync(`generated/${module}/ratelab_wasm_bg.wasm`);
core.initSync({ module: bytesOf('everything') });
Reflect.set(globalThis, Symbol.for('ratelab:everything'), { ...core, default: async () => undefined });
const PLACES = {
  first: { wasm: `data:application/wasm;base64,${bytesOf('first').toString('base64')}` },
  everything: { wasm: EMPTY, script: EMPTY },
};

let runs = 0;
const { run, runAfter } = core.Draft.prototype;
core.Draft.prototype.run = function () {
  runs += 1;
  return run.call(this);
};
core.Draft.prototype.runAfter = function (before) {
  runs += 1;
  return runAfter.call(this, before);
};

// Asks a session, and waits for what it replies.
function setUp() {
  const waiting: { is: (reply: Reply) => boolean; resolve: (reply: Reply) => void }[] = [];
  const session = new Session((reply) => waiting.filter(({ is }) => is(reply)).forEach(({ resolve }) => resolve(reply)), PLACES);
  const until = <R extends Reply>(is: (reply: Reply) => reply is R) => new Promise<R>((resolve) => waiting.push({ is, resolve: resolve as (reply: Reply) => void }));
  let asked = 0;
  const ask = (question: Question) => {
    const id = (asked += 1);
    const answer = until((reply): reply is Reply => 'id' in reply && reply.id === id && reply.kind !== 'scenario');
    session.take({ kind: 'question', id, question });
    return answer;
  };
  const whole = () => until((reply): reply is Extract<Reply, { kind: 'result' }> => reply.kind === 'result' && reply.result.complete);
  return { session, ask, whole };
}

const order = (text: string): Question => ({ kind: 'run', order: { text }, viewport: { width: 100 } });
const limited = (value: string): Question => ({ kind: 'run', order: { change: { key: 'limit', value, isSettled: true } }, viewport: undefined });

test('a text that is ordered again when the whole module has run it is not run again', async () => {
  const { session, ask, whole } = setUp();
  runs = 0;
  const complete = whole();
  await ask(order(TEXT));
  await complete;
  assert.equal(runs, 1);
  const again = await ask(order(TEXT));
  assert.ok(again.kind === 'result' && again.result.complete);
  assert.equal(runs, 1);
  session.dispose();
});

test('a change is made to the newest text, also if the whole module had not read the one before', async () => {
  const { session, ask, whole } = setUp();
  const first = ask(order(TEXT));
  await ask({ kind: 'ask', name: 'bounds', asked: [] });
  const complete = whole();
  const second = ask(order('traffic=3@1s'));
  await Promise.all([first, second, complete]);
  const changed = await ask(limited('7/s'));
  assert.ok(changed.kind === 'result');
  assert.match(changed.result.text, /limit=7\/s/);
  assert.match(changed.result.text, /traffic=3@1s/);
  session.dispose();
});
