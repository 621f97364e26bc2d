// A single denial among a million requests is visible, and without denials nothing looks like one.

import assert from 'node:assert/strict';

import { inked, sum } from '../pixels.mjs';
import { pictured, ready } from '../reading.mjs';
import { countsOf } from '../expected.mjs';

// A request each 10 us is a hundred in each millisecond, exactly the limit. With one more request, the window limiters
// deny one; the buckets have refilled enough to allow all.
const LIMIT = 'v=1&limit=100/1ms&lanes=fixed_window,+sliding_window_log,+token_bucket,+gcra';
const ONE = `${LIMIT}&traffic=999999+every+10us;+1@5s`;
const NONE = `${LIMIT}&traffic=1000000+every+10us`;

const DENIED = 1;

async function deniedPixels(open, link, deviceScaleFactor) {
  const page = await ready(await open(`#${link}`, { deviceScaleFactor }));
  const { lanes, ratio, drawnAs } = await inked(page);
  assert.equal(ratio, deviceScaleFactor);
  assert.equal(drawnAs, 'columns');
  const inView = (await pictured(page)).lanes.map(({ columns }) => sum(columns));
  assert.deepEqual(inView, [1_000_000, 1_000_000, 1_000_000, 1_000_000], 'everything is in view');
  return lanes.slice(1).map(({ columns }) => sum(columns[DENIED]));
}

function checkAt(ratio) {
  return async ({ open }) => {
    const denied = countsOf(ONE.replaceAll('+', ' ')).map((counts) => counts[DENIED]);
    assert.deepEqual(denied, [1, 1, 0, 0]);
    const [fixed, log, ...buckets] = await deniedPixels(open, ONE, ratio);
    assert.ok(fixed >= ratio * ratio && log >= ratio * ratio, `${fixed} and ${log} pixels of the one denial`);
    assert.deepEqual(buckets, [0, 0]);
    assert.deepEqual(await deniedPixels(open, NONE, ratio), [0, 0, 0, 0]);
  };
}

export default {
  'shows one denial among 1,000,000 requests': checkAt(1),
  'shows one denial among 1,000,000 requests on a high-density screen': checkAt(2),
};
