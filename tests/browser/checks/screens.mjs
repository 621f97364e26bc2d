// One screen shows everything: nothing needs scrolling, for every built-in scenario.

import assert from 'node:assert/strict';

import { eventually, headline, openControls, ready, script, shown } from '../reading.mjs';
import { BOUNDS } from '../expected.mjs';

const WIDE = [
  { width: 1280, height: 800 },
  { width: 1366, height: 650 },
];
const NARROW = { width: 360, height: 740 };

const lanes = (page) => page.locator('lane-figure .row:not(.strip):not(.axis) .area').filter({ visible: true });

export default {
  ...Object.fromEntries(
    WIDE.map((viewport) => [
      `shows every built-in scenario on one screen of ${viewport.width} x ${viewport.height}`,
      async ({ open }) => {
        const page = await ready(await open('', { viewport }));
        for (const { name, text } of BOUNDS.scenarios) {
          await page.evaluate((name) => (location.hash = name), name);
          // Until it is there, the scenario before it is ready too.
          await eventually(async () => (await shown(page)).text, text);
          await ready(page);
          await page.locator(`scenario-cards a[href="#${name}"][aria-current]`).first().waitFor();
          // Heights follow the words of the lanes, which come after the picture.
          await eventually(() => outOfSight(page, viewport), []);
        }
      },
    ]),
  ),

  async 'shows the finding, two lanes and the way to the controls on a phone'({ open }) {
    const page = await ready(await open('', { viewport: NARROW, hasTouch: true }));
    const change = page.getByRole('button', { name: /Change$/ });
    const ends = [await bottom(headline(page)), await bottom(lanes(page).nth(2)), await bottom(change)];
    assert.ok(
      ends.every((end) => end <= NARROW.height),
      String(ends),
    );
    await openControls(page);
    await script(page).fill('5@0s');
    await page.keyboard.press('Escape');
    await script(page).waitFor({ state: 'hidden' });
    await page.getByText('5 arrive').waitFor();
    await change.and(page.locator(':focus')).waitFor();
    await openControls(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await script(page).waitFor({ state: 'hidden' });
  },

  async 'shows limiters that decide alike as one lane, and each by a click'({ open }) {
    const page = await ready(await open());
    assert.equal(await lanes(page).count(), 6);
    await page.getByRole('button', { name: '= meter = GCRA' }).click();
    await eventually(() => lanes(page).count(), 8);
    await page.getByRole('button', { name: 'show as one lane' }).click();
    await eventually(() => lanes(page).count(), 6);
  },

  async 'keeps axis and player in sight where lanes need more than the screen'({ open }) {
    const page = await ready(await open('', { viewport: NARROW, hasTouch: true }));
    await lanes(page)
      .nth(4)
      .evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [lane, axis, player] = await Promise.all(
      [lanes(page).nth(4), page.locator('lane-figure .axis'), page.locator('live-player')].map((part) =>
        part.boundingBox(),
      ),
    );
    assert.ok(axis.y > lane.y && axis.y + axis.height <= player.y + 1, JSON.stringify({ lane, axis, player }));
    assert.ok(player.y + player.height <= NARROW.height);
  },

  async 'opens the anatomy of a limiter by its name, where it first denied a request'({ open }) {
    const page = await ready(await open());
    await page.locator('lane-figure').getByRole('button', { name: 'Sliding window log' }).click();
    const view = page.locator('anatomy-view');
    await view.getByRole('heading', { name: 'Sliding window log' }).waitFor();
    await page.waitForURL(/~2@10\.1s~anatomy$/);
    await eventually(async () => (await view.boundingBox()).y < 800, true);
  },

  async 'zooms in, out and back by buttons'({ open }) {
    const page = await ready(await open());
    const ticks = async () =>
      (await page.locator('lane-figure .tick').filter({ visible: true }).allInnerTexts()).join();
    const all = await ticks();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(async () => (await ticks()) !== all, true);
    const near = await ticks();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await eventually(async () => (await ticks()) !== near, true);
    await page.getByRole('button', { name: 'Fit' }).click();
    await eventually(ticks, all);
  },
};

// The parts that are not on the screen.
async function outOfSight(page, { width, height }) {
  const parts = [
    headline(page),
    page.locator('lane-figure [part=reason]'),
    lanes(page),
    page.locator('lane-figure .axis'),
    page.getByRole('button', { name: 'Play', exact: true }),
    page.getByRole('button', { name: 'Fit' }),
    page.getByRole('tab'),
    page.locator('.legend').first(),
  ];
  // All boxes of a part at once: asking for each takes long in Firefox.
  const boxes = await Promise.all(
    parts.map((part) =>
      part.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON())),
    ),
  );
  const isSeen = ({ x, y, right, bottom: foot }) => y >= 0 && x >= 0 && foot <= height && right <= width + 1;
  return parts.flatMap((part, at) =>
    boxes[at].length === 0
      ? [`no ${part}`]
      : boxes[at].filter((box) => !isSeen(box)).map((box) => `${part} ${JSON.stringify(box)}`),
  );
}

async function bottom(locator) {
  const { y, height } = await locator.boundingBox();
  return y + height;
}
