// The figure on the pages of others: `node embed.mjs Chromium`, or Firefox, after `cargo xtask build`.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { figure, hosted, script } from "./embedding/hosts.mjs";
import { MANNERS } from "./embedding/manners.mjs";
import { MATRIX } from "./embedding/matrix.mjs";
import { PACKAGE } from "./embedding/package.mjs";
import { SNIPPETS } from "./embedding/snippets.mjs";
import { served } from "./serving.mjs";

const BROWSER = process.argv[2] ?? "Chromium";
const ONLY = process.argv[3];
// In bytes after gzip: everything that the first picture needs, and what a page has of it before that.
const BUDGET = 76_000;
const BEFORE = 3_000;

// What a bundler writes is the same for all browsers.
const BUNDLED = BROWSER === "Chromium" ? (await import("./embedding/bundled.mjs")).BUNDLED : {};

const BUDGETS = {
  async "asks for little before the first picture, and for next to nothing before it is near"({ open, post, other, requested }) {
    const page = await open(post(`${script(other)}<p style="height: 4000px">Far</p>${figure()}`));
    await page.waitForFunction(() => customElements.get("rate-lab"));
    await page.waitForLoadState("networkidle");
    const before = await weigh(requested, other);
    await page.locator("rate-lab").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector("rate-lab").shadowRoot.querySelector(".ready"));
    await page.evaluate(() => document.querySelector("rate-lab").run());
    const bodies = await Promise.all(requested.map((response) => response.body()));
    const late = bodies.findIndex((body, at) => requested[at].url().endsWith(".wasm") && body.length > 200_000);
    const first = await weigh(requested.slice(0, late), other);
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
      const page = await open(address, { prepare: watchTasks });
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

// Pages of its own for each check. What nobody caught is a failure, and so is what a page was not meant to forbid.
async function check(browser, places, name, run) {
  const contexts = [];
  const [complaints, requested] = [[], []];
  const open = async (address, { mayComplain = false, prepare = () => undefined, viewport = { width: 1000, height: 900 }, ...options } = {}) => {
    const context = await browser.newContext({ viewport, ...options });
    contexts.push(context);
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.violations = 0;
      document.addEventListener("securitypolicyviolation", () => (window.violations += 1));
    });
    await page.addInitScript(prepare);
    page.setDefaultTimeout(15_000);
    page.on("console", (message) => message.type() === "error" && !mayComplain && complaints.push(message.text()));
    // Firefox reports what a policy forbids as it does what nobody caught.
    page.on("pageerror", ({ message }) => (mayComplain && /^The (page’s settings blocked|Same Origin Policy)/.test(message)) || complaints.push(message));
    page.on("response", (response) => requested.push(response));
    await page.goto(address);
    return page;
  };
  try {
    await run({ open, requested, browserName: BROWSER, ...places });
    assert.deepEqual(complaints, [], name);
  } finally {
    for (const context of contexts) await context.close();
  }
  console.log(`ok: in ${BROWSER}, a figure: ${name}`);
}

await hosted((places) =>
  served({}, async (browser) => {
    for (const [name, run] of Object.entries({ ...MATRIX, ...MANNERS, ...SNIPPETS, ...PACKAGE, ...BUNDLED, ...BUDGETS })) {
      if (ONLY !== undefined && !name.includes(ONLY)) continue;
      try {
        await check(browser, places, name, run);
      } catch (error) {
        console.error(`FAILED: in ${BROWSER}, a figure: ${name}\n${error.stack}`);
        process.exitCode = 1;
      }
    }
  }, BROWSER),
);
