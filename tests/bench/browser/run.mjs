// Measures in headless Chromium: `node run.mjs <package> <logs> <site>`, where the packages are the folders of the
// generated complete module and of the one for logs, and the site is the output of `cargo xtask build`. Prints the rows
// as JSON.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { served } from '../../browser/serving.mjs';
import * as site from './page.mjs';

const BENCH = resolve(fileURLToPath(import.meta.url), '../..');

async function engineRows(browser, origin) {
  const page = await browser.newPage();
  await page.goto(`${origin}/bench/browser/page.html`);
  const measured = await page.evaluate(async () => {
    const engine = await import('/package/ratelab_wasm.js');
    const { memory } = await engine.default();
    const { rows } = await import('/bench/browser/measure.mjs');
    return rows(engine, memory);
  });
  await page.close();
  return measured;
}

async function logRows(browser, origin) {
  const page = await browser.newPage();
  await page.goto(`${origin}/bench/browser/page.html`);
  const measured = await page.evaluate(async () => {
    const engine = await import('/logs/ratelab_wasm.js');
    await engine.default();
    const { rows } = await import('/bench/browser/logs.mjs');
    return rows(engine);
  });
  await page.close();
  return measured;
}

const [packageFolder, logsFolder, siteFolder] = process.argv.slice(2);
await served(
  { '/bench/': BENCH, '/package/': packageFolder, '/logs/': logsFolder, '/site/': siteFolder },
  async (browser, origin) => {
    const parts = [engineRows, logRows, site.rows];
    const rows = [];
    for (const part of parts) rows.push(...(await part(browser, origin)));
    console.log(JSON.stringify(rows));
  },
);
