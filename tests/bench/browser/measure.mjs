// Measures the engine in a browser: all lanes over a million arrivals, compared with two rivals in JavaScript and with
// a plain copy, views of long and short runs, and memory. The sides of a comparison take turns, and only times of the
// same round are compared, because the speed of the machine changes from one second to the next.

import { disagreements } from '../rivals/agreement.mjs';
import { LANES } from '../rivals/policy.mjs';
import * as straightforward from '../rivals/straightforward.mjs';
import * as tuned from '../rivals/tuned.mjs';
import * as advice from './advice.mjs';
import * as crowds from './crowds.mjs';
import * as findings from './findings.mjs';
import { row } from './rows.mjs';
import { takeTurns as turns, timed } from './turns.mjs';

const ROUNDS = 9;
const POLICY = { limit: 1000, windowNs: 1e9 };
const SLICE = 1 << 20;
const WIDTH = 1200;
// Half of a frame, in nanoseconds: the other half is for drawing.
const LONGEST_VIEW = 8e6;

const scenario = (seconds) => `limit=1000/s&traffic=poisson 1100/s for ${seconds}s`;
const MILLION = scenario(909);
const SHORT = scenario(91);
const LONG = scenario(9090);

export async function rows(engine, memory) {
  const decided = decisions(engine);
  await pause();
  const views = await viewing(engine, memory);
  await pause();
  return [...decided, ...views, ...crowds.rows(engine), ...advice.rows(engine), ...findings.rows(engine)];
}

const takeTurns = (sides) => turns(sides, ROUNDS);

// A run whose arrivals are already generated: the rivals get theirs before the clock starts too.
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
  // WebAssembly keeps its memory from one run to the next, so the tuned rival may reuse its arrays too.
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
    row('browser/straightforward', what, 'JavaScript with a Map', turns.ours, turns.straightforward, 1 / 5),
    row('browser/tuned', what, 'JavaScript with typed arrays, tuned', turns.ours, turns.tuned, 1 / 1.5),
    row('browser/copy', what, 'copying an arrival', turns.ours, turns.copy, 4),
  ];
}

// Times are only comparable if the rivals make the same decisions.
function mustAgree(engine) {
  const run = finish(new engine.Run(MILLION));
  const marks = LANES.map((_, lane) => run.marks(lane, 0, Number.MAX_SAFE_INTEGER, 0xffffffff));
  const column = (rows, place) => Float64Array.from({ length: rows.length / 4 }, (_, index) => rows[4 * index + place]);
  const outcomes = marks.map((rows) => Uint8Array.from(column(rows, 2)));
  const queue = LANES.indexOf('leaky_bucket_queue');
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
  const spans = { ours: spansOf(long, short), theirs: spansOf(short, short) };
  const columns = (run, lane, from, to) => run.columns(lane, from, to, WIDTH);
  const bands = (run, lane, from, to) => run.band(lane, 0, from, to, WIDTH);
  const both = (...asked) => [columns(...asked), bands(...asked)];
  const what = `a view of ${LANES.length} lanes, ${WIDTH} columns`;
  const rows = [];
  for (const [name, part, bar] of [
    [' columns', columns],
    [' bands', bands],
    ['', both, 2],
  ]) {
    await pause();
    const turns = takeTurns({
      ours: () => look(long, part, Object.values(spans.ours)),
      theirs: () => look(short, part, Object.values(spans.theirs)),
    });
    const text = `${what}${name && `:${name}`}, 10,000,000 requests`;
    rows.push(row(`browser/view${name}`, text, 'the same of 100,000 requests', turns.ours, turns.theirs, bar));
  }
  for (const [name, span] of Object.entries(spans.ours)) {
    await pause();
    const { ours } = takeTurns({ ours: () => look(long, both, [span]) });
    const text = `${what} with bands, ${name} 10,000,000 requests`;
    rows.push(
      row(
        `browser/view ${name}`,
        text,
        '8 ms',
        ours,
        ours.map(() => LONGEST_VIEW),
        1,
      ),
    );
  }
  [short, long].forEach((run) => run.free());
  return [...rows, memoryRow(bytes)];
}

// Two typical views: all of a run, and a time range with as many requests as the whole short run.
function spansOf(run, short) {
  const [from, to] = run.shown();
  const [, end] = short.shown();
  return { 'all of': [from, to], 'a hundredth of': [(to - end) / 2n, (to + end) / 2n] };
}

// A completed run, with everything that the page would compute for it.
function prepared(engine, text) {
  const run = finish(new engine.Run(text));
  LANES.forEach((_, lane) => {
    while (!run.prepareBand(lane, 0, SLICE));
    run.measures(lane);
  });
  run.headline();
  run.disagreements(...run.shown(), WIDTH);
  return run;
}

// Views per measurement: one alone is too short for a browser's coarse clock.
const LOOKS = 5;

// The time of one view, in nanoseconds, as a mean over the spans. Each view is of a slightly different time range, as
// in panning, so that what a run caches for one view does not help the next.
function look(run, part, spans) {
  const time = timed(() => {
    for (const [from, to] of spans) {
      for (let step = 0n; step < LOOKS; step += 1n) {
        LANES.forEach((_, lane) => part(run, lane, from + step, to + step));
      }
    }
  });
  return time / (LOOKS * spans.length);
}

function memoryRow(bytes) {
  const most = 400e6;
  return {
    ...row('browser/memory', '10,000,000 requests x 7 lanes, with bands and measures', '400 MB', [bytes], [most], 1),
    unit: 'bytes',
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
