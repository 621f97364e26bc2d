// "Your log": what it looks up, what its links contain, what it asks and when. The engine is the one in `log-fake.ts`.

import assert from 'node:assert/strict';
import test from 'node:test';

import { playgroundLink, printSettings, readAddress, scenarioOf, settingsOf } from '../src/log/address.ts';
import type { Settings } from '../src/log/address.ts';
import { Agenda } from '../src/log/agenda.ts';
import { roundColumns } from '../src/log/columns.ts';
import {
  answeredWords,
  distanceWords,
  emptyWords,
  extent,
  headline,
  limitWords,
  nounOf,
  setWords,
  spareWords,
  wrongNumber,
} from '../src/log/findings.ts';
import { burstAt, convert, limitedBy, readNumber, readTime, rounded, someRanks, stepped } from '../src/log/lookup.ts';
import { LogState } from '../src/log/state.ts';
import { likelyTimeRanges } from '../src/log/time-ranges.ts';
import { timeTicks } from '../src/log/time-ticks.ts';
import type { Answer, Asked, Overview, Progress, Question, Reading, Source } from '../src/engine/logs/types.ts';
import { textOfLink } from '../src/engine/text.ts';
import { dateSpan, daySpan, readFieldTime } from '../src/words/dates.ts';
import { FakeLogs, OVERVIEW } from './log-fake.ts';

const MINUTE = 60_000_000_000n;
const LIMITERS = ['fixed_window', 'token_bucket', 'gcra'];
const USUAL: Settings = {
  limit: { amount: 60, period: MINUTE, burst: 20 },
  algorithm: 'token_bucket',
  reading: { key: 'client', format: 'auto', limited: '' },
  spare: undefined,
  margin: 20,
};

const settings = (hash: string): Settings => settingsOf(readAddress(hash, LIMITERS), USUAL);

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
  const state = new LogState(host, () => engine, LIMITERS);
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

test('the clients that an amount limits are those with a greater threshold', () => {
  const least = Uint32Array.from([0xffff_ffff, 90, 60, 60, 59, 3, 1]);
  for (const amount of [1, 2, 3, 58, 59, 60, 61, 90, 91, 0xffff_fffe]) {
    assert.equal(limitedBy(least, amount), least.filter((one) => one > amount).length, `${amount}`);
  }
  assert.equal(limitedBy(new Uint32Array(), 1), 0);
});

test('the burst at a rate is that of the frontier, and between two of its points lies between theirs', () => {
  const line = { rates: Float64Array.from([10, 100, 1_000]), bursts: Float64Array.from([400, 40, 4]) };
  assert.deepEqual(burstAt(line, 100), { burst: 40, isExact: true });
  assert.deepEqual(burstAt(line, 5_000), { burst: 4, isExact: false });
  assert.equal(burstAt(line, 5), undefined);
  for (const rate of [11, 50, 99, 101, 999]) {
    const { burst } = burstAt(line, rate) ?? { burst: 0 };
    assert.ok(burst >= 4 && burst <= 400 && Number.isInteger(burst), `${rate}: ${burst}`);
  }
  assert.equal(distanceWords({ burst: 96, isExact: true }, 20), 'yours: needs 76 more burst');
  assert.equal(distanceWords({ burst: 8, isExact: false }, 20), 'yours: about 12 to spare');
});

test('steps go through round numbers and back', () => {
  assert.deepEqual(
    [
      stepped(60, 1),
      stepped(60, -1),
      stepped(99, 1),
      stepped(100, 1),
      stepped(100, -1),
      stepped(1, -1),
      stepped(1_234, 1),
    ],
    [61, 59, 100, 110, 99, 1, 1_300],
  );
  for (const number of [1, 7, 42, 100, 990, 1_000, 45_000]) assert.equal(stepped(stepped(number, 1), -1), number);
  assert.deepEqual([rounded(0.2), rounded(4.8), rounded(61.4), rounded(1_234)], [1, 5, 61, 1_200]);
});

