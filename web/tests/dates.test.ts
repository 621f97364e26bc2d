// Dates and shares in words. JavaScript's own dates are the second opinion.

import assert from 'node:assert/strict';
import test from 'node:test';

import { civil, dateLabel, dateTime, fieldTime, periodName, readFieldTime, timeOfDay } from '../src/words/dates.ts';
import { ordinal, share, shareRange, spokenShare, spokenShareRange } from '../src/words/shares.ts';

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

test('dates are those of the calendar, before and after 1970', () => {
  for (let day = -200_000n; day < 200_000n; day += 97n) {
    const time = day * DAY + (day < 0n ? 86_399n : 3_661n) * SECOND;
    const date = new Date(Number(time / 1_000_000n));
    const { year, month, day: ofMonth } = civil(time);
    assert.deepEqual([year, month, ofMonth], [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
    assert.equal(timeOfDay(time, SECOND), date.toISOString().slice(-13, -5));
  }
});

test('a field says its time back', () => {
  for (const text of ['2026-03-03T14:05:30', '1970-01-01T00:00:00', '2024-02-29T23:59:59', '1999-12-31T12:00:01']) {
    const time = readFieldTime(text);
    assert.equal(time, BigInt(Date.parse(`${text}Z`)) * 1_000_000n);
    assert.equal(fieldTime(time ?? 0n), text);
  }
  assert.equal(readFieldTime('2026-03-03T14:05'), readFieldTime('2026-03-03T14:05:00'));
  assert.equal(readFieldTime(''), undefined);
});

test('labels say as much as they must', () => {
  const time = readFieldTime('2026-03-03T14:05:30') ?? 0n;
  assert.equal(dateTime(time), '3 Mar 2026, 14:05:30');
  assert.equal(dateLabel(time, 60n * SECOND), '14:05');
  assert.equal(dateLabel(time - (time % DAY), 3_600n * SECOND), '3 Mar');
  assert.deepEqual(
    [1n, 10n, 60n, 3_600n].map((seconds) => periodName(seconds * SECOND)),
    ['second', '10 s', 'minute', 'hour'],
  );
});

test('a share is never nothing for something, nor everything for less', () => {
  assert.deepEqual(
    [
      share(0, 10),
      share(1, 1_000_000),
      share(80, 10_000),
      share(1, 8),
      share(999_999, 1_000_000),
      share(10, 10),
      share(0, 0),
    ],
    ['0 %', '< 0.01 %', '0.80 %', '12.5 %', '> 99.9 %', '100 %', '0 %'],
  );
  assert.equal(spokenShare(80, 10_000), '0.8 %');
  assert.equal(shareRange({ least: 90, most: 94 }, 10_000), '0.90 – 0.94 %');
  assert.equal(shareRange({ least: 90, most: 90 }, 10_000), '0.90 %');
  assert.equal(spokenShareRange({ least: 90, most: 94 }, 10_000), '0.90 to 0.94 %');
});

test('ranks are counted as in English', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1_000].map(ordinal), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '111th',
    '1,000th',
  ]);
});
