// Tests the page's scripts without a browser: `node web/tests/run.mjs [words]` bundles each `*.test.ts` in this folder
// and runs it with `node --test`; with words, only the files whose names contain one of them. Node 20 cannot run
// TypeScript, so rolldown, which comes with Vite, compiles it first. The engine's channel stays open, so a test ends by
// force.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { raw } from './raw.mjs';

const HERE = import.meta.dirname;
const words = process.argv.slice(2);

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
  await build({ input, output, platform: 'node', external: /^node:/, plugins: [raw()], logLevel: 'warn' });
  return Object.keys(input).map((name) => join(folder, `${name}.mjs`));
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
