// Runs the clients that the page offers: `node tests/redis/clients.mjs`, after `cargo xtask build`. Each is filled by
// the page's own function with the numbers that the bindings give, and has to answer as the core does, request by
// request, on a server that this program starts. In a second round they take turns, so they have to name the same keys.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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

const has = (program) => spawnSync(program, ['--version']).status === 0;

function skip(what) {
  console.log(`SKIPPED: ${what.toUpperCase()} IS NOT INSTALLED, SO NO CLIENT OF REDIS WAS RUN.`);
  process.exit(0);
}

// The page's functions, in a form that Node reads.
async function pageFunctions(folder) {
  const { build } = await import(pathToFileURL(createRequire(join(WEB, 'package.json')).resolve('rolldown')));
  const { raw } = await import(pathToFileURL(join(WEB, 'tests/raw.mjs')));
  const names = ['clients', 'deployments', 'keys', 'scripts'];
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
  const server = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]);
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    if (output.includes('Ready to accept connections')) return { port, stop: () => server.kill() };
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

const PYTHON_HARNESS = (names, times) => `
import check
for _ in range(${times}):
    answer = check.check(${names.map((name) => `"${name}"`).join(', ')})
    print("answer", answer["outcome"], answer["remaining"])
`;

const NODE_HARNESS = (names, times) => `
import { check } from "./check.mjs";
for (let time = 0; time < ${times}; time += 1) {
  const { outcome, remaining } = await check(${names.map((name) => `"${name}"`).join(', ')});
  console.log("answer", outcome, remaining);
}
process.exit();
`;

const answersIn = (lines) =>
  lines.filter((line) => line.startsWith('answer ')).map((line) => line.slice('answer '.length));

// Each asks this many times for the client in the example. A request that a file makes when it is loaded counts too.
const PROGRAMS = {
  python(folder, names, times) {
    const environment = { ...process.env, PYTHONPATH: `${PYTHON_PACKAGES}:${folder}`, PYTHONDONTWRITEBYTECODE: '1' };
    const lines = run('python3', ['-c', PYTHON_HARNESS(names, times - 1)], { cwd: folder, env: environment });
    return [asked(lines[0]), ...answersIn(lines)];
  },
  node(folder, names, times) {
    writeFileSync(join(folder, 'harness.mjs'), NODE_HARNESS(names, times - 1));
    const lines = run(process.execPath, ['harness.mjs'], { cwd: folder });
    return [asked(lines[0]), ...answersIn(lines)];
  },
  'redis-cli'(folder, _, times) {
    return Array.from({ length: times }, () => {
      const [outcome, , remaining] = run('sh', ['check.sh'], { cwd: folder });
      return `${outcome} ${remaining}`;
    });
  },
};

// `allowed with 2 left, starts in 0 s`; a denial leaves nothing.
function asked(line) {
  const [, outcome, remaining] = /^(\w+) with (\d+) left/.exec(line) ?? [];
  return outcome === undefined
    ? `denied ${line.startsWith('429 Too Many Requests, Retry-After: ') ? 0 : line}`
    : `${outcome} ${remaining}`;
}

// Writes the script and the clients of a lane, and returns how to run each.
function prepare(page, { lane, deployment }, place, port) {
  const keys = page.keysOf(lane, deployment.key_prefix);
  mkdirSync(place, { recursive: true });
  symlinkSync(join(HERE, 'node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, `${deployment.redis.script}.lua`), page.scriptText(deployment.redis.script));
  const asked = { deployment, keys, host: `127.0.0.1:${port}` };
  for (const client of page.CLIENTS)
    if (client.name in PROGRAMS) writeFileSync(join(place, client.file), page.textOf(page.filled(client, asked)));
  const names = keys.kinds.map((kind) => page.EXAMPLES[kind]);
  return Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, program]) => [name, (times) => program(place, names, times)]),
  );
}

if (!has('redis-server') || !has('redis-cli')) skip('redis-server');
if (!has('python3')) skip('python3');
ensurePackages();
const folder = mkdtempSync(join(TARGET, 'redis-clients-'));
const { port, stop } = await startRedis(folder);
const redisCli = (...words) => run('redis-cli', ['-p', String(port), ...words]);
try {
  const [page, module] = [await pageFunctions(join(folder, 'page')), await core()];
  const lanes = [...lanesOf(module, SEVEN), ...lanesOf(module, SEVERAL)];
  let decisions = 0;
  for (const [number, lane] of lanes.entries()) {
    const name = lane.lane.algorithm;
    const { redis } = lane.deployment;
    const programs = prepare(page, lane, join(folder, String(number)), port);
    const text = join(folder, String(number), `${redis.script}.lua`);
    assert.deepEqual(
      run('redis-cli', ['-p', String(port), '-x', 'SCRIPT', 'LOAD'], { input: await readFile(text) }),
      [redis.digest],
      `${name}: what EVALSHA calls it`,
    );
    for (const [client, ask] of Object.entries(programs)) {
      // The server has never heard of the script.
      for (const command of [['FLUSHALL'], ['SCRIPT', 'FLUSH']]) redisCli(...command);
      assert.deepEqual(ask(QUESTIONS), lane.expected, `${name} in ${client}`);
      decisions += QUESTIONS;
    }
    redisCli('FLUSHALL');
    const turns = Object.values(programs).flatMap((ask) => ask(2));
    assert.deepEqual(turns, lane.expected, `${name}: clients that take turns`);
    decisions += turns.length;
    console.log(`ok: ${name} in ${Object.keys(programs).join(', ')}: ${lane.expected.join(', ')}`);
  }
  console.log(
    `${decisions} decisions of ${Object.keys(PROGRAMS).length} clients on ${redisCli('INFO', 'server')
      .find((line) => line.startsWith('redis_version'))
      .trim()} are those of the core.`,
  );
} finally {
  stop();
  rmSync(folder, { recursive: true, force: true });
}
