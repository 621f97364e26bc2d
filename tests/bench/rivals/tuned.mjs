// The seven limiters tuned by hand for V8: typed arrays only, nothing allocated while deciding, one loop
// for each rule with its state in local variables, a byte for each outcome. What was measured, and why
// the loops look as they do:
//
// - Blocks. A loop over all arrivals in one call has to be replaced while it runs, and in Chromium some
//   of these loops then stayed at half the speed. A function that is called for a few thousand arrivals
//   at a time is compiled as a whole.
// - Constants are read from typed arrays, so that they are known to be numbers: one loop that took them
//   as arguments was at half the speed too.
// - A column is filled with its commonest outcome first, block by block, and a loop writes the others.
//   Two bits for each outcome instead of a byte took longer to put together than they saved.
// - Nothing is unrolled: V8 does that itself in Chromium, and in Node 20 the gain came and went.
// - Every quantity is whole and below 2^52, so doubles decide as integers do. Arrivals are in order.

import { ALLOWED, DELAYED, DENIED, LANES, QUEUE, completed } from './policy.mjs';

const BLOCK = 8192;
// While a full bucket and a step of time are at most this, their difference is an int32.
const SMALL = 2 ** 30;

// Admits `left` more until the window ends.
function fixedWindow(arrivals, from, to, outcomes, doubles, integers) {
  const window = doubles[0];
  const limit = integers[0];
  let end = doubles[1];
  let left = integers[1];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index];
    if (now >= end) {
      end = now - (now % window) + window;
      left = limit;
    }
    if (left !== 0) {
      left = (left - 1) | 0;
    } else {
      outcomes[index] = DENIED;
    }
  }
  doubles[1] = end;
  integers[1] = left;
}

// A ring of the last `limit` admitted requests, each with the instant at which it stops counting. There is
// free capacity for one more exactly when the oldest has stopped, so nothing has to be counted or removed.
function slidingWindowLog(arrivals, from, to, outcomes, doubles, integers, ring) {
  const window = doubles[0];
  const limit = integers[0];
  let oldest = integers[1];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index];
    if (now >= ring[oldest]) {
      ring[oldest] = now + window;
      oldest = oldest + 1 === limit ? 0 : (oldest + 1) | 0;
    } else {
      outcomes[index] = DENIED;
    }
  }
  integers[1] = oldest;
}

// The division does not wait for the decision before it, so it costs little; what does wait is three
// operations on integers and no branch, because which request is denied cannot be predicted.
function slidingWindowCounter(arrivals, from, to, outcomes, doubles, integers) {
  const window = doubles[0];
  const limit = integers[0];
  let end = doubles[1];
  let previous = doubles[2];
  let free = integers[1];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index];
    if (now >= end) {
      previous = now < end + window ? (limit - free) | 0 : 0;
      free = limit;
      end = now - (now % window) + window;
    }
    const share = ((previous * (end - now)) / window) | 0;
    const fits = (share - free) >> 31;
    outcomes[index] = fits + 1;
    free = (free + fits) | 0;
  }
  doubles[1] = end;
  doubles[2] = previous;
  integers[1] = free;
}

// Token bucket, meter and GCRA are one rule: a backlog that drains, and a ceiling it must not exceed.
// `over` is how far it exceeds it, and negative where a request fits. Again without a branch.
function smallBucket(arrivals, from, to, outcomes, doubles, integers) {
  const unit = integers[0];
  const empty = integers[1];
  let clock = doubles[0];
  let over = integers[2];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index];
    const elapsed = now - clock;
    clock = now;
    if (elapsed > SMALL) {
      over = empty;
    } else {
      over = (over - (elapsed | 0)) | 0;
      if (over < empty) {
        over = empty;
      }
    }
    const fits = over >> 31;
    outcomes[index] = fits + 1;
    over = (over + (unit & fits)) | 0;
  }
  doubles[0] = clock;
  integers[2] = over;
}

// The same for all other policies: `opens` is when one more fits again, on a clock that runs `amount`
// times as fast as nanoseconds do.
function bucket(arrivals, from, to, outcomes, doubles) {
  const unit = doubles[0];
  const amount = doubles[1];
  const slack = doubles[2];
  let opens = doubles[3];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index] * amount;
    if (opens <= now) {
      const idle = now - slack;
      opens = (opens > idle ? opens : idle) + unit;
    } else {
      outcomes[index] = DENIED;
    }
  }
  doubles[3] = opens;
}

