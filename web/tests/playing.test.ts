// Playing: how fast time goes, where a sent request goes, and which totals are asked for. Time is an argument here.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Picture, Span } from '../src/engine/types.ts';
import { eventful, FASTER, fasterAt, later, laterBy, paceOf, PLAY_TIME } from '../src/figure/pace.ts';
import { placeToSend } from '../src/figure/sending.ts';
import { Tally, withSoFar } from '../src/figure/so-far.ts';
import type { Totals } from '../src/figure/so-far.ts';
import type { PlotState } from '../src/plot/types.ts';

const SECOND = 1_000_000_000n;
const WIDTH = 1_000;
const VIEW: Span = { from: 9n * SECOND, to: 12n * SECOND };

function columnsWith(...busy: number[]): Uint32Array {
  const columns = new Uint32Array(WIDTH);
  for (const column of busy) columns[column] = 1;
  return columns;
}

function picture(traffic: Uint32Array, more: Partial<Picture> = {}): Picture {
  return { span: VIEW, width: WIDTH, traffic, lanes: [], ...more };
}

const busyAt = (...columns: number[]) => Uint8Array.from(columnsWith(...columns));

test('playback takes its whole time, whatever part of the view is quiet', () => {
  for (const busy of [busyAt(167), busyAt(167, 333, 367), busyAt(0, 999), new Uint8Array(WIDTH).fill(1)]) {
    const pace = paceOf(VIEW, busy);
    assert.ok(later(pace, VIEW.from, PLAY_TIME - 1) < VIEW.to);
    assert.equal(later(pace, VIEW.from, PLAY_TIME + 1), VIEW.to);
    assert.equal(later(pace, VIEW.from, 0), VIEW.from);
  }
  const quiet = paceOf(VIEW, new Uint8Array(WIDTH));
  assert.equal(later(quiet, VIEW.from, PLAY_TIME / FASTER + 1), VIEW.to, 'where nothing happens, it is soon over');
});

test('quiet periods pass faster, up to a limit, and this is shown', () => {
  const pace = paceOf(VIEW, busyAt(167));
  const [event, quiet] = [VIEW.from + SECOND / 2n, VIEW.from + 2n * SECOND];
  const way = (from: bigint) => Number(later(pace, from, 10) - from);
  assert.equal(fasterAt(pace, event), 1);
  assert.equal(fasterAt(pace, quiet), FASTER);
  assert.ok(Math.abs(way(quiet) / way(event) - FASTER) < 0.01);
  const even = paceOf(VIEW, new Uint8Array(WIDTH).fill(1));
  assert.equal(later(even, VIEW.from, PLAY_TIME / 2), VIEW.from + (VIEW.to - VIEW.from) / 2n);
});

test('playback advances at every beat and reaches the same instant by many beats as by one', () => {
  for (const span of [VIEW, { from: 7n, to: 107n }, { from: 0n, to: 86_400n * 365n * SECOND }]) {
    const pace = paceOf(span, busyAt(100, 101, 600));
    let before = span.from;
    for (let played = 16; played < PLAY_TIME; played += 16) {
      const now = later(pace, span.from, played);
      assert.ok(now >= before);
      before = now;
    }
    const half = later(pace, span.from, PLAY_TIME / 2);
    const [whole, parts] = [later(pace, span.from, PLAY_TIME * 0.75), later(pace, half, PLAY_TIME * 0.25)];
    assert.ok(Math.abs(Number(whole - parts)) <= 1 + Number(span.to - span.from) / 1e6);
  }
});

test('a multiple of real time is exact', () => {
  assert.equal(laterBy(1, 5n, 16), 5n + 16_000_000n);
  assert.equal(laterBy(0.1, 9n * SECOND, 1_000), 9n * SECOND + SECOND / 10n);
  assert.equal(laterBy(100, 0n, 250), 25n * SECOND);
});

test('arrivals, retries, starts and window edges are events', () => {
  const marks = Float64Array.of(0, 1, 2, 2.4e9, 1, 2, 1, NaN);
  const columns = new Uint32Array(3 * WIDTH);
  columns[3 * 20 + 1] = 4;
  const busy = eventful(picture(columnsWith(7), { lanes: [{ columns }, { marks }] }), [
    { length: 10n * SECOND, origin: 0n },
  ]);
  assert.deepEqual(
    [...busy.entries()].filter(([, is]) => is === 1).map(([column]) => column),
    [7, 20, 333, 800],
  );
  const many = eventful(picture(columnsWith()), [{ length: 1_000n, origin: 0n }]);
  assert.ok(!many.includes(1), 'windows too many to be seen are none');
});

