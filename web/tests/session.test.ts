// A session with the real modules: which text it runs, how often, and what a change is made to.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as core from '../src/engine/figure/script.ts';
import { PlaygroundSession } from '../src/engine/playground-session.ts';
import type { Events, Playground, Reply } from '../src/engine/playground.ts';
import type { Order } from '../src/engine/types.ts';
import type { EventOf } from '../src/engine/transport/messages.ts';
import { Remote } from '../src/engine/transport/remote.ts';

// Not as the core prints it.
const TEXT = 'traffic=200 every 1ms';
const EMPTY = 'data:text/javascript,';

const bytesOf = (module: string) => readFileSync(`generated/${module}/ratelab_wasm_bg.wasm`);
core.initSync({ module: bytesOf('figure') });
Reflect.set(globalThis, Symbol.for('ratelab:figure'), { ...core, default: async () => undefined });
const ADDRESSES = {
  first: { wasm: `data:application/wasm;base64,${bytesOf('first').toString('base64')}` },
  figure: { wasm: EMPTY, script: EMPTY },
  studio: { wasm: EMPTY, script: EMPTY },
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

type Ran = EventOf<Events, 'result'>;

// Asks a session, and waits for its results.
function setUp() {
  const waiting: ((ran: Ran) => void)[] = [];
  const receive = (reply: Reply): void => {
    if (reply.kind === 'answer') remote.answer(reply);
    if (reply.kind === 'failed') remote.fail(reply.id, new Error(reply.fault.message));
    if (reply.kind === 'event' && reply.name === 'result') waiting.forEach((take) => take(reply));
  };
  const session = new PlaygroundSession(receive, ADDRESSES);
  const remote = new Remote<Playground>((question) => session.take(question));
  const result = (is: (ran: Ran) => boolean) =>
    new Promise<Ran['details'][0]>((resolve) => waiting.push((ran) => is(ran) && resolve(ran.details[0])));
  const run = async (order: Order) => {
    const next = result(() => true);
    await remote.ask('run', 1, order, { width: 100 });
    return next;
  };
  return { session, remote, run, complete: () => result(({ details: [{ complete }] }) => complete) };
}

test('a text that is ordered again when the whole module has run it is not run again', async () => {
  const { session, run, complete } = setUp();
  runs = 0;
  const completed = complete();
  await run({ text: TEXT });
  await completed;
  assert.equal(runs, 1);
  const again = await run({ text: TEXT });
  assert.ok(again.complete);
  assert.equal(runs, 1);
  session.dispose();
});

test('a change is made to the newest text, also if the whole module had not read the one before', async () => {
  const { session, remote, run, complete } = setUp();
  const first = run({ text: TEXT });
  await remote.ask('bounds');
  const completed = complete();
  const second = run({ text: 'traffic=3@1s' });
  await Promise.all([first, second, completed]);
  const { text } = await run({ change: { key: 'limit', value: '7/s', isSettled: true } });
  assert.match(text, /limit=7\/s/);
  assert.match(text, /traffic=3@1s/);
  session.dispose();
});