// `empty` is when the queue has served all it holds, which is when the next request starts. It is noted
// before it is known whether that request is delayed: the next one writes over it if not.
function wholeQueue(arrivals, from, to, outcomes, doubles, integers, releases) {
  const unit = doubles[0];
  const slack = doubles[2];
  let empty = doubles[3];
  let delayed = integers[0];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index];
    releases[delayed] = empty;
    if (empty > now) {
      if (empty <= now + slack) {
        delayed = (delayed + 1) | 0;
        empty += unit;
      } else {
        outcomes[index] = DENIED;
      }
    } else {
      outcomes[index] = ALLOWED;
      empty = now + unit;
    }
  }
  doubles[3] = empty;
  integers[0] = delayed;
}

// The same for a rate whose interval is not a whole number of nanoseconds.
function queue(arrivals, from, to, outcomes, doubles, integers, releases) {
  const unit = doubles[0];
  const amount = doubles[1];
  const slack = doubles[2];
  let empty = doubles[3];
  let delayed = integers[0];
  for (let index = from; index < to; index = (index + 1) | 0) {
    const now = arrivals[index] * amount;
    if (empty > now + slack) {
      outcomes[index] = DENIED;
    } else if (empty > now) {
      releases[delayed] = Math.ceil(empty / amount);
      delayed = (delayed + 1) | 0;
      empty += unit;
    } else {
      outcomes[index] = ALLOWED;
      empty = now + unit;
    }
  }
  doubles[3] = empty;
  integers[0] = delayed;
}

function preparedFixedWindow({ limit, windowNs }) {
  return { block: fixedWindow, doubles: Float64Array.of(windowNs, 0), integers: Int32Array.of(limit, 0) };
}

function preparedLog({ limit, windowNs }) {
  const doubles = Float64Array.of(windowNs);
  const integers = Int32Array.of(limit, 0);
  return { block: slidingWindowLog, doubles, integers, ring: new Float64Array(limit) };
}

function preparedCounter({ limit, windowNs }) {
  const doubles = Float64Array.of(windowNs, windowNs, 0);
  return { block: slidingWindowCounter, doubles, integers: Int32Array.of(limit, limit) };
}

function preparedBucket(policy) {
  const { unit, amount, slack } = flow(policy);
  if (amount === 1 && slack + unit <= SMALL) {
    const empty = -slack - 1;
    return { block: smallBucket, doubles: Float64Array.of(0), integers: Int32Array.of(unit, empty, empty) };
  }
  return { block: bucket, doubles: Float64Array.of(unit, amount, slack, -slack), integers: new Int32Array(0) };
}

function preparedQueue(policy) {
  const { unit, amount, slack } = flow(policy);
  const block = amount === 1 ? wholeQueue : queue;
  return { block, doubles: Float64Array.of(unit, amount, slack, 0), integers: Int32Array.of(0) };
}

// In the order of `LANES`.
const PREPARED = [
  preparedFixedWindow,
  preparedLog,
  preparedCounter,
  preparedBucket,
  preparedBucket,
  preparedQueue,
  preparedBucket,
];

// A rate in its lowest terms: a request is `unit` parts and `amount` of them come back in a nanosecond.
// With `slack` parts used up a request still fits.
function flow({ capacity, amount, periodNs }) {
  const divisor = greatestCommonDivisor(amount, periodNs);
  const unit = periodNs / divisor;
  return { unit, amount: amount / divisor, slack: (capacity - 1) * unit };
}

function greatestCommonDivisor(a, b) {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

// Memory for the results of this many arrivals. It can be given to one run after another, which saves the
// system from having to find and clear new memory; what the run before returned is then written over.
export function columns(length) {
  return { outcomes: LANES.map(() => new Uint8Array(length)), releases: new Float64Array(length) };
}

// One lane, by its place in `LANES`: the outcome of each arrival, and when each delayed one starts.
export function runLane(lane, arrivals, policy, into = columnsOf(lane, arrivals.length)) {
  const { block, doubles, integers, ring = into.releases } = PREPARED[lane](completed(policy));
  const commonest = lane === QUEUE ? DELAYED : ALLOWED;
  const outcomes = into.outcomes[lane];
  for (let from = 0; from < arrivals.length; from += BLOCK) {
    const to = Math.min(arrivals.length, from + BLOCK);
    outcomes.fill(commonest, from, to);
    block(arrivals, from, to, outcomes, doubles, integers, ring);
  }
  return { outcomes, releases: into.releases.subarray(0, lane === QUEUE ? integers[0] : 0) };
}

function columnsOf(lane, length) {
  const outcomes = LANES.map((_, other) => new Uint8Array(other === lane ? length : 0));
  return { outcomes, releases: new Float64Array(lane === QUEUE ? length : 0) };
}

// All seven lanes: the outcomes of each, and the queue's releases.
export function run(arrivals, policy, into = columns(arrivals.length)) {
  const lanes = LANES.map((_, lane) => runLane(lane, arrivals, policy, into));
  return { outcomes: into.outcomes, releases: lanes[QUEUE].releases };
}