test('a sent request is always in view', () => {
  const sight = { span: VIEW, traffic: columnsWith(167, 367), fineness: 10_000_000n };
  assert.deepEqual(placeToSend(undefined, sight), { time: 10_200_000_000n, span: VIEW }, 'after the last in view');
  assert.deepEqual(placeToSend(9_503_000_000n, sight), { time: 9_500_000_000n, span: VIEW }, 'at the playhead');
  assert.deepEqual(placeToSend(undefined, { ...sight, traffic: columnsWith() }), { time: 10_500_000_000n, span: VIEW });
  assert.deepEqual(placeToSend(30n * SECOND, sight).time, 10_200_000_000n, 'not out of view');
  for (const [playhead, traffic] of [
    [VIEW.to, columnsWith(3)],
    [undefined, columnsWith(999)],
    [VIEW.from, columnsWith(3)],
  ] as const) {
    const { time, span } = placeToSend(playhead, { ...sight, traffic });
    assert.ok(time >= span.from && time < span.to - SECOND / 20n, `${time} is in view, with space for its answer`);
    assert.equal(span.to - span.from, VIEW.to - VIEW.from);
  }
  const early = placeToSend(100n, { ...sight, span: { from: 0n, to: 100n }, fineness: 1n });
  assert.ok(early.span.from >= 0n && early.time < early.span.to);
});

// An engine that answers when the test says so.
function counting() {
  const asked: { time: bigint; answer(totals: Totals): Promise<void> }[] = [];
  const ask = (_: string, time: bigint) =>
    new Promise((resolve) => {
      const answer = async (totals: Totals) => {
        resolve(totals);
        await new Promise(setImmediate);
      };
      asked.push({ time, answer });
    });
  return { engine: { ask } as never, asked };
}

const totals = (arrived: number): Totals => ({ arrived, lanes: [Uint32Array.of(arrived, 2, 0)], differing: 0 });

test('one question about the totals is open at most, and the last instant is always answered', async () => {
  const reports: boolean[] = [];
  const { engine, asked } = counting();
  const tally = new Tally((isNew) => reports.push(isNew));
  for (const time of [1n, 2n, 3n, 3n]) tally.want({ engine, text: 'a', time });
  assert.deepEqual(
    asked.map(({ time }) => time),
    [1n],
  );
  await asked[0]?.answer(totals(1));
  assert.deepEqual(
    asked.map(({ time }) => time),
    [1n, 3n],
  );
  assert.equal(tally.isSettled, false);
  await asked[1]?.answer(totals(3));
  assert.equal(tally.totals?.arrived, 3);
  assert.equal(tally.isSettled, true);
  tally.want({ engine, text: 'b', time: 3n });
  assert.equal(asked.length, 3, 'another run has other totals');
  tally.want(undefined);
  assert.equal(tally.totals, undefined);
  await asked[2]?.answer(totals(9));
  assert.equal(tally.totals, undefined, 'an answer after playback changes nothing');
  tally.want({ engine, text: 'b', time: 5n });
  tally.want({ engine, text: 'b', time: 6n });
  await asked[3]?.answer(totals(4));
  await asked[4]?.answer(totals(4));
  assert.deepEqual(reports, [true, true, true, true, false], 'the same numbers need not be drawn again');
});

test('the words beside the lanes say what came so far, in every lane', () => {
  const lane = { title: 'One', caption: '20 allowed, 0 denied', picture: {} };
  const state = {
    span: VIEW,
    width: 1,
    traffic: new Uint32Array(1),
    lanes: [lane],
    arrivals: { title: 'Requests', caption: '20 arrive' },
    differences: { caption: 'x' },
  } as PlotState;
  const { lanes, arrivals, differences } = withSoFar(state, { ...totals(7), differing: 1 });
  assert.equal(lanes[0]?.caption, '7 allowed, 2 denied so far');
  assert.equal(arrivals?.caption, '7 arrived so far');
  assert.equal(differences?.caption, 'Disagree on 1 request so far');
  assert.equal(withSoFar(state, undefined), state);
  assert.equal(
    withSoFar({ ...state, lanes: [lane, lane] }, totals(7)).lanes[0]?.caption,
    lane.caption,
    'totals of other lanes',
  );
});
