// Runs the clients that the page offers: `node tests/redis/clients.mjs`, after `cargo xtask build`. Each is filled by
// the page's own function with the numbers that the bindings give, and has to answer as the core does, request by
// request, on a server that this program starts. Then they take turns with names that are hard to write, and share one
// key; wrong arguments are errors that charge nothing; and without a reply each ends with an error, in seconds.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { LANGUAGES, Program } from './programs.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const WEB = join(ROOT, 'web');
const PRODUCTION = join(WEB, 'src/views/production');
const TARGET = process.argv[2] ?? join(ROOT, 'target');
const PYTHON_PACKAGES = join(TARGET, 'redis-clients-python');
const PYTHON_REDIS = 'redis==7.1.0';

// Nothing comes back while the clients ask, and no window ends.
const LIMIT = 'limit=3/400d';
const SEVEN =
  `v=1&${LIMIT}&lanes=fixed_window, sliding_window_log, sliding_window_counter, token_bucket, ` +
  `leaky_bucket_meter, leaky_bucket_queue, gcra&traffic=6@0s`;
const SEVERAL =
  `v=1&${LIMIT}&lanes=all_of(gcra + fixed_window limit=2), layers(cdn: fixed_window limit=5 ` +
  `key=everybody then token_bucket key=group then sliding_window_log)&traffic=6@0s`;
const QUESTIONS = 6;

// Names with their tags, which a test of `crates/redis/src/key.rs` reads as well.
const NAMES = JSON.parse(readFileSync(join(HERE, 'names.json'), 'utf8'));

// What ends within this many milliseconds does not wait for a server that never replies.
const SOON = 5_000;

const has = (program) => spawnSync(program, ['--version']).status === 0;

function skip(what) {
  console.log(`SKIPPED: ${what.toUpperCase()} IS NOT INSTALLED, SO NO CLIENT OF REDIS WAS RUN.`);
  process.exit(0);
}

// The page's functions, in a form that Node reads.
async function pageFunctions(folder) {
  const { build } = await import(pathToFileURL(createRequire(join(WEB, 'package.json')).resolve('rolldown')));
  const { raw } = await import(pathToFileURL(join(WEB, 'tests/raw.mjs')));
  const names = ['clients', 'deployments', 'keys', 'scale', 'scripts'];
  const input = Object.fromEntries(names.map((name) => [name, join(PRODUCTION, `${name}.ts`)]));
  await build({
    input,
    output: { dir: folder, entryFileNames: '[name].mjs' },
    platform: 'node',
    plugins: [raw()],
    logLevel: 'warn',
  });
  const modules = await Promise.all(names.map((name) => import(pathToFileURL(join(folder, `${name}.mjs`)))));
  return Object.assign({}, ...modules);
}

async function core() {
  const place = join(WEB, 'generated/studio/ratelab_wasm');
  const module = await import(pathToFileURL(`${place}.js`));
  module.initSync({ module: await readFile(`${place}_bg.wasm`) });
  return module;
}

// What is to be deployed for each lane of a text, and what the core answers to its requests.
function lanesOf({ Run, Draft }, text) {
  const run = new Run(text);
  while (!run.advance(1000));
  const { lanes } = new Draft(text).describe();
  return lanes.map((lane, number) => {
    const cards = Array.from({ length: QUESTIONS }, (_, request) => run.explain(number, request));
    return {
      lane,
      deployment: run.production(number).deployments[0],
      expected: cards.map(({ outcome, remaining }) => `${outcome} ${remaining}`),
    };
  });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function startRedis(folder) {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn('redis-server', words);
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    if (!output.includes('Ready to accept connections')) continue;
    const ask = (...given) => run('redis-cli', ['-p', String(port), ...given]);
    return { port, ask, signal: (name) => server.kill(name), ended: once(server, 'exit') };
  }
  throw new Error(`redis-server did not start: ${output}`);
}

function ensurePackages() {
  if (!existsSync(join(HERE, 'node_modules/redis'))) run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', HERE]);
  if (!existsSync(join(PYTHON_PACKAGES, 'redis')))
    run('python3', ['-m', 'pip', 'install', '--quiet', '--target', PYTHON_PACKAGES, PYTHON_REDIS]);
}

