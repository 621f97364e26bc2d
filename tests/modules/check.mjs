// The modules of the page, loaded as the page loads them: `node check.mjs <first> <figure> <studio> <logs>`, the
// folders of the generated packages. The small module shows the same as the large one, or refuses; and no argument
// makes a module trap with `unreachable`.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [first, figure, studio, logs] = await Promise.all(process.argv.slice(2).map(load));
const WIDTH = 240;
const MOST_MARKS = 5000;

async function load(folder) {
  const path = join(resolve(folder), 'ratelab_wasm');
  const module = await import(pathToFileURL(`${path}.js`));
  const bytes = await readFile(`${path}_bg.wasm`);
  mustNotNameThisMachine(bytes, folder);
  module.initSync({ module: bytes });
  return module;
}

// A module must not contain paths of the machine that built it.
function mustNotNameThisMachine(bytes, folder) {
  const text = bytes.toString('latin1');
  for (const path of [process.env.HOME, process.env.CARGO_HOME, process.cwd()].filter((path) => path?.length > 1)) {
    assert.ok(!text.includes(`${path}/`), `${folder} contains ${path}`);
  }
}

// The module of the first picture has a constructor with another name, because its runs do less.
function begun(Run, text) {
  return Run.basic ? Run.basic(text) : new Run(text);
}

function finished({ Run }, text) {
  const run = begun(Run, text);
  while (!run.advance(1000));
  return run;
}

function shown(run) {
  const [from, to] = run.shown();
  const lanes = Array.from({ length: run.lanes }, (_, lane) => ({
    title: run.title(lane),
    counts: run.counts(lane),
    marks: run.marks(lane, from, to, MOST_MARKS),
    columns: run.columns(lane, from, to, WIDTH),
  }));
  return { from, to, lanes, traffic: run.traffic(from, to, WIDTH) };
}

function theSmallModuleShowsTheSame() {
  const { scenarios } = figure.bounds();
  let same = 0;
  for (const { name, text } of scenarios) {
    const expected = finished(figure, text);
    try {
      const run = finished(first, text);
      assert.deepEqual(shown(run), shown(expected), name);
      run.free();
      same += 1;
    } catch (error) {
      assert.equal(error.code, 'not_here', `${name}: ${error.stack}`);
    }
    expected.free();
  }
  assert.ok(same > scenarios.length / 2, `the small module shows ${same} of ${scenarios.length} scenarios`);
  theSmallModuleOnlyCounts(scenarios[0].text);
  console.log(
    `The small module shows ${same} of ${scenarios.length} scenarios as the large one does; the rest it leaves to it.`,
  );
}

// It only states counts, and leaves conclusions to the large one.
function theSmallModuleOnlyCounts(text) {
  const run = finished(first, text);
  assert.deepEqual([run.headline(), run.reason()], ['20 requests, 7 limiters.', '']);
  assert.equal(run.sentence(5), 'Leaky bucket, queue: 1 allowed, 9 delayed, 10 denied.');
  const one = finished(first, 'lanes=gcra&traffic=1@1s');
  assert.equal(one.headline(), '1 request, 1 limiter.');
}

// A question to the studio is about the run that the figure shows.
function theStudioRunsTheSame() {
  for (const { name, text } of figure.bounds().scenarios) {
    const [one, other] = [figure, studio].map((module) => finished(module, text));
    assert.equal(one.hash(), other.hash(), name);
    assert.deepEqual([one.headline(), one.reason()], [other.headline(), other.reason()], name);
  }
}

class Lying extends BigUint64Array {
  get length() {
    return 2 ** 40;
  }
}

const HOSTILE = [
  undefined,
  null,
  true,
  NaN,
  Infinity,
  -Infinity,
  -1,
  0.5,
  1e300,
  2 ** 32,
  -1n,
  2n ** 64n,
  2n ** 500n,
  '',
  '7',
  '\0',
  '\ud800',
  'x'.repeat(100_000),
  {},
  [],
  [NaN],
  Symbol('s'),
  () => 7,
  new Date(NaN),
  {
    valueOf() {
      throw new Error('mine');
    },
  },
  new BigUint64Array(2),
  new BigInt64Array(2),
  new Uint8Array(9),
  Object.create(BigUint64Array.prototype),
  new Lying(1),
];

