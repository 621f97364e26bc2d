// Checks the page as a single file, from disk and from a host: `node single-file.mjs Chromium`, or Firefox, after
// `cargo xtask build`.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { WEB, served } from './serving.mjs';

const BROWSER = process.argv[2] ?? 'Chromium';
const NAME = 'ratelab.html';
const OPENING = 'The fixed window let 20 through in 0.6 s, twice its limit of 10.';

const headline = (page) => page.getByRole('figure').first().getByRole('heading', { level: 2 });
const says = (page, text) => headline(page).filter({ hasText: text }).waitFor({ timeout: 15_000 });

async function isUsed(page) {
  await says(page, OPENING);
  await page.getByRole('textbox', { name: 'Traffic script' }).fill('15 every 100ms');
  await says(page, 'let 11 of 15 requests through');
  await page.waitForURL(/traffic=15\+every\+100ms/);
  await page.reload();
  await says(page, 'let 11 of 15 requests through');
}

// Runs in the page: counts the messages from its workers.
function listenToWorkers() {
  window.heard = 0;
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', () => (window.heard += 1));
    }
  };
}

const CHECKS = {
  async 'opens from disk, and computes in a worker'({ open, onDisk }) {
    const page = await open(onDisk, listenToWorkers);
    await isUsed(page);
    assert.ok((await page.evaluate(() => window.heard)) > 0, 'a worker has answered');
  },

  async 'computes on the main thread where workers are refused'({ open, onDisk }) {
    const page = await open(onDisk, () => delete window.Worker);
    await isUsed(page);
  },

  async 'explains the request that a link names'({ open, onDisk }) {
    const page = await open(`${onDisk}#edge-burst~2.11`);
    await page.getByText('10 + 1 > 10: denied').first().waitFor();
  },

  async 'works on a host, and registers no service worker there'({ open, onHost, requested }) {
    const page = await open(onHost);
    await isUsed(page);
    // Firefox does not report files that it reads from disk. This shows that it does report requests over HTTP.
    assert.ok(requested.includes(onHost));
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  },
};

// Runs a check in a new context. Any browser error, and any request for another file, is a failure.
async function check(browser, places, name, run) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [complaints, requested] = [[], []];
  const open = async (address, first) => {
    const page = await context.newPage();
    if (first) await page.addInitScript(first);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requested.push(request.url().split('#')[0]));
    await page.goto(address);
    return page;
  };
  await run({ open, requested, ...places });
  assert.deepEqual(complaints, [], name);
  const others = requested.filter((url) => !Object.values(places).includes(url) && !/^(blob|data):/.test(url));
  assert.deepEqual(others, [], 'something was asked for');
  await context.close();
  console.log(`ok: in ${BROWSER}, it ${name}`);
}

// The file is alone in a folder, so that it finds no other file to load.
const folder = mkdtempSync(join(tmpdir(), 'ratelab-'));
try {
  cpSync(`${WEB}/dist/${NAME}`, join(folder, NAME));
  await served(
    { '/': folder },
    async (browser, origin) => {
      const places = { onDisk: pathToFileURL(join(folder, NAME)).href, onHost: `${origin}/${NAME}` };
      for (const [name, run] of Object.entries(CHECKS)) {
        try {
          await check(browser, places, name, run);
        } catch (error) {
          console.error(`FAILED: in ${BROWSER}, it ${name}\n${error.stack}`);
          process.exitCode = 1;
        }
      }
    },
    BROWSER,
  );
} finally {
  rmSync(folder, { recursive: true });
}
