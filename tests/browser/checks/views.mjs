// The views besides the lanes: the envelope (the most requests in any interval), and the memory that clients need.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { put, ready } from "../reading.mjs";
import { onlyIn } from "../pages.mjs";
import { ask, lanesOf, OPENING } from "../expected.mjs";

export default {
  async "shows the most requests in any interval, and reads them by keyboard"({ open }) {
    const page = await ready(await open());
    await page.getByRole("tab", { name: "Decisions" }).press("ArrowRight");
    await page.getByRole("tab", { name: "Envelope", selected: true }).waitFor();
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

  async "shows how much memory any number of clients needs"({ open }) {
    const page = await ready(await open());
    await page.getByRole("tab", { name: "Memory" }).click();
    const items = page.getByRole("list", { name: /^Bytes for/ }).getByRole("listitem");
    const titles = ask(OPENING.text, (run) => lanesOf(run).map((lane) => run.title(lane)));
    const log = items.filter({ hasText: "Sliding window log" });
    await log.getByText("368 MB").waitFor();
    assert.equal(await items.count(), titles.length);
    const clients = page.getByRole("spinbutton", { name: "Clients" });
    await put(clients, "10");
    await log.getByText("3.68 kB").waitFor();
    for (const bad of ["0", "-1", "10000001", ""]) {
      await put(clients, bad);
      await page.locator("memory-view").getByText(/a whole number from 1 to 10,000,000\.$/).waitFor();
      assert.ok(await log.getByText("3.68 kB").isVisible(), "the last good picture stays");
    }
    await put(clients, "1000000");
    await log.getByText("368 MB").waitFor();
  },

  "saves a limiter as a test vector, and says so if it cannot": onlyIn("chromium", "Playwright has no downloads there", async ({ open }) => {
    const vector = async (page) => {
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("button", { name: "Vector" }).click();
    };
    const page = await ready(await open());
    const [file] = await Promise.all([page.waitForEvent("download"), vector(page)]);
    const [{ algorithm, steps }] = JSON.parse(await readFile(await file.path(), "utf8"));
    assert.deepEqual([algorithm, steps.length], ["fixed_window", 20]);
    const crowd = await ready(await open("#flash-crowd"));
    await vector(crowd);
    await crowd.getByText("This limiter cannot be a test vector here.").waitFor();
  }),
};