test('times are read as people write them', () => {
  assert.deepEqual(
    ['30s', '1m', '1 min', '1.5h', '250ms', '10'].map(readTime),
    [30n, 60n, 60n, 5_400n].map((seconds) => seconds * 1_000_000_000n).concat([250_000_000n, 10_000_000_000n]),
  );
  assert.deepEqual(['', 'x', '1 parsec', '-1s', '0s'].map(readTime), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('settings are read from their link as they were', () => {
  for (const one of [
    USUAL,
    {
      ...USUAL,
      limit: { amount: 5, period: 10_000_000_000n, burst: 1 },
      algorithm: 'fixed_window',
      reading: { key: 'field:api_key+path', format: 'combined', limited: '429 503' },
    },
    {
      ...USUAL,
      limit: { amount: 0xffff_ffff, period: 1n, burst: 0xffff_ffff },
      algorithm: 'gcra',
      reading: { key: 'prefix', format: 'auto', limited: '503' },
    },
    { ...USUAL, spare: { kind: 'nobody' as const }, margin: 0 },
    { ...USUAL, spare: { kind: 'requests' as const, percent: 0.25 }, margin: 12 },
    { ...USUAL, spare: { kind: 'count' as const, clients: 3 } },
  ]) {
    assert.deepEqual(settings(printSettings(one)), one);
    assert.deepEqual(readAddress(printSettings(one), LIMITERS).unread, []);
  }
});

test('a damaged link leaves out what makes no sense', () => {
  for (const hash of [
    '',
    '#',
    '#limit=0/m',
    '#limit=60',
    '#limit=x/m&burst=-1&by=<b>&key=../etc&format=a b',
    '#limited=secret&spare=acme&margin=-1',
    '#spare=clients:101&margin=1001',
    '#spare=count:-1',
    '#%',
  ])
    assert.deepEqual(settings(hash), USUAL, hash);
});

test('invalid fields of a link are reported as written, and have no effect', () => {
  const { unread, ...said } = readAddress('#limit=abc/m&burst=-3&by=nope&limt=5/s&key=path', LIMITERS);
  assert.deepEqual(unread, ['limit=abc/m', 'burst=-3', 'by=nope', 'limt=5/s']);
  assert.deepEqual(said, { key: 'path' });
  assert.equal(setWords(readAddress('#limit=abc/m&key=path', LIMITERS), ''), '');
  assert.equal(
    setWords(readAddress('#limit=90/m&burst=7', LIMITERS), 'GCRA'),
    '90 per minute with a burst of 7, by GCRA',
  );
  assert.equal(setWords(readAddress('#burst=7', LIMITERS), ''), 'a burst of 7');
  assert.match(stateOf(new FakeLogs(), '#limit=abc/m').notice ?? '', /limit=abc\/m$/);
  assert.equal(stateOf(new FakeLogs(), '#limit=5/s').notice, undefined);
});

test('a scenario reaches the playground as it is', () => {
  const text = 'v=1\nlimit=60/m\nburst=20\ntraffic=10@9.5s; 3@10s cost 2+1 50%';
  const link = playgroundLink(text, 'production');
  assert.match(link, /^\.\/#v=1&limit=60\/m&burst=20&traffic=10@9\.5s;\+3@10s\+/);
  assert.ok(link.endsWith('~production'));
  assert.equal(textOfLink(link.slice(3).replace('~production', '')), text.replaceAll('\n', '&'));
});

test('a link says nothing of what is usual', () => {
  assert.equal(printSettings(USUAL), '#limit=60/m&burst=20&by=token_bucket');
});

test('a scenario is shown with the chosen limiter alone', () => {
  assert.equal(scenarioOf('v=1\nlimit=60/m\ntraffic=1@0s', 'gcra'), 'v=1&limit=60/m&traffic=1@0s&lanes=gcra');
  assert.equal(scenarioOf('v=1&lanes=fixed_window&traffic=1@0s', 'gcra'), 'v=1&traffic=1@0s&lanes=gcra');
});

test('some ranks are those given, the first and the last, in order', () => {
  for (const [clients, others] of [
    [1, [0, 1]],
    [2, [2, 3]],
    [49, [40, 41]],
    [100_000, [77_777, 77_778]],
  ] as const) {
    const ranks = someRanks(clients, 60, ...others);
    assert.deepEqual([ranks[0], ranks.at(-1)], [1, clients]);
    assert.ok(ranks.every((rank, index) => index === 0 || rank > ranks[index - 1]) && ranks.length <= 62);
    assert.ok(others.every((rank) => rank < 1 || rank > clients || ranks.includes(rank)));
  }
});

test('a limit per another period is about the same, and never less', () => {
  const second = 1_000_000_000n;
  assert.deepEqual(
    [convert(USUAL.limit, second), convert(USUAL.limit, 10n * second), convert(USUAL.limit, 60n * MINUTE)],
    [1, 10, 3_600],
  );
  assert.deepEqual(
    [convert({ ...USUAL.limit, amount: 61 }, second), convert({ ...USUAL.limit, amount: 0xffff_ffff }, 60n * MINUTE)],
    [2, 0xffff_ffff],
  );
});

test('a span of time names both days where it has two', () => {
  const at = (text: string) => readFieldTime(text) ?? 0n;
  assert.equal(dateSpan(at('2026-03-03T14:05'), at('2026-03-03T14:20'), MINUTE), '3 Mar 2026, 14:05 – 14:20');
  assert.equal(
    dateSpan(at('2026-12-31T22:00'), at('2027-01-01T01:00'), MINUTE),
    '31 Dec 2026, 22:00 – 1 Jan 2027, 01:00',
  );
  assert.deepEqual(
    [
      ['2026-03-03T00:00', '2026-03-04T00:00'],
      ['2026-03-03T00:00', '2026-03-07T01:00'],
      ['2026-02-27T00:00', '2026-03-02T01:00'],
      ['2025-12-30T00:00', '2026-01-02T01:00'],
    ].map(([from, to]) => daySpan(at(from), at(to))),
    ['3 Mar 2026', '3 – 7 Mar 2026', '27 Feb – 2 Mar 2026', '30 Dec 2025 – 2 Jan 2026'],
  );
});

test('ticks of months begin with a month, and a year is named where it begins', () => {
  const [from, to] = [readFieldTime('2025-09-10T00:00') ?? 0n, readFieldTime('2026-05-20T00:00') ?? 0n];
  assert.deepEqual(
    timeTicks(from, to, 700).map(({ label }) => label),
    ['Oct', 'Nov', 'Dec', '2026', 'Feb', 'Mar', 'Apr', 'May'],
  );
  const weeks = timeTicks(readFieldTime('2025-12-20T00:00') ?? 0n, readFieldTime('2026-02-01T00:00') ?? 0n, 700).map(
    ({ label }) => label,
  );
  assert.deepEqual(weeks, ['22 Dec', '29 Dec', '5 Jan 2026', '12 Jan', '19 Jan', '26 Jan']);
});

test('the headline says what the limit does', () => {
  assert.equal(limitWords(USUAL.limit, true), '60 per minute with a burst of 20');
  assert.deepEqual(['', '429', '429 503'].map(answeredWords), ['answered 429', 'answered 429', 'answered 429 or 503']);
  const { before, number, after } = headline(
    limitWords(USUAL.limit, false),
    OVERVIEW,
    nounOf(''),
    { least: 3, most: 3 },
    { least: 9_635, most: 9_635 },
  );
  assert.equal(before + number + after, '60 per minute would limit 3 of 18,204 clients and deny 0.8 % of requests.');
  const none = headline('60 per minute', OVERVIEW, nounOf('path'), { least: 0, most: 0 }, undefined);
  assert.equal(none.before + none.number + none.after, '60 per minute would limit none of 18,204 paths.');
});

test('the range with the denials is compared with the nearest one of its length without any', () => {
  const between = (from: number, to: number, more: Record<number, number> = {}) => {
    const denied = Uint32Array.from(
      { length: 96 },
      (_, column) => more[column] ?? (column >= from && column < to ? 50 : 0),
    );
    return likelyTimeRanges({ allowed: new Uint32Array(96).fill(1), denied }, { from: 0n, to: 960n, count: 96 });
  };
  assert.deepEqual(between(40, 48), [
    [320n, 400n],
    [400n, 480n],
  ]);
  // Four do not count as busy, but as denials.
  assert.deepEqual(between(40, 48, { 39: 4 }), [
    [400n, 480n],
    [480n, 560n],
  ]);
  assert.deepEqual(between(40, 48, { 39: 5 }), [
    [300n, 390n],
    [390n, 480n],
  ]);
  assert.deepEqual(between(0, 10), [
    [0n, 100n],
    [100n, 200n],
  ]);
  // There is no space beside it: then the busiest twelfth of the log, and the quietest.
  const [first, second] = between(0, 90);
  assert.ok(first[0] < second[0] && second[1] <= 960n && first[1] - first[0] === second[1] - second[0]);
});

test('ticks are round instants inside the axis, with space between them', () => {
  for (const length of [
    1_000_000n,
    1_000_000_000n,
    3_600_000_000_000n,
    ...[1n, 5n, 40n, 400n, 9_000n].map((days) => days * 86_400_000_000_000n),
  ]) {
    for (const width of [240, 700, 1_400]) {
      const shares = timeTicks(OVERVIEW.from, OVERVIEW.from + length, width).map(({ share }) => share * width);
      assert.ok(shares.every((place) => place >= 0 && place <= width));
      assert.ok(
        shares.slice(1).every((place, index) => place - shares[index] > 50),
        `${length} in ${width}: ${shares}`,
      );
    }
  }
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

test('a log is read, and everything about it is asked', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  assert.equal(state.overview, OVERVIEW);
  assert.equal(state.progress, undefined);
  assert.ok(state.peaks && state.effects && state.overTime && state.loudest && state.frontier && state.scenarios);
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
  const { spare } = state;
  state.sparing({ kind: 'nobody' });
  assert.equal(state.proposed?.spare, spare);
  state.set({ amount: 119 });
  assert.equal(state.proposed, undefined);
});

test('columns are of a round width, begin at multiples of it, and hold all of the log', () => {
  const second = 1_000_000_000n;
  const day = 86_400n * second;
  for (const length of [
    1n,
    30n * second,
    119n * second,
    3_600n * second,
    28_800n * second + 7n,
    day,
    5n * day,
    90n * day,
    900n * day,
    9_000n * day,
  ]) {
    for (const from of [OVERVIEW.from, OVERVIEW.from + 12_345_678_901n, OVERVIEW.from + 82_799n * second]) {
      const columns = roundColumns([from, from + length], second - 1_000n);
      const width = (columns.to - columns.from) / BigInt(columns.count);
      assert.equal((columns.from - (width >= 7n * day ? 4n * day : 0n)) % width, 0n, `${length} from ${from}`);
      assert.ok(
        width >= second && columns.count <= 122 && columns.from <= from && columns.to >= from + length,
        `${length}: ${columns.count}`,
      );
      assert.ok(columns.from + width > from && columns.to - width < from + length);
    }
  }
  assert.deepEqual(roundColumns([OVERVIEW.from, OVERVIEW.from + day], second), {
    from: OVERVIEW.from,
    to: OVERVIEW.from + day,
    count: 96,
  });
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

test('by default all clients except the busiest are spared, if there are others', async () => {
  const engine = new FakeLogs();
  const state = stateOf(engine);
  state.open({ kind: 'sample' });
  await settled(engine);
  assert.equal(spareWords(state.spare, nounOf('client')), 'limited at most 1 client');
  assert.ok(!state.link.includes('spare'));
  state.change({ overview: { ...OVERVIEW, clients: 1 } });
  assert.deepEqual(state.spare, { kind: 'nobody' });
});

test('one limit for all clients is not counted', () => {
  const noun = nounOf('everyone');
  assert.match(extent({ ...OVERVIEW, clients: 1 }, noun), /^1,204,331 requests in /);
  const { before, number, after } = headline(
    '60 per minute',
    { ...OVERVIEW, clients: 1 },
    noun,
    { least: 1, most: 1 },
    { least: 9_635, most: 9_635 },
  );
  assert.equal(before + number + after, '60 per minute for everyone together would deny 0.8 % of requests.');
});

test('an empty log is reported by name, and a wrong number with what is allowed', () => {
  assert.match(emptyWords('a.log', { bytes: 0, complete: true }), /^a\.log is empty/);
  assert.match(emptyWords('a.log', { bytes: 9, complete: true }), /^a\.log contains no requests/);
  assert.equal(wrongNumber(' ', 'a share from 0 to 100'), 'This is empty: enter a share from 0 to 100.');
  assert.deepEqual(['', ' 0,5 ', '1e3', '-1', '12.', '7'].map(readNumber), [
    undefined,
    0.5,
    undefined,
    undefined,
    12,
    7,
  ]);
});
