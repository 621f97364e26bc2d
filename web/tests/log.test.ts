// "Your log": what it asks and when. The engine is the one in `log-fake.ts`.

import assert from 'node:assert/strict';
import test from 'node:test';

import { readAddress } from '../src/log/address.ts';
import { Agenda } from '../src/log/agenda.ts';
import { nounOf, setWords, toleranceWords } from '../src/log/findings.ts';
import { LogState } from '../src/log/state.ts';
import type { Answer, Asked, Overview, Progress, Question, Reading, Source } from '../src/engine/logs/types.ts';
import { FakeLogs, KNOWN, OVERVIEW } from './log-fake.ts';

const MINUTE = 60_000_000_000n;
/** A state without a page around it. */
function stateOf(engine: FakeLogs, hash = ''): LogState {
  const page = { hash };
  Object.assign(globalThis, {
    window: globalThis,
    location: page,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    history: { replaceState: (_: unknown, __: string, url: string) => (page.hash = url) },
  });
  const host = {
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  };
  const state = new LogState(host, () => engine, KNOWN);
  state.hostConnected();
  return state;
}

/** Until nothing is asked any more. */
async function settled(engine: FakeLogs): Promise<void> {
  for (let before = -1; before !== engine.asked.length; ) {
    before = engine.asked.length;
    await new Promise((go) => setTimeout(go, 5));
  }
}

test('invalid fields of a link are reported as written, and have no effect', () => {
  const { invalid, ...stated } = readAddress('#limit=abc/m&burst=-3&by=nope&limt=5/s&key=path', KNOWN);
  assert.deepEqual(invalid, ['limit=abc/m', 'burst=-3', 'by=nope', 'limt=5/s']);
  assert.deepEqual(stated, { key: 'path' });
  assert.equal(setWords(readAddress('#limit=abc/m&key=path', KNOWN), ''), '');
  assert.equal(setWords(readAddress('#limit=90/m&burst=7', KNOWN), 'GCRA'), '90 per minute with a burst of 7, by GCRA');
  assert.equal(setWords(readAddress('#burst=7', KNOWN), ''), 'a burst of 7');
  assert.match(stateOf(new FakeLogs(), '#limit=abc/m').notice ?? '', /limit=abc\/m$/);
  assert.equal(stateOf(new FakeLogs(), '#limit=5/s').notice, undefined);
});

test('of many changes only the newest is asked about, and the most urgent first', async () => {
  const asked: string[] = [];
  let value = 0;
  const agenda = new Agenda<'first' | 'second'>(
    ['first', 'second'],
    async (topic) => {
      asked.push(`${topic} ${value}`);
      await Promise.resolve();
      return () => undefined;
    },
    () => undefined,
    () => undefined,
  );
  for (value = 1; value <= 50; value += 1) agenda.add('second', 'first');
  await new Promise((go) => setTimeout(go, 5));
  assert.deepEqual(asked, ['first 1', 'first 51', 'second 51']);
});

test('an answer to what is no longer asked is dropped', async () => {
  const taken: string[] = [];
  const agenda = new Agenda<'one'>(
    ['one'],
    async (topic) => () => void taken.push(topic),
    () => undefined,
    () => undefined,
  );
  agenda.add('one');
  agenda.clear();
  await new Promise((go) => setTimeout(go, 5));
  assert.deepEqual(taken, []);
});

test('what is asked again while it is in progress does not wait for its older answer', async () => {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const taken: number[] = [];
  let value = 1;
  const agenda = new Agenda<'fast' | 'slow'>(
    ['fast', 'slow'],
    async (topic) => {
      const own = value;
      asked.push(own);
      if (topic === 'slow') await new Promise<void>((answer) => answers.push(answer));
      return () => void taken.push(own);
    },
    () => undefined,
    () => undefined,
    ['slow'],
  );
  agenda.add('slow');
  value = 2;
  agenda.add('fast', 'slow');
  await new Promise((go) => setTimeout(go, 5));
  assert.deepEqual(asked, [1, 2, 2], 'the fast question and the newer slow one were asked');
  for (const answer of answers) answer();
  await new Promise((go) => setTimeout(go, 5));
  assert.deepEqual(taken, [2, 2], 'and the older answer was dropped');
});

test('the scenarios of all clients in the table are one question', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  assert.equal(engine.asked.filter((question) => question === 'scenarios').length, 1);
  assert.deepEqual(
    [...(state.scenarios?.answer.keys() ?? [])],
    state.busiest?.answer.map(({ client }) => client),
  );
});

test('a log is read, and everything about it is asked', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  assert.equal(state.overview, OVERVIEW);
  assert.equal(state.progress, undefined);
  assert.ok(state.peaks && state.effects && state.overTime && state.busiest && state.frontier && state.scenarios);
  assert.equal(state.inference.length, 2);
  assert.equal(state.effectOf('token_bucket')?.clients.most, 3);
  const { clients, longestWait } = state.effectOf('leaky_bucket_queue') ?? {};
  assert.deepEqual([clients, longestWait], [{ least: 3, most: 3 }, 19_000_000_000n]);
  assert.deepEqual(state.effectOf('sliding_window_counter')?.clients, { least: 3, most: 4 });
});

test('a drag is answered from the thresholds before the engine is', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  state.set({ amount: 1_000 });
  assert.equal(state.effectOf('token_bucket'), undefined);
  assert.deepEqual(state.limitedOf('token_bucket'), { least: 1, most: 1 });
  await settled(engine);
  assert.deepEqual(state.effectOf('token_bucket')?.clients, { least: 1, most: 1 });
});

