// The list of limiters, and requests whose clients try again.

import assert from 'node:assert/strict';

import { card, chart, cursor, ready } from '../reading.mjs';

export default {
  async 'adds a limiter by a double click, and removes none'({ open }) {
    const page = await ready(await open());
    const titles = page.locator('lane-list .title');
    const before = await titles.allInnerTexts();
    await page.getByRole('combobox', { name: 'A limiter to add' }).selectOption('gcra');
    await page.locator('lane-list').getByRole('button', { name: 'Add' }).dblclick();
    await titles.nth(before.length).waitFor();
    assert.deepEqual((await titles.allInnerTexts()).slice(0, before.length + 1), [...before, 'GCRA']);
  },

  async 'keeps one limiter by one click'({ open }) {
    const page = await ready(await open());
    const row = page.locator('lane-list li').filter({ hasText: 'Token bucket' });
    await row.hover();
    await row.getByRole('button', { name: 'Keep only Token bucket' }).click();
    await page.waitForURL(/lanes=token_bucket/);
    assert.deepEqual(await page.locator('lane-list .title').allInnerTexts(), ['Token bucket']);
  },

  async 'numbers requests as the traffic does, and attempts at each, where clients retry'({ open }) {
    const page = await ready(await open('#retry-storm'));
    const { x, y, width, height } = await page.locator('lane-figure .row:not(.strip) .area').nth(1).boundingBox();
    await page.mouse.click(x + width * 0.8, y + height / 2);
    const title = await card(page).getByRole('heading').or(card(page).locator('#name')).first().innerText();
    const [, request] = /Request ([\d,]+)/.exec(title) ?? [];
    assert.ok(Number(request.replaceAll(',', '')) <= 603, title);
  },

  async 'says why requests cannot be compared where clients retry'({ open }) {
    const page = await ready(await open('#retry-storm'));
    assert.equal(await page.getByRole('button', { name: 'next disagreement' }).isVisible(), false);
    await chart(page).focus();
    await page.keyboard.press('n');
    await cursor(page).filter({ hasText: 'each limiter sees different requests' }).waitFor();
  },
};