function run(program, given, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: 'utf8', ...options });
  assert.equal(status, 0, `${program} ${given.join(' ')}:\n${stdout}\n${stderr}`);
  return stdout.trim().split('\n');
}

// Writes the script and the clients of a lane, and returns the clients.
function prepare(page, { lane, deployment }, place, port) {
  const keys = page.keysOf(lane, deployment.key_prefix);
  mkdirSync(place, { recursive: true });
  symlinkSync(join(HERE, 'node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, `${deployment.redis.script}.lua`), page.scriptText(deployment.redis.script));
  const asked = { deployment, keys, host: `127.0.0.1:${port}` };
  const clients = page.CLIENTS.filter(({ name }) => name in LANGUAGES);
  return clients.map((client) => {
    writeText(place, client.file, page.textOf(page.filled(client, asked)));
    return new Program(client.name, place, PYTHON_PACKAGES);
  });
}

// The client, and copies of it with an operation that does not exist and with a time in nanoseconds.
function writeText(place, file, text) {
  const [name, ending] = file.split('.');
  const call = /check(\W+(?:String\(cost\)|cost)\W+?)(""|'')/;
  assert.match(text, call, `the call in ${file}`);
  const texts = {
    [name]: text,
    [`${name}_operation`]: text.replace(call, 'CHECK$1$2'),
    [`${name}_time`]: text.replace(call, "check$1'1790000000000000000'"),
  };
  for (const [copy, content] of Object.entries(texts)) writeFileSync(join(place, `${copy}.${ending}`), content);
}

// Every client as a program and as a file that another program uses, on a server that does not know the script.
function answersAsTheCore({ programs, lane, redis }) {
  for (const program of programs) {
    for (const command of [['FLUSHALL'], ['SCRIPT', 'FLUSH']]) redis.ask(...command);
    const { names, expected } = lane;
    const calls = Array.from({ length: QUESTIONS - 1 }, () => ['check', names, 1]);
    assert.deepEqual([program.example(), ...program.calls(calls)], expected, `${lane.name} in ${program.name}`);
  }
  return programs.length * QUESTIONS;
}

// Each name has one budget, whichever client asks, and the key that the store in Rust would use.
function shareTheKeyOfEveryName({ programs, lane, redis }) {
  redis.ask('FLUSHALL');
  const calls = NAMES.map(([name]) => ['check', lane.names.with(0, name), 1]);
  for (const [turn, program] of programs.entries()) {
    const expected = calls.map(() => lane.expected[turn]);
    assert.deepEqual(program.calls(calls), expected, `${lane.name} in ${program.name}, after ${turn} others`);
  }
  const keys = NAMES.flatMap(([, tag]) => lane.keysOf(tag));
  assert.deepEqual(redis.ask('KEYS', '*').sort(), keys.sort(), lane.name);
  return NAMES.length * programs.length;
}

// What the page says that a client's keys take in Redis, beside what they take.
function takeTheMemoryOfThePage({ programs, lane, redis }) {
  const name = '0123456789abcdef';
  redis.ask('FLUSHALL');
  programs.at(-1).calls(lane.expected.map(() => ['check', lane.names.map(() => name), 1]));
  const sizes = redis.ask('KEYS', '*').map((key) => Number(redis.ask('MEMORY', 'USAGE', key, 'SAMPLES', '0')[0]));
  const [taken, said] = [sizes.reduce((sum, size) => sum + size), lane.memory];
  assert.ok(
    taken <= said && said <= taken + 128 * sizes.length,
    `${lane.name}: ${taken} bytes, and ${said} on the page`,
  );
}

// Wrong arguments are errors, and leave the state as it is.
function refuseWhatIsWrong({ programs, lane, redis }) {
  const { names, expected } = lane;
  const wrong = [
    [['check', names, 0.5], /cost must be a whole number/],
    [['check', names, -1], /cost must be a whole number/],
    [['check_operation', names, 1], /operation must be check, peek, refund or reset/],
    [['check_time', names, 1], /now must be empty or a whole number/],
  ];
  const calls = wrong.map(([call]) => call);
  for (const program of programs) {
    redis.ask('FLUSHALL');
    const before = program.calls(calls);
    assert.deepEqual(redis.ask('KEYS', '*'), [''], `${lane.name} in ${program.name} wrote something`);
    const [first, ...rest] = program.calls([['check', names, 1], ...calls, ['check', names, 1]]);
    assert.deepEqual([first, rest.pop()], expected.slice(0, 2), `${lane.name} in ${program.name}`);
    for (const [at, reply] of [...before, ...rest].entries())
      assert.match(reply, wrong[at % wrong.length][1], `${lane.name} in ${program.name}`);
  }
  return 2 * wrong.length * programs.length;
}

async function inTime(what, act) {
  const began = performance.now();
  const result = await act();
  const took = performance.now() - began;
  assert.ok(took < SOON, `${what} took ${Math.round(took)} ms`);
  return result;
}

// A paused server accepts connections and never replies; one that has ended refuses them.
async function endWithoutReplies({ programs, lane, redis }) {
  const ends = (program, when) =>
    inTime(`${program.name}, ${when}`, () => {
      const { status, stderr } = program.run(program.words, 3 * SOON);
      assert.ok(status > 0 && stderr.trim() !== '', `${program.name}, ${when}: ${status}\n${stderr}`);
    });
  for (const program of programs) {
    redis.ask('FLUSHALL');
    redis.signal('SIGSTOP');
    await ends(program, 'paused');
    redis.signal('SIGCONT');
    if (program.harness === undefined) continue;
    const call = ['check', lane.names, 1];
    const pause = () => redis.signal('SIGSTOP');
    const replies = await inTime(`${program.name}, paused later`, () =>
      program.callsAround([call, 'wait', call], pause),
    );
    redis.signal('SIGCONT');
    assert.equal(replies[0], lane.expected[0], program.name);
    assert.match(replies[1], /^error /, program.name);
    // The late call ran once, if it ran.
    const [next] = program.calls([call]);
    assert.ok(lane.expected.slice(1, 3).includes(next), `${program.name} was charged more than once: ${next}`);
  }
  redis.signal('SIGTERM');
  await redis.ended;
  for (const program of programs) await ends(program, 'gone');
}

function described(page, { lane, deployment, expected }) {
  const { kinds, names, parts } = page.keysOf(lane, deployment.key_prefix);
  const nameOf = (piece, tag) => (piece.kind === 'tag' ? tag : page.EXAMPLES[piece.kind]);
  return {
    name: lane.algorithm,
    names: kinds.map((kind) => page.EXAMPLES[kind]),
    keysOf: (tag) => names.map((name) => name.map((piece) => (piece.kind ? nameOf(piece, tag) : piece)).join('')),
    expected,
    memory: page.needsOf(
      deployment.redis,
      { kinds, parts },
      { clients: 1, decisions: 1 },
      { ...page.MEASURED, table_bytes: 0 },
    ).memory,
  };
}

if (!has('redis-server') || !has('redis-cli')) skip('redis-server');
if (!has('python3')) skip('python3');
if (!has('bash')) skip('bash');
ensurePackages();
const folder = mkdtempSync(join(TARGET, 'redis-clients-'));
const redis = await startRedis(folder);
try {
  const [page, module] = [await pageFunctions(join(folder, 'page')), await core()];
  const lanes = [...lanesOf(module, SEVEN), ...lanesOf(module, SEVERAL)];
  let calls = 0;
  for (const [number, deployed] of lanes.entries()) {
    const place = join(folder, String(number));
    const checked = { programs: prepare(page, deployed, place, redis.port), lane: described(page, deployed), redis };
    const { script, digest } = deployed.deployment.redis;
    const input = await readFile(join(place, `${script}.lua`));
    const loaded = run('redis-cli', ['-p', String(redis.port), '-x', 'SCRIPT', 'LOAD'], { input });
    assert.deepEqual(loaded, [digest], `${script}: what EVALSHA calls it`);
    calls += answersAsTheCore(checked) + shareTheKeyOfEveryName(checked) + refuseWhatIsWrong(checked);
    takeTheMemoryOfThePage(checked);
    const { name, expected } = checked.lane;
    console.log(`ok: ${name} in ${checked.programs.map((program) => program.name).join(', ')}: ${expected.join(', ')}`);
    if (number === lanes.length - 1) await endWithoutReplies(checked);
  }
  console.log(
    `${calls} replies to ${Object.keys(LANGUAGES).length} clients are those of the core, and no client waits for ever.`,
  );
} finally {
  redis.signal('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