test('an early picture comes while a log is read', async () => {
  const seen: boolean[] = [];
  const engine = new FakeLogs(() => new Promise((go) => setTimeout(go, 2)));
  const state = stateOf(engine);
  const change = state.change.bind(state);
  state.change = (what) => {
    change(what);
    if (what.overview) seen.push(what.overview.complete);
  };
  state.open({ kind: 'text', text: 'x' });
  await new Promise((go) => setTimeout(go, 150));
  assert.equal(seen[0], false);
  assert.equal(seen.at(-1), true);
});

test('nothing from a log is shown under the name of the next', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  state.readAs({ key: 'prefix' });
  assert.ok(state.isStale && state.overview !== undefined);
  await settled(engine);
  assert.ok(!state.isStale && state.peaks !== undefined);
  state.open({ kind: 'text', text: 'x' });
  assert.equal(state.overview, undefined);
});

test('going through the periods and back leaves the limit as it was', async () => {
  const state = stateOf(new FakeLogs());
  state.set({ amount: 61 });
  for (const [period, amount] of [
    [1_000_000_000n, 2],
    [60n * MINUTE, 3_660],
    [MINUTE, 61],
  ] as const) {
    state.setPeriod(period);
    assert.deepEqual([state.limit.period, state.limit.amount], [period, amount]);
  }
});

test('a period that ends before it begins is not asked about', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  state.compareTimeRanges([
    [5n, 4n],
    [6n, 7n],
  ]);
  await settled(engine);
  assert.ok(!engine.asked.includes('compare'));
  state.compareTimeRanges([
    [4n, 5n],
    [6n, 7n],
  ]);
  await settled(engine);
  assert.ok(engine.asked.includes('compare') && state.parts !== undefined);
});

test('a file that cannot be read to its end is reported, whatever was asked before', async () => {
  class CutLogs extends FakeLogs {
    override async read(source: Source, reading: Reading, onProgress: (progress: Progress) => void): Promise<Overview> {
      await super.read(source, reading, onProgress);
      throw new Error('this file is cut');
    }

    override async ask<Q extends Question>(question: Q, ...asked: Asked<Q>): Promise<Answer<Q>> {
      await new Promise((go) => setImmediate(go));
      if (question !== 'formats') throw new Error('there is no log yet');
      return super.ask(question, ...asked);
    }
  }
  const engine = new CutLogs();
  const state = stateOf(engine);
  state.open({ kind: 'text', text: 'x' });
  await settled(engine);
  await new Promise((go) => setImmediate(go));
  assert.match(state.notice ?? '', /this file is cut/i);
});

test('a mistake in a field is shown at it, and the picture stays', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  state.readAs({ pattern: '?' });
  await settled(engine);
  assert.match(state.faults.get('pattern') ?? '', /^Found "\?", expected a variable/);
  assert.equal(state.overview, OVERVIEW);
  state.readAs({ pattern: '' });
  await settled(engine);
  assert.equal(state.faults.size, 0);
});

test('a link has the settings and nothing of the log', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  const name = 'secret-customers.log';
  state.open({ kind: 'files', files: [{ name } as File] });
  state.readAs({ key: 'prefix', pattern: 'time=hidden' });
  await settled(engine);
  state.set({ amount: 77, burst: 5 });
  await new Promise((go) => setTimeout(go, 300));
  assert.equal(location.hash, '#limit=77/m&burst=5&by=token_bucket&key=prefix');
  assert.equal(state.name, name);
});

test('a limiter in a link that is none is not taken', () => {
  assert.equal(stateOf(new FakeLogs(), '#limit=5/s&by=magic').algorithm, 'token_bucket');
  assert.equal(stateOf(new FakeLogs(), '#limit=5/s&by=fixed_window').algorithm, 'fixed_window');
});

test('a proposal sets the limit, and is gone when the limit is changed', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  await state.propose();
  assert.deepEqual(state.limit, { amount: 120, period: MINUTE, burst: 52 });
  assert.match(state.proposed?.why ?? '', /margin of 20 %/);
  const { tolerance } = state;
  state.tolerate({ kind: 'none' });
  assert.equal(state.proposed?.tolerance, tolerance);
  state.set({ amount: 119 });
  assert.equal(state.proposed, undefined);
});

test('a proposal asks for the frontier with its own amount', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  const asked = engine.asked.length;
  state.set({ amount: 120, burst: 52 });
  await settled(engine);
  const later = engine.asked.slice(asked);
  assert.ok(later.includes('frontier') && later.includes('thresholds'), later.join());
});

test('the active value is shown, not one that was typed and refused', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  state.readAs({ key: 'prefix', pattern: '?' });
  await settled(engine);
  assert.deepEqual([state.reading.key, state.inForce.key, state.inForce.pattern], ['prefix', 'client', '']);
  assert.ok(!state.link.includes('prefix'));
  state.readAs({ pattern: '' });
  await settled(engine);
  assert.equal(state.inForce.key, 'prefix');
  assert.ok(state.link.includes('prefix'));
});

test('by default a proposal may limit the busiest client, if there are others', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  assert.equal(toleranceWords(state.tolerance, nounOf('client')), 'limited at most 1 client');
  assert.ok(!state.link.includes('tolerance'));
  state.change({ overview: { ...OVERVIEW, clients: 1 } });
  assert.deepEqual(state.tolerance, { kind: 'none' });
});
