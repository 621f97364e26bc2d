// The model: what it orders from the engine and when, and what it keeps after an error.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Superseded } from '../src/engine/types.ts';
import type { Change, Engine, Order, Result, Scenario, Viewport } from '../src/engine/types.ts';
import { Model } from '../src/figure/model.ts';

interface Asked {
  order: Order;
  viewport: Viewport | undefined;
  accept(text: string): void;
  finish(result?: Partial<Result>): void;
  fail(error: Error): void;
}

// An engine whose answers are controlled by the test.
class FakeEngine {
  onResult: Engine['onResult'] = () => undefined;
  onProgress: Engine['onProgress'] = () => undefined;
  onBands: Engine['onBands'] = () => undefined;
  asked: Asked[] = [];

  run(order: Order, viewport: Viewport | undefined, onScenario: (scenario: Scenario) => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        order,
        viewport,
        accept: (text) => onScenario(scenarioOf(text)),
        finish: (result = {}) => {
          const whole = {
            text: '',
            complete: true,
            lanes: [],
            finding: { headline: '', reason: '' },
            shown: { from: 0n, to: 1n },
            ...result,
          };
          this.onResult(whole);
          resolve(whole);
        },
        fail: reject,
      });
    });
  }

  cancel(): void {}
}

function scenarioOf(text: string): Scenario {
  return { text, link: text } as Scenario;
}

function fault(message: string): Error {
  return Object.assign(new Error(message), { code: 'out_of_range', position: 3 });
}

function setUp() {
  const engine = new FakeEngine();
  const accepted: [string, Change | undefined][] = [];
  const failures: unknown[] = [];
  const steady: boolean[] = [];
  const model = new Model(
    {
      requestUpdate: () => undefined,
      viewport: (isSteady) => {
        steady.push(isSteady);
        return { width: 100 };
      },
      accepted: ({ text }, change) => void accepted.push([text, change]),
      finished: () => undefined,
      failed: (error) => void failures.push(error),
      prebuilt: () => undefined,
    },
    engine as unknown as Engine,
  );
  return { model, engine, accepted, failures, steady };
}

const slide = (value: string, isSettled = false): Change => ({ key: 'limit', value, isSettled });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a change is one question, with what is looked at', async () => {
  const { model, engine, accepted } = setUp();
  model.amend(slide('11/10s', true));
  assert.deepEqual(
    engine.asked.map(({ order, viewport }) => ({ order, viewport })),
    [{ order: { change: slide('11/10s', true) }, viewport: { width: 100 } }],
  );
  engine.asked[0].accept('limit=11');
  await model.changed;
  assert.equal(model.text, 'limit=11');
  assert.equal(accepted.length, 1);
});

test('of several in one field that wait, only the newest counts', async () => {
  const { model, engine } = setUp();
  for (const value of ['11', '12', '13']) model.amend(slide(value));
  engine.asked[0].accept('limit=11');
  await turn();
  assert.deepEqual(
    engine.asked.map(({ order }) => ('change' in order ? order.change.value : undefined)),
    ['11', '13'],
  );
});

test('one that is settled stays, and so does another field', async () => {
  const { model, engine } = setUp();
  const seed: Change = { key: 'seed', value: '7', isSettled: false };
  for (const change of [slide('11'), slide('12', true), seed, slide('13')]) model.amend(change);
  for (let at = 0; at < 4; at += 1) {
    engine.asked[at].accept(`step ${at}`);
    await turn();
  }
  assert.deepEqual(
    engine.asked.map(({ order }) => ('change' in order ? order.change : undefined)),
    [slide('11'), slide('12', true), seed, slide('13')],
  );
});

test('what is in view stays while a slider is dragged or traffic painted, and only then', () => {
  const cases: [Change, boolean][] = [
    [slide('11'), true],
    [slide('11', true), false],
    [{ key: 'traffic', value: '1@1s', isSettled: false }, false],
    [{ key: 'traffic', value: { remove: 0 }, isSettled: true }, true],
    [
      {
        key: 'groups',
        value: [
          ['groups', 'cron'],
          ['traffic', '1@1s by cron'],
        ],
        isSettled: true,
      },
      false,
    ],
    [{ key: 'traffic by cron', value: [['traffic', '1@1s by cron']], isSettled: false }, false],
  ];
  for (const [change, expected] of cases) {
    const { model, steady } = setUp();
    model.amend(change);
    assert.deepEqual(steady, [expected]);
  }
});

test('a fault is kept at its field, and text, scenario and result stay', async () => {
  const { model, engine, failures } = setUp();
  void model.open('a', scenarioOf('a'));
  engine.asked[0].finish({ text: 'a' });
  await turn();
  const { result } = model;
  model.amend(slide('0'));
  engine.asked[1].fail(fault('too little'));
  await model.changed;
  assert.equal(model.faults.get('limit')?.message, 'too little');
  assert.deepEqual([model.text, model.result, failures.length], ['a', result, 0]);
  model.amend(slide('5'));
  engine.asked[2].accept('b');
  await model.changed;
  assert.equal(model.faults.size, 0);
});

test('a stroke has no place in the text of its field', async () => {
  const { model, engine } = setUp();
  model.amend({ key: 'traffic', value: { remove: 0 }, isSettled: true });
  engine.asked[0].fail(fault('too many'));
  await model.changed;
  assert.equal(model.faults.get('traffic')?.position, undefined);
});

test('a superseded run is not a failure', async () => {
  const { model, engine, failures } = setUp();
  const opened = model.open('a');
  engine.asked[0].fail(new Superseded());
  await opened;
  assert.deepEqual([failures, model.isRunning], [[], false]);
});

test('a text that cannot be read rejects', async () => {
  const { model, engine } = setUp();
  const opened = model.open('nonsense');
  engine.asked[0].fail(fault('nonsense'));
  await assert.rejects(opened, { code: 'out_of_range' });
});

test('a text keeps the scenario before it until its own is known, but does not show it', () => {
  const { model, engine } = setUp();
  void model.open('a', scenarioOf('a'));
  void model.open('b');
  assert.deepEqual([model.scenario?.text, model.shown], ['a', undefined]);
  engine.asked[1].accept('b, in full');
  assert.deepEqual([model.text, model.shown?.text], ['b, in full', 'b, in full']);
});
