// Every number in the example post, computed by the core. The keys are the `id`s of the post's `<data>` elements.

import assert from "node:assert/strict";

import { drawings, POST } from "../../../web/examples/draw.mjs";
import { ask, fromLink, lanesOf } from "../expected.mjs";

const SECOND = 1e9;
const WORDS = { 0: "none", 1: "one", 2: "two", 5: "five", 6: "six", 8: "eight", 9: "nine", 10: "ten", 11: "eleven", 20: "twenty", 100: "hundred" };

const [EDGE, BUCKETS, ERROR, STORM] = drawings().map(({ scenario }) => told(scenario));
const MORE = told(drawings()[1].scenario.replace("burst=10", "burst=12"));
const [BACKOFF, JITTER] = ["backoff", "jitter"].map((id) => told(linked(id)));

export const CLAIMS = {
  "edge-fixed": EDGE[0].allowed,
  "edge-span": seconds(EDGE[0].most.to - EDGE[0].most.from),
  "edge-log": EDGE[1].allowed,
  "edge-counter": EDGE[2].allowed,

  "queue-admitted": BUCKETS[0].allowed,
  "queue-sent": BUCKETS[0].attempts,
  "queue-denied": BUCKETS[0].denied,
  "queue-at-once": startedAt(BUCKETS[0], 0),
  "queue-a-second": BUCKETS[1].most.cost,
  "queue-wait": seconds(BUCKETS[1].wait_longest),
  "queue-more-wait": seconds(MORE[1].wait_longest),

  "error-log-bytes": ERROR[0].state_bytes,
  "error-counter-bytes": ERROR[1].state_bytes,
  "error-log-early": startedAt(ERROR[0], 12),
  "error-counter-early": startedAt(ERROR[1], 12),
  "error-believed": ERROR[1].used[12],
  "error-log-late": startedAt(ERROR[0], 35),
  "error-counter-late": startedAt(ERROR[1], 35),
  "error-counter": ERROR[1].allowed,
  "error-log": ERROR[0].allowed,
  "error-share": (100 * (ERROR[0].allowed - ERROR[1].allowed)) / ERROR[0].allowed,
  "error-under": ERROR[1].under,
  "error-over": ERROR[1].over,
  "error-both": ERROR[1].under + ERROR[1].over,
  "error-sent": ERROR[1].attempts,
  "error-bound": ERROR[1].bound,

  "storm-told": STORM[0].retryAfter,
  "storm-attempts": STORM[0].attempts,
  "storm-denied": STORM[0].denied,
  "storm-last": lastStart(STORM[0]),
  "backoff-attempts": BACKOFF[0].attempts,
  "backoff-last": lastStart(BACKOFF[0]),
  "jitter-attempts": JITTER[0].attempts,
  "jitter-last": Math.round(10 * lastStart(JITTER[0])) / 10,
  "line-attempts": STORM[1].attempts,
  "line-last": lastStart(STORM[1]),
};

// Checks what the post says outside its `<data>` elements.
export function checkWords() {
  const refused = ({ rows }) => rows.filter(({ outcome }) => outcome === "denied").map(({ request }) => request);
  assert.deepEqual(refused(BUCKETS[0]), refused(BUCKETS[1]), "the same six are refused");
  assert.deepEqual(gaps(BUCKETS[1], 0, 2), Array(9).fill(0.2), "the queue starts one every 0.2 s");
  assert.deepEqual(gaps(STORM[1], 0, 10), Array(99).fill(0.1), "the queue starts one every 0.1 s");
  assert.deepEqual([MORE[0].denied, MORE[1].denied], [0, 0], "with a burst of twelve nobody is refused");
  assert.deepEqual([0, 1, 2].map((at) => arrivedAt(STORM[0], at)), [100, 90, 80], "a hundred, then ninety, then eighty");
  assert.equal(ERROR[1].used[35], 5, "half of them are believed to have left");
  assert.equal(STORM[0].succeeded, 100, "all get through");
}

// Compares each number of the post with the core's. The post may write it as a word.
export function checkClaims() {
  const found = [...POST.matchAll(/<data id="([^"]*)" value="([^"]*)">([^<]*)<\/data>/g)];
  assert.deepEqual(found.map(([, id]) => id).sort(), Object.keys(CLAIMS).sort(), "every number is claimed once");
  for (const [, id, value, text] of found) {
    assert.equal(Number(value), CLAIMS[id], id);
    assert.ok(text === value || text === WORDS[value], `${id} reads ${text}`);
  }
}

function linked(id) {
  return fromLink(new RegExp(`<a id="${id}" href="../#([^"]*)"`).exec(POST)[1]);
}

// Runs a scenario, and returns everything that the claims need of each lane.
function told(text) {
  return ask(text, (run) => {
    const rows = rowsOf(run.toCSV());
    return lanesOf(run).map((lane) => {
      const mine = rows.filter((row) => row.lane === lane);
      const denied = mine.findIndex(({ outcome }) => outcome === "denied");
      const retryAfter = denied < 0 ? undefined : Number(new Map(run.explain(lane, denied).headers).get("Retry-After"));
      return { ...run.measures(lane), rows: mine, used: usedOf(run, lane, mine), retryAfter };
    });
  });
}

// For each instant with a request, how much of the limit was in use just before it.
function usedOf(run, lane, rows) {
  const first = rows.flatMap(({ time }, at) => (time === rows[at - 1]?.time ? [] : [[time, at]]));
  return Object.fromEntries(first.map(([time, at]) => [time, run.explain(lane, at).before]));
}

function rowsOf(csv) {
  return csv.trim().split("\n").slice(1).map((line) => {
    const [lane, , request, , time, , , outcome, started] = line.split(",");
    return { lane: Number(lane), request: Number(request), time: seconds(time), outcome, started: started === "" ? undefined : seconds(started) };
  });
}

function seconds(nanoseconds) {
  return Number(nanoseconds) / SECOND;
}

function arrivedAt({ rows }, at) {
  return rows.filter(({ time }) => time === at).length;
}

function startedAt({ rows }, at) {
  return rows.filter(({ started }) => started === at).length;
}

function lastStart({ rows }) {
  return Math.max(...rows.map(({ started }) => started ?? 0));
}

// The times between consecutive starts in an interval, in seconds, rounded to tenths.
function gaps({ rows }, from, to) {
  const starts = rows.map(({ started }) => started).filter((started) => started >= from && started < to).sort((one, other) => one - other);
  return starts.slice(1).map((start, at) => Math.round((start - starts[at]) * 10) / 10);
}
