// Tests the page's scripts without a browser: `node web/tests/run.mjs [words]` bundles each `*.test.ts` in this folder
// and runs it with `node --test`; with words, only the files whose names contain one of them. `--without-modules`
// leaves out the tests that load a WebAssembly module from `web/generated`. Node 20 cannot run TypeScript, so rolldown,
// which comes with Vite, compiles it first. The engine's channel stays open, so `--test-force-exit` ends each test.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { raw } from './raw.mjs';

const HERE = import.meta.dirname;
const MODULE = /\/generated\//;
const WITHOUT_MODULES = '--without-modules';
const words = process.argv.slice(2).filter((word) => word !== WITHOUT_MODULES);
const withModules = words.length === process.argv.length - 2;

function findTests() {
  const names = readdirSync(HERE, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  return words.length === 0 ? names : names.filter((name) => words.some((word) => name.includes(word)));
}

async function bundle(names, folder) {
  const input = Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, ''), join(HERE, name)]));
  const output = {
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: 'inline',
  };
  const external = withModules ? /^node:/ : [/^node:/, MODULE];
  const { output: chunks } = await build({
    input,
    output,
    platform: 'node',
    external,
    plugins: [raw()],
    logLevel: 'warn',
  });
  const entries = chunks.filter((chunk) => chunk.isEntry && (withModules || !loadsModule(chunk, chunks)));
  return entries.map((chunk) => join(folder, chunk.fileName));
}

/** Whether a chunk, or one that it imports, imports a WebAssembly module. */
function loadsModule(chunk, chunks, seen = new Set()) {
  if (seen.has(chunk)) return false;
  seen.add(chunk);
  const imports = [...chunk.imports, ...chunk.dynamicImports];
  const isFound = (name) => chunks.find((other) => other.fileName === name);
  return imports.some((name) => MODULE.test(name) || (isFound(name) && loadsModule(isFound(name), chunks, seen)));
}

const names = findTests();
if (names.length === 0) throw new Error(`No file in ${basename(HERE)} is called ${words.join(' or ') || '*'}.test.ts.`);
const folder = mkdtempSync(join(tmpdir(), 'ratelab-'));
try {
  const files = await bundle(names, folder);
  const { status } = spawnSync(
    process.execPath,
    ['--enable-source-maps', '--test', '--test-force-exit', '--test-reporter=spec', ...files],
    { stdio: 'inherit', cwd: join(HERE, '..') },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
