// The page with a mouse and with touch: taps, sideways pans and pinches work, and the page still scrolls.

import assert from 'node:assert/strict';

import { card, eventually, OPENING_SENTENCE, pictured, ready, says, shown } from '../reading.mjs';
import { onlyIn } from '../pages.mjs';

const PHONE = { hasTouch: true, viewport: { width: 360, height: 740 } };
const BY_PROTOCOL = "only Chromium's protocol sends touch events";

export default {
  async 'explains the request that is clicked'({ open }) {
    const page = await ready(await open());
    const { x, y } = await markOf(page, 1, 10);
    await page.mouse.click(x, y);
    await explainsADenial(page);
  },

  'explains the request that is tapped': onlyIn('chromium', BY_PROTOCOL, async ({ open }) => {
    const page = await phone(open);
    const { x, y } = await markOf(page, 1, 10);
    await page.touchscreen.tap(x, y);
    await explainsADenial(page);
  }),

  'lets a vertical swipe scroll the page': onlyIn('chromium', BY_PROTOCOL, async ({ open }) => {
    const page = await phone(open);
    const { x, y } = await markOf(page, 2, 0);
    const before = await view(page);
    const fingers = await fingersOn(page);
    await fingers.move([[x, y]], [[x, y - 260]]);
    await eventually(async () => (await page.evaluate(() => scrollY)) > 100, true);
    assert.deepEqual(await view(page), before);
    assert.equal(await card(page).isVisible(), false);
  }),

  'pans with a horizontal swipe': onlyIn('chromium', BY_PROTOCOL, async ({ open }) => {
    const page = await phone(open);
    const { x, y } = await markOf(page, 2, 10);
    const [from, to] = await view(page);
    const scrolled = await page.evaluate(() => scrollY);
    const fingers = await fingersOn(page);
    await fingers.move([[x, y]], [[x - 120, y]]);
    await eventually(async () => (await view(page))[0] > from, true);
    const [newFrom, newTo] = await view(page);
    assert.equal(newTo - newFrom, to - from);
    assert.equal(await page.evaluate(() => scrollY), scrolled);
  }),

  'moves a burst after a long press': onlyIn('chromium', BY_PROTOCOL, async ({ open }) => {
    const page = await phone(open);
    const { x, y } = await markOf(page, -1, 10);
    const fingers = await fingersOn(page);
    await fingers.down([[x, y]]);
    await page.locator('lane-figure .ghost-label').filter({ hasText: 'drag to move all 10' }).waitFor();
    await fingers.go([[x, y]], [[x + 60, y]]);
    await eventually(async () => /^v=1&traffic=10@9.5s; 10@10.[67]\d*s$/.test((await shown(page)).text), true);
  }),

  'zooms in when two fingers move apart': onlyIn('chromium', BY_PROTOCOL, async ({ open }) => {
    const page = await phone(open);
    const { x, y } = await markOf(page, 2, 10);
    const [from, to] = await view(page);
    const fingers = await fingersOn(page);
    await fingers.move(
      [
        [x - 30, y],
        [x + 10, y],
      ],
      [
        [x - 110, y],
        [x + 10, y],
      ],
    );
    await eventually(async () => {
      const [newFrom, newTo] = await view(page);
      return 2n * (newTo - newFrom) < to - from;
    }, true);
    assert.equal(await page.evaluate(() => visualViewport.scale), 1);
  }),
};

async function explainsADenial(page) {
  await card(page).filter({ hasText: 'at 10.1 s, Sliding window log' }).waitFor();
  assert.match(await card(page).innerText(), /10 \+ 1 > 10: denied/);
}

async function phone(open) {
  const page = await ready(await open('', PHONE));
  await says(page, OPENING_SENTENCE);
  return page;
}

const view = async (page) => Object.values((await pictured(page)).span);

// Scrolls to a lane, or to that of arrivals with -1, and returns where the lowest mark of a request is on the screen.
async function markOf(page, lane, request) {
  const area = page.locator('.row:not(.strip) [part=lane]').nth(lane + 1);
  await area.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { span, width, lanes } = await pictured(page);
  const came = lanes[Math.max(lane, 0)].marks[4 * request + 1];
  const box = await area.boundingBox();
  const x = box.x + (Math.floor((came / Number(span.to - span.from)) * width) + 0.5) * (box.width / width);
  return { x, y: box.y + box.height - 24 - 8 };
}

async function fingersOn(page) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return {
    down: (from) => send('touchStart', from),
    async move(from, to) {
      await this.down(from);
      await this.go(from, to);
    },
    async go(from, to, steps = 12) {
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        await send(
          'touchMove',
          from.map(([x, y], at) => [x + share * (to[at][0] - x), y + share * (to[at][1] - y)]),
        );
      }
      await send('touchEnd', []);
    },
  };
}
