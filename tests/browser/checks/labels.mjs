// The labels in the picture, and the explanations of its parts: by pointer, by keyboard and by touch.

import assert from 'node:assert/strict';

import { onlyIn } from '../pages.mjs';
import { card, chart, cursor, eventually, pictured, ready } from '../reading.mjs';

const DENSE = '#limit=100/1s&traffic=poisson+400/s+for+60s';

const lane = (page, name) => page.locator('lane-figure .row').filter({ hasText: name });
const words = (page, name) => lane(page, name).locator('.labels span').allTextContents();

// What the hover card says; "" if it is hidden.
const note = (page) =>
  page.locator('hover-card').evaluate((element) => element.shadowRoot.textContent.replace(/\s+/g, ' ').trim());

async function pointAt(page, name, part, x, y) {
  const box = await lane(page, name).locator(part).boundingBox();
  await page.mouse.move(box.x + x(box), box.y + y(box));
}

const says = (page, pattern) => eventually(async () => pattern.test(await note(page)), true);

export default {
  async 'writes into the lanes what happens there'({ open }) {
    const page = await ready(await open());
    assert.deepEqual(await words(page, 'Fixed window'), [
      '10 of 10',
      '10 of 10, a new budget',
      '20 in 0.6 s',
      '10 of 10 used',
    ]);
    assert.deepEqual(await words(page, 'Sliding window log'), ['10 of 10 in the last 10 s']);
    assert.deepEqual(await words(page, 'Leaky bucket, queue'), [
      '7.4 of 10 slots taken, serving one each second',
      'the last starts at 18.5 s →',
    ]);
    assert.equal(await lane(page, 'Fixed window').locator('.bracket').count(), 1);
    assert.equal(await lane(page, 'Fixed window').locator('.window').count(), 1, 'every other window is shaded');
    await page.goto(`${page.url().split('#')[0]}#v=1&traffic=10@9.5s;+10@10.1s;+7@30s&show=10s..12s`);
    await eventually(() => words(page, 'Requests'), ['← 10 earlier', '7 later →']);
  },

  async 'explains the parts of the picture, by pointer and by keyboard'({ open }) {
    const page = await ready(await open());
    await pointAt(
      page,
      'Fixed window',
      '[part=lane]',
      () => 150,
      () => 2,
    );
    await says(page, /^Above the limit20 requests got through from 9.5 s to 10.1 s. The limit is 10 in 10 s\.$/);
    await pointAt(
      page,
      'Fixed window',
      '[part=lane]',
      ({ width }) => 0.75 * width,
      () => 30,
    );
    await says(page, /^Window from 10 s to 20 s.*10 of 10 are used in this window, which ends at 20 s\.$/);
    await pointAt(
      page,
      'Token bucket',
      '[part=lane]',
      ({ width }) => 0.75 * width,
      ({ height }) => height - 4,
    );
    await says(page, /^Budget.* of 10 tokens are left\.$/);
    await pointAt(
      page,
      'Sliding window log',
      '[part=title]',
      () => 20,
      () => 8,
    );
    await says(page, /^Sliding window log.*remembers when each request was admitted/);
    await pointAt(
      page,
      'Fixed window',
      '[part=number]',
      () => 30,
      () => 10,
    );
    const peak =
      'Peak in any 10 s20 got through, from 9.5 s to 10.1 s. The dotted mark is the whole budget, 10. ' +
      'This is more than its limit. The tick is the worst case, 20.';
    await says(page, new RegExp(`^${peak}$`));
    await pointAt(
      page,
      'Token bucket',
      '.equivalents',
      () => 20,
      () => 6,
    );
    await says(
      page,
      /^Equivalent limitersToken bucket, Leaky bucket, meter and GCRA decide every request the same way/,
    );
    await pointAt(
      page,
      'Fixed window',
      '[part=lane]',
      ({ width }) => (width * 10) / 31,
      () => 40,
    );
    await says(
      page,
      /^Window edgeA window ends at 10 s, and the next begins. The fixed window starts again from zero\.$/,
    );
    await page.keyboard.press('Escape');
    await eventually(() => note(page), '');
    await chart(page).focus();
    for (const stated of [
      /^Fixed window\. Time is divided/,
      /^Budget\./,
      /^Window from/,
      /^Above the limit\./,
      /^Peak in any 10 s\./,
    ]) {
      await page.keyboard.press('i');
      await cursor(page).filter({ hasText: stated }).waitFor();
    }
  },

  async 'counts a dense column, opens the kind that is clicked, and walks through it'({ open }) {
    const page = await ready(await open(DENSE));
    const dense = lane(page, 'Sliding window counter');
    const band = await dense
      .locator('.labels')
      .evaluate((element) => parseFloat(element.style.getPropertyValue('--band')));
    // Where a column is this many pixels above its foot; closing a card may scroll the page.
    const above = async (pixels) => {
      const { x, y, width, height } = await dense.locator('[part=lane]').boundingBox();
      return [x + width / 2, y + height - band - pixels];
    };
    const [low, high] = [7, 22];
    await page.mouse.move(...(await above(high)));
    await says(page, /^From .* to .*\d+ arrived here: \d+ allowed, \d+ denied\.$/);
    const [, all, allowed, denied] = /(\d+) arrived here: (\d+) allowed, (\d+) denied/
      .exec(await note(page))
      .map(Number);
    assert.equal(all, allowed + denied);
    await page.mouse.click(...(await above(high)));
    await card(page)
      .filter({ hasText: `1 of ${denied} denied in this column` })
      .waitFor();
    assert.match(await card(page).innerText(), /429 Too Many Requests/);
    await card(page).getByRole('button', { name: 'The next denied request in this column' }).click();
    await card(page)
      .filter({ hasText: `2 of ${denied} denied in this column` })
      .waitFor();
    await page.getByRole('button', { name: 'Close the card' }).click();
    await page.mouse.click(...(await above(low)));
    await card(page)
      .filter({ hasText: `1 of ${allowed} allowed in this column` })
      .waitFor();
    assert.match(await card(page).innerText(), /200 OK/);
  },

  async 'answers for the row under the pointer, whose name hides nothing'({ open }) {
    const page = await ready(
      await open('#limit=10/10s&traffic=60+every+167ms&servers=3+round_robin+down+2s..6s+open&lanes=fixed_window'),
    );
    const area = lane(page, 'Fixed window').locator('[part=lane]');
    const third = ({ height }) => height - 8;
    await pointAt(page, 'Fixed window', '[part=lane]', ({ width }) => 0.95 * width, third);
    await says(page, /^Server 3: 11 of 20 let through11 allowed, 9 denied so far\.$/);
    const { span } = await pictured(page);
    // The 39th request goes to the third of three servers in turn.
    const came = (38 * 167_000_000) / Number(span.to - span.from);
    await pointAt(page, 'Fixed window', '[part=lane]', ({ width }) => came * width, third);
    await says(page, /^Request 39 at 6.346 s, server 3 10 \+ 1 > 10: denied/);
    await page.mouse.down();
    await page.mouse.up();
    await card(page).filter({ hasText: 'Request 39' }).waitFor();
    await page.getByRole('button', { name: 'Close the card' }).click();
    const legend = () => page.locator('.legend > span:visible').allInnerTexts();
    assert.deepEqual(
      (await legend()).map((text) => text.trim()),
      ['allowed', 'denied', 'delayed', 'window edge'],
    );
    assert.deepEqual(await words(page, 'Fixed window'), ['store down']);
    assert.deepEqual(await lane(page, 'Fixed window').locator('.of-row').allTextContents(), [
      'server 1',
      'server 2',
      'server 3',
    ]);
    for (const width of [1366, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(async () => (await area.boundingBox()).width < width, true);
      const { x } = await area.boundingBox();
      for (const name of await lane(page, 'Fixed window').locator('.of-row').all()) {
        const box = await name.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= x, `${width}: ${JSON.stringify(box)} is left of ${x}`);
      }
    }
    await eventually(async () => (await legend()).at(-1).trim(), 'row per server');
  },

  'explains a window to a finger': onlyIn(
    'chromium',
    "only Chromium's protocol sends touch events",
    async ({ open }) => {
      const page = await ready(await open('', { hasTouch: true, viewport: { width: 360, height: 740 } }));
      const area = lane(page, 'Fixed window').locator('[part=lane]');
      await area.scrollIntoViewIfNeeded();
      const box = await area.boundingBox();
      await page.touchscreen.tap(box.x + 0.8 * box.width, box.y + 25);
      await says(page, /^Window from 10 s to 20 s/);
      assert.equal(await card(page).isVisible(), false);
    },
  ),
};