// Every method with every hostile value for every argument: it returns, or it throws an Error with a code.
function nothingIsAnsweredWithUnreachable(module, name) {
  const run = finished(module, 'traffic=10@9.5s; 10@10.1s');
  const calls = methodsOf(module.Run).map((method) => [`${name}.${method}`, 6, (...given) => run[method](...given)]);
  const functions = ['fromLink', 'bounds'].filter((name) => module[name]);
  calls.push(...functions.map((name) => [name, 3, (...given) => module[name](...given)]));
  calls.push([`new ${name}.Run`, 1, (text) => begun(module.Run, text).free()]);
  if (module.Draft) calls.push(...draftCalls(module, name));
  let thrown = 0;
  for (const [called, count, call] of calls) {
    for (const value of HOSTILE) {
      for (let index = 0; index < count; index += 1) {
        const given = [0, 0, 1, 5, 5, 5].slice(0, count);
        given[index] = value;
        thrown += mustBeKind(called, given, call);
      }
    }
  }
  assert.equal(finished(module, 'traffic=10@9.5s; 10@10.1s').headline(), run.headline(), `${name} still works`);
  console.log(`${name}: ${thrown} refusals, each an Error with a code.`);
}

function draftCalls({ Draft }, name) {
  const draft = new Draft('traffic=10@9.5s; 10@10.1s');
  // The earlier run is always passed by the page, and never typed by a user.
  const methods = methodsOf(Draft).filter((method) => method !== 'runAfter');
  const calls = methods.map((method) => [
    `${name}.Draft.${method}`,
    2,
    (...given) => draft[method](...given)?.free?.(),
  ]);
  return [...calls, [`new ${name}.Draft`, 1, (text) => new Draft(text).free()]];
}

const SECOND = 1_000_000_000n;
// The arguments of each question about a log.
const ASKED = {
  peaks: [SECOND, 10],
  thresholds: [SECOND, 5],
  effects: [10, SECOND, 5],
  ranges: [10, SECOND, 5],
  overTime: [10, SECOND, 5, 'gcra', 8, 0n, 2n * SECOND],
  busiest: [10, SECOND, 5, 'gcra', 3],
  frontier: [SECOND, 'clients', 1, 10],
  propose: [SECOND, 'requests', 1, 20, 'fixed_window'],
  infer: [],
  scenario: [0, 10, SECOND, 5],
  between: [0n, 2n * SECOND, 10, SECOND, 5],
  overview: [],
};

// Every question about a log with every hostile value for every argument. Accepted questions are answered completely.
function theModuleForLogsIsKind({ LogReader, Log, formats }) {
  const settings = ['auto', '', 'client', '1', '', false];
  const reader = new LogReader(...settings);
  reader.push(new TextEncoder().encode('1773100800.5 ada\n1773100800.7 bob\nno time\n'.repeat(50)));
  const log = reader.finish();
  assert.deepEqual(Object.keys(ASKED).sort(), methodsOf(Log).sort(), 'the questions that there are');
  const answered = (answer) => {
    for (const value of HOSTILE)
      if (typeof answer?.advance === 'function') mustBeKind('Trial.advance', [value], (given) => answer.advance(given));
    while (typeof answer?.advance === 'function' && !answer.advance(10));
    answer?.answer?.();
    answer?.free?.();
  };
  const calls = Object.entries(ASKED).map(([name, asked]) => [
    `Log.${name}`,
    asked,
    (...given) => answered(log[name](...given)),
  ]);
  calls.push(['new LogReader', settings.slice(0, 5), (...given) => new LogReader(...given, false).free()]);
  let thrown = 0;
  for (const [called, asked, call] of calls) {
    call(...asked);
    for (const value of HOSTILE)
      asked.forEach((_, index) => (thrown += mustBeKind(called, asked.with(index, value), call)));
  }
  mustBeKind('finish', [], () => reader.finish());
  assert.ok(formats().length > 10);
  assert.deepEqual([log.overview().requests, log.overview().unparsed], [100, 50]);
  console.log(`logs: ${thrown} refusals, each an Error with a code.`);
}

function methodsOf({ prototype }) {
  return Object.getOwnPropertyNames(prototype).filter((method) => isCalled(prototype, method));
}

function isCalled(prototype, method) {
  const { value } = Object.getOwnPropertyDescriptor(prototype, method);
  return typeof value === 'function' && !['constructor', 'free', '__destroy_into_raw'].includes(method);
}

function mustBeKind(called, given, call) {
  try {
    call(...given);
    return 0;
  } catch (error) {
    const message = `${called}(${given.map((value) => typeof value)}): ${error}`;
    assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), message);
    assert.ok(typeof error.code === 'string' && error.code !== 'defect', message);
    return 1;
  }
}

theSmallModuleShowsTheSame();
theStudioRunsTheSame();
nothingIsAnsweredWithUnreachable(first, 'first');
nothingIsAnsweredWithUnreachable(figure, 'figure');
nothingIsAnsweredWithUnreachable(studio, 'studio');
theModuleForLogsIsKind(logs);
