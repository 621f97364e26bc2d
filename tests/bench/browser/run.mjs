// Measures in headless Chromium: `node run.mjs <package>`, where the package is the generated one with
// everything in it. Prints the figures as JSON.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { served } from "../../browser/serving.mjs";

const BENCH = resolve(fileURLToPath(import.meta.url), "../..");

async function measured(page) {
  return page.evaluate(async () => {
    const engine = await import("/package/ratelab_wasm.js");
    const { memory } = await engine.default();
    const { rows } = await import("/bench/browser/measure.mjs");
    return rows(engine, memory);
  });
}

await served({ "/bench/": BENCH, "/package/": process.argv[2] }, async (browser, origin) => {
  const page = await browser.newPage();
  await page.goto(`${origin}/bench/browser/page.html`);
  console.log(JSON.stringify(await measured(page)));
});
