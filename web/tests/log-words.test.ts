// "Your log": what it looks up in answers, and the words, columns and ticks it shows.

import assert from 'node:assert/strict';
import test from 'node:test';

import { roundColumns } from '../src/log/columns.ts';
import {
  answeredWords,
  distanceWords,
  emptyWords,
  extent,
  headline,
  limitWords,
  nounOf,
  wrongNumber,
} from '../src/log/findings.ts';
import { burstAt, convert, limitedBy, readNumber, readTime, rounded, someRanks, stepped } from '../src/log/lookup.ts';
import { likelyTimeRanges } from '../src/log/time-ranges.ts';
import { timeTicks } from '../src/log/time-ticks.ts';
import { dateSpan, daySpan, readFieldTime } from '../src/words/dates.ts';
import { OVERVIEW, USUAL } from './log-fake.ts';

const MINUTE = 60_000_000_000n;
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
  assert.equal(distanceWords({ burst: 96, isExact: true }, 20), 'yours: burst is 76 too small');
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
  assert.equal(before + number + after, '60 per minute shared by all clients would deny 0.8 % of requests.');
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
