// What is measured in the browser: all lanes over a million arrivals beside two rivals in JavaScript and
// beside a plain copy, views of long and short runs, and memory. Whoever is compared takes turns, and only
// figures of the same turn are: the machine's speed changes from one second to the next.

import { disagreements } from "../rivals/agreement.mjs";
import { LANES } from "../rivals/policy.mjs";
import * as straightforward from "../rivals/straightforward.mjs";
import * as tuned from "../rivals/tuned.mjs";
import { row } from "./rows.mjs";

const ROUNDS = 9;
const POLICY = { limit: 1000, windowNs: 1e9 };
const SLICE = 1 << 20;
const WIDTH = 1200;

const scenario = (seconds) => `limit=1000/s&traffic=poisson 1100/s for ${seconds}s`;
const MILLION = scenario(909);
const SHORT = scenario(91);
const LONG = scenario(9090);

export async function rows(engine, memory) {
  const decided = decisions(engine);
  await pause();
  const views = await viewing(engine, memory);
  return [...decided, ...views];
}

// The arrivals are drawn before the clock starts, as those of the rivals are.
function drawn(engine, text) {
  const run = new engine.Run(text);
  while (run.progress < 1 / (LANES.length + 1) - 1e-9) run.advance(0xffffffff);
  return run;
}

function finish(run) {
  while (!run.advance(SLICE));
  return run;
}

function decisions(engine) {
  const arrivals = mustAgree(engine);
  const count = arrivals.length * LANES.length;
  // Wasm keeps its memory from one run to the next, so the tuned rival may as well.
  const into = tuned.columns(arrivals.length);
  const sides = {
    ours: () => {
      const run = drawn(engine, MILLION);
      const time = timed(() => finish(run));
      run.free();
      return time / count;
    },
    straightforward: () => timed(() => straightforward.run(arrivals, POLICY)) / count,
    tuned: () => timed(() => tuned.run(arrivals, POLICY, into)) / count,
    copy: () => timed(() => arrivals.slice()) / arrivals.length,
  };
  const turns = takeTurns(sides);
  const what = `one decision, ${LANES.length} lanes x ${arrivals.length} arrivals`;
  return [
    row("browser/straightforward", what, "JavaScript with a Map", turns.ours, turns.straightforward, 1 / 5),
    row("browser/tuned", what, "JavaScript with typed arrays, tuned", turns.ours, turns.tuned, 1 / 1.5),
    row("browser/copy", what, "copying an arrival", turns.ours, turns.copy, 4),
  ];
}

// A rival that decides otherwise does other work, and its time says nothing.
function mustAgree(engine) {
  const run = finish(new engine.Run(MILLION));
  const marks = LANES.map((_, lane) => run.marks(lane, 0, Number.MAX_SAFE_INTEGER, 0xffffffff));
  const column = (of, place) => Float64Array.from({ length: of.length / 4 }, (_, index) => of[4 * index + place]);
  const outcomes = marks.map((of) => Uint8Array.from(column(of, 2)));
  const queue = LANES.indexOf("leaky_bucket_queue");
  const releases = column(marks[queue], 3).filter((_, index) => outcomes[queue][index] === 2);
  const arrivals = column(marks[0], 1);
  const found = disagreements({ arrivals, outcomes, releases }, POLICY);
  if (found.length > 0) throw new Error(`The rivals decide otherwise: ${JSON.stringify(found)}`);
  run.free();
  return arrivals;
}

async function viewing(engine, memory) {
  const short = prepared(engine, SHORT);
  const long = prepared(engine, LONG);
  const bytes = memory.buffer.byteLength;
  short.short = long.short = short.shown();
  const what = `a view of ${LANES.length} lanes, ${WIDTH} columns`;
  const against = "the same of 100,000 requests";
  const parts = {
    columns: (run, lane, from, to) => run.columns(lane, from, to, WIDTH),
    bands: (run, lane, from, to) => run.band(lane, 0, from, to, WIDTH),
  };
  const views = [];
  for (const [name, part] of Object.entries(parts)) {
    await pause();
    const turns = takeTurns({ ours: () => timed(() => look(long, part)), theirs: () => timed(() => look(short, part)) });
    views.push(row(`browser/view ${name}`, `${what}: ${name}, 10,000,000 requests`, against, turns.ours, turns.theirs));
  }
  await pause();
  const all = (run, lane, from, to) => Object.values(parts).forEach((part) => part(run, lane, from, to));
  const turns = takeTurns({ ours: () => timed(() => look(long, all)), theirs: () => timed(() => look(short, all)) });
  views.push(row("browser/view", `${what}, 10,000,000 requests`, against, turns.ours, turns.theirs, 2));
  [short, long].forEach((run) => run.free());
  return [...views, memoryRow(bytes)];
}

// A run with everything that a page asks of it.
function prepared(engine, text) {
  const run = finish(new engine.Run(text));
  LANES.forEach((_, lane) => {
    while (!run.prepareBand(lane, 0, SLICE));
    run.measures(lane);
  });
  run.comparison();
  run.disagreements(...run.shown(), WIDTH);
  return run;
}

// Often enough for a browser's clock, which is a coarse one.
const LOOKS = 5;

// The whole run, and a stretch with as many requests as the short run has in all.
function look(run, part) {
  const [from, to] = run.shown();
  const [, end] = run.short;
  for (const [begin, close] of [[from, to], [(to - end) / 2n, (to + end) / 2n]]) {
    for (let lane = 0; lane < LANES.length * LOOKS; lane += 1) part(run, lane % LANES.length, begin, close);
  }
}

function memoryRow(bytes) {
  const most = 400e6;
  return { ...row("browser/memory", "10,000,000 requests x 7 lanes, with bands and measures", "400 MB", [bytes], [most], 1), unit: "bytes" };
}

function timed(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1e6;
}

// One round to warm up, then each side in each round.
function takeTurns(sides) {
  const names = Object.keys(sides);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of names) {
      const time = sides[name]();
      if (round > 0) times[name].push(time);
    }
  }
  return times;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
