// Checks the page in the browsers that are installed, after `cargo xtask build`:
// `node run.mjs [chromium] [firefox] [webkit] [--only=words]`. Without names, in all of them.
//
// The checks are in `checks/`, by theme: each file exports an object that maps the name of a check to its function.
// The function gets a `Pages` (`pages.mjs`), which opens pages for it.

import { readdir } from 'node:fs/promises';

import { find } from './browsers.mjs';
import { BY_ENGINE } from './engines.mjs';
import { serving, WEB } from './serving.mjs';
import { smoke } from './smoke.mjs';
import { Pages, inTime } from './pages.mjs';

// Not the root: a static host may serve the page from any path.
const PLACE = '/some/where/';
// How many checks run in parallel. A browser is often idle, but a test run starts another program like this beside it.
const AT_ONCE = 2;

const ALL = ['chromium', 'firefox', 'webkit'];
const words = process.argv.slice(2);
const only = words.find((word) => word.startsWith('--only='))?.slice('--only='.length) ?? '';
const named = words.filter((word) => !word.startsWith('--')).map((word) => word.toLowerCase());

async function readChecks() {
  const folder = new URL('./checks/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).sort();
  const themes = await Promise.all(files.map((name) => import(new URL(name, folder))));
  const checks = themes.flatMap((theme, at) =>
    Object.entries(theme.default).map(([name, run]) => ({ theme: files[at], name, run })),
  );
  return checks.filter(({ theme, name }) => `${theme} ${name}`.includes(only));
}

// Chromium makes all checks, other engines those that can differ by engine.
const BY_ENGINE_NAMES = new Set(Object.values(BY_ENGINE).flat());
const isMadeIn = (browser, name) => browser === 'chromium' || only !== '' || BY_ENGINE_NAMES.has(name);

// A check that was renamed would silently be left out.
function assertNamed(checks) {
  const names = new Set(checks.map(({ name }) => name));
  const unknown = [...BY_ENGINE_NAMES].filter((name) => !names.has(name));
  if (only === '' && unknown.length > 0) throw new Error(`engines.mjs names checks that do not exist: ${unknown}`);
}

// Returns how many checks ran and how many failed, or undefined if the browser is not installed.
async function runIn(browser, address, checks) {
  const browsers = find(browser);
  if (browsers === undefined) return undefined;
  const here = checks.filter(({ name, run }) => (run.browser ?? browser) === browser && isMadeIn(browser, name));
  const waiting = here.filter(({ run }) => run.isAlone !== true);
  for (const { name, run } of checks) {
    if ((run.browser ?? browser) !== browser) console.log(`not in ${browser}: it ${name} (${run.why})`);
  }
  const tally = { made: 0, failed: 0, requests: 0 };
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await runOne(browsers, browser, address, next, tally);
  });
  await Promise.all(turns);
  for (const check of here.filter(({ run }) => run.isAlone === true))
    await runOne(browsers, browser, address, check, tally);
  await browsers.close();
  console.log(`${browser}: ${tally.requests} requests, all to the page's own origin.`);
  return tally;
}

async function runOne(browsers, browser, address, { theme, name, run }, tally) {
  const pages = new Pages(browsers, browser, address);
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    await inTime(run(pages));
    tally.requests += pages.assertClean();
    console.log(`ok in ${browser}, ${took()}: it ${name}`);
  } catch (error) {
    tally.failed += 1;
    console.error(`FAILED in ${browser}, ${theme}, ${took()}: it ${name}\n${error.stack}\n${pages.errors.join('\n')}`);
  }
  tally.made += 1;
  await pages.close().catch(() => undefined);
}

// Prints the result, and returns whether it is a success. A missing browser is always printed, but fails the run
// only if the command line names it.
function summarize(browser, tally) {
  if (tally === undefined) {
    console.log(`SKIPPED: ${browser} is not installed.`);
    return !named.includes(browser);
  }
  console.log(`${browser}: ${tally.made - tally.failed} of ${tally.made} checks passed.`);
  if (tally.made === 0) console.error(`FAILED: no check was made in ${browser}.`);
  return tally.made > 0 && tally.failed === 0;
}

await serving({ [PLACE]: `${WEB}/dist` }, async (origin) => {
  const checks = await readChecks();
  assertNamed(checks);
  const outcomes = [];
  for (const browser of named.length > 0 ? named : ALL) {
    const tally = await (browser === 'webkit' ? smoke(origin + PLACE) : runIn(browser, origin + PLACE, checks));
    outcomes.push(summarize(browser, tally));
  }
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
});
