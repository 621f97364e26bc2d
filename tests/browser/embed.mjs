// The figure on the pages of others: `node embed.mjs Chromium`, or Firefox, after `cargo xtask build`.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { BUNDLED } from "./embedding/bundled.mjs";
import { figure, hosted, script } from "./embedding/hosts.mjs";
import { MANNERS } from "./embedding/manners.mjs";
import { MATRIX } from "./embedding/matrix.mjs";
import { PACKAGE } from "./embedding/package.mjs";
import { SNIPPETS } from "./embedding/snippets.mjs";
import { makeChecks } from "./stage.mjs";

// In bytes after gzip: everything that the first picture needs, and what a page has of it before that.
const BUDGET = 76_000;
const BEFORE = 3_000;

const BUDGETS = {
  async "asks for little before the first picture, and for next to nothing before it is near"({ open, post, other, responses }) {
    const page = await open(post(`${script(other)}<p style="height: 4000px">Far</p>${figure()}`));
    await page.waitForFunction(() => customElements.get("rate-lab"));
    await page.waitForLoadState("networkidle");
    const before = await weigh(responses, other);
    await page.locator("rate-lab").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector("rate-lab").shadowRoot.querySelector(".ready"));
    await page.evaluate(() => document.querySelector("rate-lab").run());
    const bodies = await Promise.all(responses.map((response) => response.body()));
    const late = bodies.findIndex((body, at) => responses[at].url().endsWith(".wasm") && body.length > 200_000);
    const first = await weigh(responses.slice(0, late), other);
    console.log(`A figure costs a page ${before} bytes after gzip until it is near, of ${BEFORE}, and ${first} with its first picture, of ${BUDGET}.`);
    assert.ok(before <= BEFORE, `${before} bytes before it is near`);
    assert.ok(first <= BUDGET, `${first} bytes for the first picture`);
    assert.ok(late > 0, "the large module came at some time, and told where to stop");
  },

  async "holds the page up for nothing before it is near"({ open, post, other }) {
    const address = post(`${script(other)}<p style="height: 4000px">Far</p>${figure().repeat(20)}`);
    // A task that is the figure's doing is there every time; one that a busy machine held up is not.
    const tries = [];
    while (tries.length < 5 && tries.at(-1) !== 0) {
      const page = await open(address, { before: watchTasks });
      await page.waitForFunction(() => customElements.get("rate-lab"));
      await page.waitForLoadState("networkidle");
      tries.push(await page.evaluate(() => window.longTasks));
    }
    assert.equal(tries.at(-1), 0, `tasks over 50 ms, each time: ${tries}`);
  },
};

// In the page. Only Chromium tells of long tasks.
function watchTasks() {
  window.longTasks = 0;
  if (!PerformanceObserver.supportedEntryTypes.includes("longtask")) return;
  new PerformanceObserver((list) => (window.longTasks += list.getEntries().length)).observe({ type: "longtask", buffered: true });
}

async function weigh(responses, place) {
  const bodies = await Promise.all(responses.filter((response) => response.url().startsWith(place)).map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

// In every page.
function countViolations() {
  window.violations = 0;
  document.addEventListener("securitypolicyviolation", () => (window.violations += 1));
}

await hosted(async ({ host, ...places }) => {
  const checks = { ...MATRIX, ...MANNERS, ...SNIPPETS, ...PACKAGE, ...BUNDLED, ...BUDGETS };
  const origins = [places.other, places.closed].map((place) => new URL(place).origin);
  await makeChecks("a figure", checks, host, { viewport: { width: 1000, height: 900 }, script: countViolations, origins, ...places });
});
