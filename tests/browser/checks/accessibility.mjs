// The page for those who do not see it, or not well: no fault that axe can find, and everything in words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { card, chart, cursor, figure, ready, script } from "../reading.mjs";
import { WEB } from "../serving.mjs";
import { onlyIn } from "../stage.mjs";
import { ask, lanesOf, OPENING } from "../truth.mjs";

const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, "utf8");
const ONCE = "axe looks at the same document, and takes a minute";
const NARROW = { viewport: { width: 360, height: 740 } };

// What axe finds in the page, or in the views alone, in words. Nothing is found where nothing was looked at, so that
// is asserted as well.
async function faults(page, { inViews = false } = {}) {
  const { violations, passes } = await page.evaluate((inViews) => {
    const views = () => document.querySelector("rate-lab-page").shadowRoot.querySelector("view-tabs");
    return axe.run(inViews ? views() : document);
  }, inViews);
  assert.ok(passes.length > (inViews ? 10 : 20), `axe looked at ${passes.length} things only`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("\n")}`);
}

// A few states rather than all: axe looks at everything each time, and takes seconds for it.
function checkWith(options, { hasDialog = false } = {}) {
  return async ({ open }) => {
    const page = await ready(await open("", options));
    await page.evaluate(AXE);
    await openCard(page);
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    await script(page).fill("15 evry");
    await page.getByText(/At character 4/).waitFor();
    assert.deepEqual(await faults(page), [], "with a card, a fault and everything open");
    for (const name of ["Envelope", "Memory"]) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel", { name }).waitFor();
      assert.deepEqual(await faults(page, { inViews: true }), [], name);
    }
    if (!hasDialog) return;
    await page.getByRole("button", { name: "keys" }).click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await faults(page), [], "with a dialog");
  };
}

export default {
  async "has no fault that axe finds, as it opens"({ open }) {
    const page = await ready(await open());
    await page.evaluate(AXE);
    assert.deepEqual(await faults(page), []);
    await page.getByRole("button", { name: "Form" }).click();
    assert.deepEqual(await faults(page), [], "with the form");
    await page.getByRole("button", { name: "Embed" }).click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await faults(page), [], "with what to paste");
  },

  "has no fault that axe finds, with everything open": checkWith({ colorScheme: "light" }, { hasDialog: true }),
  "has no fault that axe finds, in the dark": onlyIn("chromium", ONCE, checkWith({ colorScheme: "dark" })),
  "has no fault that axe finds, on a narrow screen": onlyIn("chromium", ONCE, checkWith(NARROW, { hasDialog: true })),

  async "says the sentences, and has the decisions as a table"({ open }) {
    const page = await ready(await open());
    const { comparison, sentences, counts } = ask(OPENING.text, (run) => ({
      comparison: run.comparison(),
      sentences: lanesOf(run).map((lane) => run.sentence(lane)),
      counts: lanesOf(run).map((lane) => [run.title(lane), ...run.counts(lane)]),
    }));
    const told = await figure(page).ariaSnapshot();
    assert.ok(told.includes(`figure "${comparison}"`), told);
    for (const sentence of sentences) assert.ok(told.includes(sentence), sentence);
    const table = await page.getByRole("table", { name: comparison }).ariaSnapshot();
    for (const [title, ...numbers] of counts) {
      const row = table.split("\n").find((line) => line.includes(`row "${title}`));
      assert.match(row, new RegExp(`"${title}[^"]* ${numbers.join(" ")} `), table);
    }
  },

  async "lists every decision in view as a table"({ open }) {
    const page = await ready(await open());
    await page.getByText("Decisions in view, as a table").click();
    await page.getByRole("combobox", { name: "Limiter", exact: true }).selectOption("Sliding window log");
    const table = page.getByRole("table", { name: /^Sliding window log let/ });
    await table.waitFor();
    const rows = (await table.ariaSnapshot()).split("\n").filter((line) => /- row "\d/.test(line));
    assert.equal(rows.length, 20);
    assert.match(rows[0], /"1 9.5 s allowed 9.5 s"/);
    assert.match(rows[19], /"20 10.1 s denied never"/);
  },

  async "tells where the cursor is, and what is decided there"({ open }) {
    const page = await ready(await open());
    await openCard(page);
    assert.match(await cursor(page).innerText(), /^Fixed window, request 11, 10\.1 s\. \d+ \+ 1 ≤ 10: allowed/);
    const told = await card(page).ariaSnapshot();
    assert.match(told, /article "Request 11 at 10\.1 s, Fixed window"/);
    assert.match(told, /Sliding window log/);
    assert.match(told, /10 \+ 1 > 10: denied/);
  },
};

async function openCard(page) {
  await chart(page).focus();
  await page.keyboard.press("n");
  await cursor(page).filter({ hasText: "request 11" }).waitFor();
  await page.keyboard.press("Enter");
  await card(page).waitFor();
}
