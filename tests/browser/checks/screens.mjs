// One screen tells the whole story: nothing of it needs scrolling, for every built-in scenario.

import assert from "node:assert/strict";

import { eventually, headline, openControls, ready, script } from "../reading.mjs";
import { BOUNDS } from "../expected.mjs";

const WIDE = [{ width: 1280, height: 800 }, { width: 1366, height: 650 }];
const NARROW = { width: 360, height: 740 };

const lanes = (page) => page.locator("lane-figure .row:not(.strip):not(.axis) .area").filter({ visible: true });

export default {
  ...Object.fromEntries(WIDE.map((viewport) => [
    `shows every built-in scenario on one screen of ${viewport.width} x ${viewport.height}`,
    async ({ open }) => {
      const page = await ready(await open("", { viewport }));
      for (const { name } of BOUNDS.scenarios) {
        await page.evaluate((name) => (location.hash = name), name);
        await ready(page);
        await page.locator(`scenario-cards a[href="#${name}"][aria-current]`).first().waitFor();
        assert.deepEqual(await outOfSight(page, viewport), [], name);
      }
    },
  ])),

  async "shows the finding, two lanes and the way to the controls on a phone"({ open }) {
    const page = await ready(await open("", { viewport: NARROW, hasTouch: true }));
    const change = page.getByRole("button", { name: /Change$/ });
    const ends = [await bottom(headline(page)), await bottom(lanes(page).nth(2)), await bottom(change)];
    assert.ok(ends.every((end) => end <= NARROW.height), String(ends));
    await openControls(page);
    await script(page).fill("5@0s");
    await page.keyboard.press("Escape");
    await script(page).waitFor({ state: "hidden" });
    await page.getByText("5 arrive").waitFor();
    await change.and(page.locator(":focus")).waitFor();
    await openControls(page);
    await page.getByRole("button", { name: "Close" }).click();
    await script(page).waitFor({ state: "hidden" });
  },

  async "shows limiters that decide alike as one lane, and each by a click"({ open }) {
    const page = await ready(await open());
    assert.equal(await lanes(page).count(), 6);
    await page.getByRole("button", { name: "= meter = GCRA" }).click();
    assert.equal(await lanes(page).count(), 8);
    await page.getByRole("button", { name: "show as one lane" }).click();
    assert.equal(await lanes(page).count(), 6);
  },

  async "keeps axis and player in sight where lanes need more than the screen"({ open }) {
    const page = await ready(await open("", { viewport: NARROW, hasTouch: true }));
    await lanes(page).nth(4).evaluate((element) => element.scrollIntoView({ block: "center" }));
    const [lane, axis, player] = await Promise.all([lanes(page).nth(4), page.locator("lane-figure .axis"), page.locator("live-player")].map((part) => part.boundingBox()));
    assert.ok(axis.y > lane.y && axis.y + axis.height <= player.y + 1, JSON.stringify({ lane, axis, player }));
    assert.ok(player.y + player.height <= NARROW.height);
  },

  async "opens the anatomy of a limiter by its name, where it first denied a request"({ open }) {
    const page = await ready(await open());
    await page.locator("lane-figure").getByRole("button", { name: "Sliding window log" }).click();
    const view = page.locator("anatomy-view");
    await view.getByRole("heading", { name: "Sliding window log" }).waitFor();
    await page.waitForURL(/~2@10\.1s~anatomy$/);
    await eventually(async () => (await view.boundingBox()).y < 800, true);
  },

  async "zooms in, out and back by buttons"({ open }) {
    const page = await ready(await open());
    const ticks = async () => (await page.locator("lane-figure .tick").filter({ visible: true }).allInnerTexts()).join();
    const all = await ticks();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await eventually(async () => (await ticks()) !== all, true);
    const near = await ticks();
    await page.getByRole("button", { name: "Zoom out" }).click();
    await eventually(async () => (await ticks()) !== near, true);
    await page.getByRole("button", { name: "Fit" }).click();
    await eventually(ticks, all);
  },
};

// What of the story is not on the screen.
async function outOfSight(page, { width, height }) {
  const parts = [headline(page), page.locator("lane-figure [part=reason]"), ...(await lanes(page).all()), page.locator("lane-figure .axis"), page.getByRole("button", { name: "Play", exact: true }),
    page.getByRole("button", { name: "Fit" }), ...(await page.getByRole("tab").all()), page.locator(".legend").first()];
  const hidden = [];
  for (const part of parts) {
    const box = await part.boundingBox();
    const isSeen = box !== null && box.y >= 0 && box.x >= 0 && box.y + box.height <= height && box.x + box.width <= width + 1;
    if (!isSeen) hidden.push(`${part} ${JSON.stringify(box)}`);
  }
  return hidden;
}

async function bottom(locator) {
  const { y, height } = await locator.boundingBox();
  return y + height;
}
