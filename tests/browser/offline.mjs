// Checks the site without a network and after a new build, in Chromium: `node offline.mjs` after `cargo xtask build`.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { WEB, served } from './serving.mjs';

const DIST = `${WEB}/dist`;
// Not the root: a static host may serve the page from any path.
const PLACE = '/some/where/';
const OPENING = 'The fixed window let 20 through in 0.6 s, twice its limit of 10.';

const says = (page, text) =>
  page
    .getByRole('figure')
    .first()
    .getByRole('heading', { level: 2 })
    .filter({ hasText: text })
    .waitFor({ timeout: 8_000 });
// Waits until the service worker has cached every file and controls the page.
const isKept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
const builds = (page) => page.evaluate(() => caches.keys());

const CHECKS = {
  async 'opens and computes without a network after one visit'({ context, address, server }) {
    const page = await context.newPage();
    await page.goto(address);
    await says(page, OPENING);
    await isKept(page);
    await closed(server);
    await context.setOffline(true);
    for (const again of [
      () => page.reload(),
      () => page.goto(`${address}index.html`),
      () => page.goto(`${address}?from=elsewhere`),
    ]) {
      await again();
      await says(page, OPENING);
    }
    // Only the large module can simulate clients that retry.
    await page.goto(`${address}#retry-storm`);
    await page.reload();
    await says(page, 'retries turned 603 requests into 2,378 attempts');
    await page.getByRole('link', { name: 'What do retries do?' }).first().and(page.locator('[aria-current]')).waitFor();
    await page.getByRole('textbox', { name: 'Traffic script' }).fill('15 every 100ms');
    await page.waitForURL(/traffic=15\+every\+100ms/);
    await page.goto(`${address}log.html#limit=100/m`);
    await page.getByRole('button', { name: 'Try it with a sample day' }).click();
    await page.getByRole('heading', { name: /^100 per minute .*would limit / }).waitFor();
    // The live pictures are loaded from the files for other pages, which are not kept. The still ones are.
    await page.goto(`${address}claims.html`);
    await page.getByRole('heading', { name: 'Common claims, fact-checked' }).waitFor();
    const still = page.getByRole('img', { name: /^The fixed window let 20 through in 0.6 s/ });
    await still.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, await still.elementHandle());
  },

  async 'shows a new build at the next visit, and keeps open pages of the old one working'({
    context,
    address,
    folders,
    second,
  }) {
    const page = await context.newPage();
    await page.goto(address);
    await isKept(page);
    const [first] = await builds(page);
    folders[PLACE] = second;
    // This visit is still served from the first build, and makes the browser find the second.
    await page.reload();
    const old = await page.evaluateHandle(() => navigator.serviceWorker.controller);
    await says(page, OPENING);
    assert.equal(await isSecond(page), false);
    await page.waitForFunction((old) => navigator.serviceWorker.controller !== old, old);
    await isKept(page);
    const next = await context.newPage();
    await next.goto(address);
    await says(next, OPENING);
    assert.equal(await isSecond(next), true);
    // The server no longer has the first build, but an open page of it still gets its files from the cache.
    const lost = readdirSync(`${DIST}/assets`).filter((name) => !readdirSync(`${second}/assets`).includes(name));
    assert.ok(lost.length > 0);
    for (const name of lost)
      assert.ok(await page.evaluate(async (name) => (await fetch(`./assets/${name}`)).ok, name), name);
    // The first build is removed from the cache when no page of it is open.
    assert.ok((await builds(next)).includes(first));
    await page.close();
    await next.close();
    const last = await context.newPage();
    await last.goto(address);
    await says(last, OPENING);
    await last.waitForFunction(async () => (await caches.keys()).length === 1);
    assert.notEqual((await builds(last))[0], first);
  },

  async 'does not cache a build that is mixed with another'({ context, address, folders, second }) {
    // As in the middle of a deployment: assets of both builds, the page of the first, the service worker of the second.
    folders[PLACE] = `${second}-mixed`;
    cpSync(DIST, folders[PLACE], { recursive: true });
    cpSync(`${second}/assets`, `${folders[PLACE]}/assets`, { recursive: true });
    cpSync(`${second}/service-worker.js`, `${folders[PLACE]}/service-worker.js`);
    const page = await context.newPage();
    await page.addInitScript(watchInstallation);
    await page.goto(address);
    await says(page, OPENING);
    const state = await page.waitForFunction(() => globalThis.state);
    assert.equal(await state.jsonValue(), 'redundant');
    await page.reload();
    await says(page, OPENING);
  },

  async 'registers no service worker for a page in a frame'({ context, address, folders, second }) {
    // On a host without the headers that forbid frames.
    folders[PLACE] = second;
    folders['/'] = `${WEB}/../tests/bench/browser`;
    const page = await context.newPage();
    await page.goto(new URL('/page.html', address).href);
    await page.evaluate(
      (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
      address,
    );
    const frame = page.frameLocator('iframe');
    await says(frame, OPENING);
    await frame.locator('key-help:defined').waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  },
};

// Runs in the page before its scripts: the first state after that of the service worker that it registers.
function watchInstallation() {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (...given) {
    const registration = await register.apply(this, given);
    const { installing } = registration;
    installing.onstatechange = () => (globalThis.state ??= installing.state);
    return registration;
  };
}

const isSecond = (page) => page.evaluate(() => document.documentElement.dataset.build === 'second');

async function closed(server) {
  const done = new Promise((closed) => server.close(closed));
  server.closeAllConnections();
  await done;
}

// Builds the same sources with one more line, which marks the page as the second build.
async function buildSecond(folder) {
  const { build } = await import(pathToFileURL(`${WEB}/node_modules/vite/dist/node/index.js`));
  const mark = {
    name: 'second',
    transform: (code, id) =>
      id.endsWith('/src/page/main.ts') ? `${code}\ndocument.documentElement.dataset.build = "second";` : undefined,
  };
  await build({ root: WEB, logLevel: 'error', build: { outDir: folder }, plugins: [mark] });
}

async function check(name, run, second) {
  const folders = { [PLACE]: DIST };
  await served(folders, async (browser, origin, server) => {
    const context = await browser.newContext();
    const elsewhere = [];
    context.on('request', (request) => new URL(request.url()).origin !== origin && elsewhere.push(request.url()));
    await run({ context, address: origin + PLACE, folders, server, second });
    assert.deepEqual(elsewhere, [], "a request left the page's origin");
  });
  console.log(`ok: it ${name}`);
}

const second = mkdtempSync(join(tmpdir(), 'ratelab-'));
try {
  await buildSecond(second);
  for (const [name, run] of Object.entries(CHECKS)) {
    try {
      await check(name, run, second);
    } catch (error) {
      console.error(`FAILED: it ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
} finally {
  for (const folder of [second, `${second}-mixed`]) rmSync(folder, { recursive: true, force: true });
}
