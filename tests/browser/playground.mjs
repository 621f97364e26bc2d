// The page as a new user has it, in Chromium: `node playground.mjs` after `cargo xtask build`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

import { contrast, separation } from "./colours.mjs";
import { WEB, served } from "./serving.mjs";

// Everything that the opening picture needs, in bytes after gzip.
const BUDGET = 110_000;
// Not the root: a static host may put the page anywhere.
const PLACE = "/some/where/";
const OPENING = "Fixed window let 20 through in 0.6 s, twice its limit.";

const headline = (page) => page.getByRole("figure").first().getByRole("heading", { level: 2 });
const script = (page) => page.getByRole("textbox", { name: "Traffic script" });
const arrivals = (page) => page.locator("lane-figure .paintable");
const says = (page, text) => headline(page).filter({ hasText: text }).waitFor({ timeout: 8_000 });

const CHECKS = {
  async "opens with the edge burst, twenty against ten"({ page }) {
    await says(page, OPENING);
    const table = page.getByRole("table", { name: OPENING }).first();
    await table.waitFor();
    const numbers = async (name) => (await table.getByRole("row", { name }).getByRole("cell").allInnerTexts()).slice(0, 3);
    assert.deepEqual(await numbers("Fixed window"), ["20", "0", "0"]);
    assert.deepEqual(await numbers("Sliding window log"), ["10", "10", "0"]);
    assert.deepEqual(await numbers("Leaky bucket, queue"), ["1", "10", "9"]);
  },

  async "is a figure with a name and the sentences, for those who do not see it"({ page }) {
    await says(page, OPENING);
    const figure = await page.getByRole("figure").first().ariaSnapshot();
    assert.match(figure, /figure "Fixed window let 20 through/);
    assert.match(figure, /Leaky bucket, queue let 10 of 20 through, never more than 10 in any 10 s, 9 of them later/);
  },

  async "draws another script at once, and a link brings it back"({ page, open }) {
    await says(page, OPENING);
    await script(page).fill("15 every 100ms");
    await says(page, "let 11 through in 1 s");
    await page.waitForURL(/traffic=15\+every\+100ms/);
    const again = await open(new URL(page.url()).hash);
    await says(again, "let 11 through in 1 s");
    assert.equal(await script(again).inputValue(), "15 every 100ms");
  },

  async "says what is wrong with a script, and keeps the picture"({ page }) {
    await says(page, OPENING);
    await script(page).fill("15 evry 100ms");
    await page.getByText(/expected "@", "every" or "\/"/).first().waitFor();
    assert.match(await headline(page).innerText(), /Fixed window let 20 through/);
  },

  async "moves with a slider"({ page }) {
    await says(page, OPENING);
    await page.getByRole("spinbutton", { name: "Requests" }).fill("20");
    await says(page, "let all 20 through");
  },

  async "undoes and redoes"({ page }) {
    await says(page, OPENING);
    await script(page).fill("15 every 100ms");
    await says(page, "let 11 through in 1 s");
    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, OPENING);
    await page.getByRole("button", { name: "Redo" }).click();
    await says(page, "let 11 through in 1 s");
  },

  async "shows the most in any interval, and reads it by keys"({ page, open }) {
    await page.getByRole("tab", { name: "Decisions" }).press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: "Envelope" }).getAttribute("aria-selected"), "true");
    const length = page.getByRole("slider", { name: "Length of the interval" });
    const read = () => length.getAttribute("aria-valuetext");
    await length.focus();
    assert.match(await read(), /^10 s\. Fixed window: 20; Sliding window log and .*: 10; Sliding window counter: 11$/);
    await length.press("Home");
    assert.match(await read(), /^10 ms\. Fixed window and .*: 10; Leaky bucket, queue: 1$/);
    await page.getByText("In any 10 ms", { exact: true }).waitFor();
    await page.locator("envelope-view").getByText("The same as a table").click();
    const cells = page.getByRole("row", { name: "Sliding window log" }).getByRole("cell");
    assert.deepEqual(await cells.allInnerTexts(), ["10 of 10", "10 of 10", "10 of 10", "10 of 10", "10 of 10", "10 of 20", "10 of 100"]);
    await page.waitForURL(/~envelope$/);
    const again = await open(new URL(page.url()).hash);
    await again.getByRole("tab", { name: "Envelope", selected: true }).waitFor();
  },

  async "tells what any number of clients cost in memory"({ page }) {
    await page.getByRole("tab", { name: "Memory" }).click();
    const log = page.getByRole("list", { name: /^Bytes for/ }).getByRole("listitem").filter({ hasText: "Sliding window log" });
    await log.getByText("368 MB").waitFor();
    const clients = page.getByRole("spinbutton", { name: "Clients" });
    await clients.fill("10");
    await log.getByText("3.68 kB").waitFor();
    await clients.fill("0");
    await page.getByText("Clients must be a whole number from 1 to 10,000,000.").waitFor();
  },

  async "saves a limiter as a test vector, and says where it cannot be one"({ page, open }) {
    const vector = async (of) => {
      await of.getByRole("tab", { name: "Envelope" }).waitFor();
      await of.getByRole("button", { name: "Export" }).click();
      await of.getByRole("button", { name: "Vector" }).click();
    };
    const [file] = await Promise.all([page.waitForEvent("download"), vector(page)]);
    const [{ algorithm, steps }] = JSON.parse(await readFile(await file.path(), "utf8"));
    assert.deepEqual([algorithm, steps.length], ["fixed_window", 20]);
    const crowd = await open("#flash-crowd");
    await vector(crowd);
    await crowd.getByText("This limiter cannot be a test vector here.").waitFor();
  },

  async "paints on the lane of arrivals, one step to undo for each gesture"({ page }) {
    await says(page, OPENING);
    const { x, y, width, height } = await arrivals(page).boundingBox();
    const [middle, edge] = [y + height / 2, x + width * 0.105];
    // A mark of the second burst goes back across the edge, into a window that is full.
    await page.mouse.move(edge, middle);
    await page.mouse.down();
    await page.mouse.move(edge - 20, middle, { steps: 5 });
    await says(page, "let 19 through");
    await page.mouse.up();
    await page.mouse.click(x + width / 2, middle);
    await page.getByText("21 arrive").waitFor();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.click();
    await says(page, "let 19 through");
    await undo.click();
    await says(page, OPENING);
    assert.equal(await script(page).inputValue(), "10@9.5s; 10@10.1s");
    assert.ok(await undo.isDisabled());
  },

  async "adds, moves and removes a request by keys"({ page }) {
    await says(page, OPENING);
    await arrivals(page).waitFor();
    const chart = page.getByRole("application");
    await chart.press("ArrowRight");
    await page.getByText("Fixed window, request 1, 9.5 s.").waitFor();
    await chart.press("a");
    await page.getByText("Added 1 request at 9.5 s. Fixed window").waitFor();
    await chart.press(".");
    await page.getByText("Moved to 9.52 s. Fixed window").waitFor();
    await chart.press("Delete");
    await page.getByText("20 arrive").waitFor();
    assert.equal(await script(page).inputValue(), "10@9.5s; 10@10.1s");
  },

  async "tells the rule of what is pointed at, and leads to where limiters disagree"({ page }) {
    await says(page, OPENING);
    await arrivals(page).waitFor();
    const { x, y, width, height } = await page.locator("lane-figure .strip .area").boundingBox();
    const there = [x + width * 0.105, y + height / 2];
    await page.mouse.move(...there);
    await page.locator("hover-card").getByText("0 + 1 ≤ 10: allowed").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("hover-card").getByText("allowed").waitFor({ state: "detached" });
    await page.mouse.click(...there);
    await page.locator("decision-card").getByText("10 + 1 > 10: denied").first().waitFor();
  },

  async "plays only when asked, and sends what becomes an ordinary scenario"({ page }) {
    await says(page, OPENING);
    const head = page.getByRole("slider", { name: "Playhead" });
    await head.waitFor();
    assert.equal(await head.getAttribute("aria-valuetext"), "everything is shown");
    await page.getByRole("button", { name: "Step" }).click();
    await page.getByText("Request 1 at 9.5 s. Fixed window: allowed; Sliding window log: allowed").waitFor();
    await page.getByRole("button", { name: "Send one" }).click();
    await page.getByText("Request 11 at 9.5 s. Fixed window: denied").waitFor();
    assert.equal(await script(page).inputValue(), "11@9.5s; 10@10.1s");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Show all" }).click();
    assert.equal(await head.getAttribute("aria-valuetext"), "everything is shown");
  },

  async "has colours that are seen and told apart, in light and in dark"({ page }) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const read = (name) => page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), `--${name}`);
      const [allow, deny, delay, paper, lane] = await Promise.all(["allow", "deny", "delay", "paper", "lane"].map(read));
      for (const colour of [allow, deny, delay]) {
        assert.ok(Math.min(contrast(colour, paper), contrast(colour, lane)) >= 3, `${colour} in ${colorScheme} is weak`);
      }
      for (const [one, other] of [[allow, deny], [allow, delay], [deny, delay]]) {
        assert.ok(separation(one, other) >= 0.15 && contrast(one, other) >= 1.5, `${one} and ${other} are too near`);
      }
    }
  },

  async "works whatever stands in the link"({ open }) {
    for (const hash of ["#%zz", "#limit=0/s", "#v=9&x", "#<img src=x onerror=alert(1)>", "#no-such-scenario"]) {
      const page = await open(hash);
      await says(page, OPENING);
      assert.equal(await page.locator("img").count(), 0, hash);
    }
  },

  async "fits a narrow screen"({ open }) {
    const page = await open("", { width: 360, height: 740 });
    await says(page, OPENING);
    assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= 360);
  },

  async "asks for little before the first picture, and for nothing from elsewhere"({ page, requested, origin }) {
    await says(page, OPENING);
    // The tabs are there when everything is.
    await page.getByRole("tab", { name: "Envelope" }).waitFor();
    const answers = await Promise.all(requested.map(body));
    assert.ok(answers.every(({ url }) => new URL(url).origin === origin), "a request left the page's origin");
    const late = answers.findIndex(({ url, body }) => url.endsWith(".wasm") && body.length > 200_000);
    assert.ok(late > 0, "the large module came at some time");
    // The small module is needed whenever its answer is told of: on a busy machine that is at times after the large one's.
    const needed = answers.filter(({ url, body }, at) => at < late || (url.endsWith(".wasm") && body.length <= 200_000));
    assert.ok(needed.some(({ url }) => url.endsWith(".wasm")), "the small module is weighed");
    const weight = needed.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0);
    console.log(`The opening picture needs ${weight} bytes after gzip, of ${BUDGET}.`);
    assert.ok(weight <= BUDGET, `the opening picture needs ${weight} bytes after gzip, and its budget is ${BUDGET}`);
  },
};

// A page of its own for each check. What a browser complains of is a failure.
async function check(browser, address, name, run) {
  const context = await browser.newContext();
  const complaints = [];
  const requested = [];
  const open = async (hash, viewport = { width: 1280, height: 900 }) => {
    const page = await context.newPage();
    await page.setViewportSize(viewport);
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("response", (response) => requested.push(response));
    await page.goto(address + hash);
    return page;
  };
  await run({ page: await open(""), open, requested, origin: new URL(address).origin });
  assert.deepEqual(complaints, [], name);
  await context.close();
  console.log(`ok: it ${name}`);
}

async function body(response) {
  return { url: response.url(), body: await response.body() };
}

await served({ [PLACE]: `${WEB}/dist` }, async (browser, origin) => {
  for (const [name, run] of Object.entries(CHECKS)) {
    try {
      await check(browser, origin + PLACE, name, run);
    } catch (error) {
      console.error(`FAILED: it ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
});
