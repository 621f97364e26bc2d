// Working with traffic in the figure: painting on the lane of arrivals, pointing at requests, playing.

import assert from "node:assert/strict";

import { cursor, eventually, OPENING_SENTENCE, ready, says, script, share, shown } from "../reading.mjs";
import { hashOf } from "../expected.mjs";

// Where the second burst is in the opening view, which shows 9 s to 12.1 s.
const SECOND = (10.1 - 9) / (12.1 - 9);

const arrivals = (page) => page.locator("lane-figure .paintable");

export default {
  async "paints on the lane of arrivals, with one undo step for each gesture"({ open }) {
    const page = await paintable(open);
    const { x, y, width, height } = await arrivals(page).boundingBox();
    const [middle, edge] = [y + height / 2, x + width * SECOND];
    // Drags a request of the second burst back across the window edge, into a window that is full.
    await page.mouse.move(edge, middle);
    await page.mouse.down();
    await page.mouse.move(edge - 40, middle, { steps: 5 });
    await says(page, "let 19 through");
    await page.mouse.up();
    await page.mouse.click(x + width * 0.7, middle);
    await page.getByText("21 arrive").waitFor();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.click();
    await says(page, "let 19 through");
    await undo.click();
    await says(page, OPENING_SENTENCE);
    assert.equal(await script(page).inputValue(), "10@9.5s; 10@10.1s");
    assert.ok(await undo.isDisabled());
  },

  async "paints a burst that a link restores"({ open }) {
    const page = await paintable(open, { before: () => Object.defineProperty(navigator, "clipboard", { value: undefined }) });
    const { x, y, width, height } = await arrivals(page).boundingBox();
    const [middle, from] = [y + height / 2, x + width * 0.7];
    await page.mouse.move(from, middle);
    await page.mouse.down();
    await page.mouse.move(from + 60, middle, { steps: 12 });
    await page.mouse.up();
    await eventually(async () => (await script(page).inputValue()).startsWith("10@9.5s; 10@10.1s;"), true);
    await eventually(async () => (await shown(page)).hash === hashOf((await shown(page)).text), true);
    const before = await shown(page);
    const again = await ready(await open(new URL(await share(page)).hash));
    assert.equal((await shown(again)).hash, before.hash);
    assert.equal(await script(again).inputValue(), await script(page).inputValue());
  },

  async "adds, moves and removes a request by keys"({ open }) {
    const page = await paintable(open);
    const chart = page.getByRole("application");
    const cursorSays = (text) => cursor(page).filter({ hasText: text }).waitFor();
    await chart.press("ArrowRight");
    await cursorSays("Fixed window, request 1, 9.5 s.");
    await chart.press("a");
    await cursorSays("Added 1 request at 9.5 s. Fixed window");
    await chart.press(".");
    await cursorSays("Moved to 9.51 s. Fixed window");
    await chart.press("Delete");
    await page.getByText("20 arrive").waitFor();
    assert.equal(await script(page).inputValue(), "10@9.5s; 10@10.1s");
  },

  async "shows the rule for the request under the pointer, and opens the card of a disagreement"({ open }) {
    const page = await paintable(open);
    const { x, y, width, height } = await page.locator("lane-figure .strip .area").boundingBox();
    const there = [x + width * SECOND, y + height / 2];
    await page.mouse.move(...there);
    await page.locator("hover-card").getByText("0 + 1 ≤ 10: allowed").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("hover-card").getByText("allowed").waitFor({ state: "detached" });
    await page.mouse.click(...there);
    await page.locator("decision-card").getByText("10 + 1 > 10: denied").first().waitFor();
  },

  async "plays only when asked, and writes sent requests into the script"({ open }) {
    const page = await paintable(open);
    const head = page.getByRole("slider", { name: "Playhead" });
    await head.waitFor();
    assert.equal(await head.getAttribute("aria-valuetext"), "everything is shown");
    await page.getByRole("button", { name: "Step" }).click();
    await page.getByText("Request 1 at 9.5 s. Fixed window: allowed; Sliding window log: allowed").waitFor();
    await page.getByRole("button", { name: "Send one" }).click();
    await page.getByText("Request 11 at 9.5 s. Fixed window: denied").waitFor();
    assert.equal(await script(page).inputValue(), "11@9.5s; 10@10.1s");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Leave playback" }).click();
    assert.equal(await head.getAttribute("aria-valuetext"), "everything is shown");
  },
};

async function paintable(open, options = {}) {
  const page = await ready(await open("", options));
  await says(page, OPENING_SENTENCE);
  await arrivals(page).waitFor();
  return page;
}
