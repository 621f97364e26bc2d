// Every number in the example post, computed by the core. The keys are the `id`s of the post's `<data>` elements.

import assert from 'node:assert/strict';

import { drawings, POST } from '../../../web/examples/draw.mjs';
import { fromLink } from '../expected.mjs';
import { laneResults } from '../lane-results.mjs';

const WORDS = {
  0: 'none',
  1: 'one',
  2: 'two',
  5: 'five',
  6: 'six',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  20: 'twenty',
  100: 'hundred',
};

const [EDGE, BUCKETS, ERROR, STORM] = drawings().map(({ scenario }) => laneResults(scenario));
const MORE = laneResults(drawings()[1].scenario.replace('burst=10', 'burst=12'));
const [BACKOFF, JITTER] = ['backoff', 'jitter'].map((id) => laneResults(linked(id)));

export const CLAIMS = {
  'edge-fixed': EDGE[0].allowed,
  'edge-span': EDGE[0].most.span,
  'edge-log': EDGE[1].allowed,
  'edge-counter': EDGE[2].allowed,

  'queue-admitted': BUCKETS[0].allowed,
  'queue-sent': BUCKETS[0].attempts,
  'queue-denied': BUCKETS[0].denied,
  'queue-at-once': BUCKETS[0].startedAt(0),
  'queue-a-second': BUCKETS[1].most.cost,
  'queue-wait': BUCKETS[1].wait,
  'queue-more-wait': MORE[1].wait,

  'error-log-bytes': ERROR[0].state_bytes,
  'error-counter-bytes': ERROR[1].state_bytes,
  'error-log-early': ERROR[0].startedAt(12),
  'error-counter-early': ERROR[1].startedAt(12),
  'error-believed': ERROR[1].usedAt(12),
  'error-log-late': ERROR[0].startedAt(35),
  'error-counter-late': ERROR[1].startedAt(35),
  'error-counter': ERROR[1].allowed,
  'error-log': ERROR[0].allowed,
  'error-share': (100 * (ERROR[0].allowed - ERROR[1].allowed)) / ERROR[0].allowed,
  'error-under': ERROR[1].under,
  'error-over': ERROR[1].over,
  'error-both': ERROR[1].under + ERROR[1].over,
  'error-sent': ERROR[1].attempts,
  'error-bound': ERROR[1].bound,

  'storm-retry-after': STORM[0].retryAfter,
  'storm-attempts': STORM[0].attempts,
  'storm-denied': STORM[0].denied,
  'storm-last': STORM[0].lastStart,
  'backoff-attempts': BACKOFF[0].attempts,
  'backoff-last': BACKOFF[0].lastStart,
  'jitter-attempts': JITTER[0].attempts,
  'jitter-last': Math.round(10 * JITTER[0].lastStart) / 10,
  'line-attempts': STORM[1].attempts,
  'line-last': STORM[1].lastStart,
};

// Checks what the post says outside its `<data>` elements.
export function checkWords() {
  assert.deepEqual(BUCKETS[0].refused, BUCKETS[1].refused, 'the same six are refused');
  assert.deepEqual(BUCKETS[1].gapsIn(0, 2), Array(9).fill(0.2), 'the queue starts one every 0.2 s');
  assert.deepEqual(STORM[1].gapsIn(0, 10), Array(99).fill(0.1), 'the queue starts one every 0.1 s');
  assert.deepEqual([MORE[0].denied, MORE[1].denied], [0, 0], 'with a burst of twelve, no request is refused');
  assert.deepEqual(
    [0, 1, 2].map((at) => STORM[0].arrivedAt(at)),
    [100, 90, 80],
    'a hundred, then ninety, then eighty',
  );
  assert.equal(ERROR[1].usedAt(35), 5, 'half of them are believed to have left');
  assert.equal(STORM[0].succeeded, 100, 'all get through');
}

// Compares each number of the post with the core's. The post may write it as a word.
export function checkClaims() {
  const found = [...POST.matchAll(/<data id="([^"]*)" value="([^"]*)">([^<]*)<\/data>/g)];
  assert.deepEqual(found.map(([, id]) => id).sort(), Object.keys(CLAIMS).sort(), 'every number is claimed once');
  for (const [, id, value, text] of found) {
    assert.equal(Number(value), CLAIMS[id], id);
    assert.ok(text === value || text === WORDS[value], `${id} reads ${text}`);
  }
}

function linked(id) {
  return fromLink(new RegExp(`<a id="${id}" href="../#([^"]*)"`).exec(POST)[1]);
}
