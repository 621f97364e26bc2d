// Working with traffic in the figure: painting on the lane of arrivals, pointing at requests, playing.

import assert from 'node:assert/strict';

import {
  chart,
  cursor,
  eventually,
  OPENING_SENTENCE,
  pictured,
  ready,
  says,
  script,
  share,
  shown,
} from '../reading.mjs';
import { hashOf } from '../expected.mjs';

// Where the second burst is in the opening view, which shows 9 s to 12.1 s.
const SECOND = (10.1 - 9) / (12.1 - 9);

const arrivals = (page) => page.locator('lane-figure .paintable');

export default {
  async 'paints on the lane of arrivals, with one undo step for each gesture'({ open }) {
    const page = await paintable(open);
    const { x, y, width, height } = await arrivals(page).boundingBox();
    const [middle, edge] = [y + height / 2, x + width * SECOND];
    // Drags a request of the second burst back across the window edge, into a window that is full.
    await page.mouse.move(edge, middle);
    await page.mouse.down();
    await page.mouse.move(edge - 40, middle, { steps: 5 });
    await says(page, 'let 19 through');
    await page.mouse.up();
    await page.mouse.click(x + width * 0.7, middle);
    await page.getByText('21 arrive').waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await says(page, 'let 19 through');
    await undo.click();
    await says(page, OPENING_SENTENCE);
    assert.equal(await script(page).inputValue(), '10@9.5s; 10@10.1s');
    assert.ok(await undo.isDisabled());
  },

  async 'takes a burst whole with Shift, and paints nothing beside a mark'({ open }) {
    const page = await paintable(open);
    const { x, y, width, height } = await arrivals(page).boundingBox();
    const [middle, burst] = [y + height / 2, x + width * SECOND];
    const undo = page.getByRole('button', { name: 'Undo' });
    const drag = async (from, by) => {
      await page.mouse.move(from, middle);
      await page.mouse.down();
      await page.mouse.move(from + by, middle, { steps: 6 });
    };
    const undoes = async () => {
      await page.mouse.up();
      await undo.click();
      await eventually(() => script(page).inputValue(), '10@9.5s; 10@10.1s');
      assert.ok(await undo.isDisabled(), 'one gesture is one step');
    };
    // A miss takes the mark beside it, and says how to take all of them.
    await drag(burst + 9, 110);
    await page.locator('lane-figure .ghost-label').filter({ hasText: 'Shift moves all 10' }).waitFor();
    await eventually(async () => /^10@9.5s; 9@10.1s; 1@10.[67]\d*s$/.test(await script(page).inputValue()), true);
    await undoes();
    await page.keyboard.down('Shift');
    await drag(burst + 9, -38);
    await eventually(async () => /^10@9.5s; 10@9.[89]\d*s$/.test(await script(page).inputValue()), true);
    await page.keyboard.up('Shift');
    await undoes();
    // A click that is not quite still adds one, and so does a short way that is no deliberate drag.
    await drag(x + width * 0.7, 9);
    await page.mouse.up();
    await page.getByText('21 arrive').waitFor();
    await undoes();
    await page.keyboard.down('Shift');
    await page.keyboard.down('Alt');
    await page.mouse.click(burst, middle);
    await page.keyboard.up('Alt');
    await page.keyboard.up('Shift');
    await eventually(() => script(page).inputValue(), '10@9.5s');
    await undoes();
  },

  async 'paints a burst that a link restores'({ open }) {
    const page = await paintable(open, {
      before: () => Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    });
    const { x, y, width, height } = await arrivals(page).boundingBox();
    const [middle, from] = [y + height / 2, x + width * 0.7];
    await page.mouse.move(from, middle);
    await page.mouse.down();
    await page.mouse.move(from + 60, middle, { steps: 12 });
    await page.mouse.up();
    await eventually(async () => (await script(page).inputValue()).startsWith('10@9.5s; 10@10.1s;'), true);
    await eventually(async () => (await shown(page)).hash === hashOf((await shown(page)).text), true);
    const before = await shown(page);
    const again = await ready(await open(new URL(await share(page)).hash));
    assert.equal((await shown(again)).hash, before.hash);
    assert.equal(await script(again).inputValue(), await script(page).inputValue());
  },

  async 'adds, moves and removes a request by keys'({ open }) {
    const page = await paintable(open);
    const cursorSays = (text) => cursor(page).filter({ hasText: text }).waitFor();
    await chart(page).press('ArrowRight');
    await cursorSays('Fixed window, request 1, 9.5 s.');
    await chart(page).press('a');
    await cursorSays('Added 1 request at 9.5 s. Fixed window');
    await chart(page).press('.');
    await cursorSays('Moved to 9.51 s. Fixed window');
    await chart(page).press('Delete');
    await page.getByText('20 arrive').waitFor();
    assert.equal(await script(page).inputValue(), '10@9.5s; 10@10.1s');
    await cursorSays('Removed the request at 9.51 s.');
    await chart(page).press('ArrowLeft');
    await cursorSays('request 10, 9.5 s.');
    await chart(page).press('>');
    await cursorSays('Moved the burst to 9.51 s.');
    assert.equal(await script(page).inputValue(), '10@9.51s; 10@10.1s');
    await chart(page).press('Shift+Delete');
    await cursorSays('Removed all requests at 9.51 s.');
    assert.equal(await script(page).inputValue(), '10@10.1s');
  },

  async 'says which limiter decided what at a disagreement, and opens its card'({ open }) {
    const page = await paintable(open);
    const { x, y, width, height } = await page.locator('lane-figure .strip .area').boundingBox();
    const there = [x + width * SECOND, y + height / 2];
    await page.mouse.move(...there);
    await page
      .locator('hover-card')
      .getByText(
        'Let through by: Fixed window and Sliding window counter. Denied by: Sliding window log, Token bucket and ' +
          'Leaky bucket, queue.',
      )
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('hover-card').getByText('Denied by').waitFor({ state: 'detached' });
    await page.mouse.click(...there);
    await page.locator('decision-card').getByText('10 + 1 > 10: denied').first().waitFor();
  },

  async 'counts what has come so far while it plays, in every lane'({ open }) {
    const page = await paintable(open);
    const words = () => page.locator('lane-figure .row:not([hidden]) .caption').allTextContents();
    const final = await words();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('5×');
    // Records every caption of the lane of requests.
    await page.evaluate(() => {
      const figure = document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure');
      const caption = figure.shadowRoot.querySelector('.chart > *').shadowRoot.querySelector('.caption');
      window.noted = [];
      new MutationObserver(() => window.noted.push(caption.textContent)).observe(caption, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('Paused at 12.1 s. Fixed window: 20 allowed, 0 denied so far;').waitFor({ state: 'attached' });
    const noted = await page.evaluate(() => window.noted);
    assert.equal(noted[0], '0 arrived so far');
    // A busy machine may skip the ten between.
    assert.deepEqual(
      noted,
      ['0 arrived so far', '10 arrived so far', '20 arrived so far'].filter((word) => noted.includes(word)),
    );
    assert.deepEqual(await words(), ['20 arrived so far', ...final.slice(1).map((word) => `${word} so far`)]);
    // At an instant its requests have come, and just before it they have not.
    const grip = page.locator('lane-figure .grip-label');
    const slide = (step) => page.getByRole('slider', { name: 'Playhead' }).fill(String(step));
    const broke = page.getByText('20 in 0.6 s', { exact: true });
    await broke.waitFor();
    await slide(161);
    await broke.waitFor({ state: 'hidden' });
    await eventually(async () => (await words())[2], '0 allowed, 0 denied so far');
    assert.equal(await grip.textContent(), '9.49 s');
    await page.getByRole('button', { name: 'Step' }).click();
    await eventually(async () => (await words())[2], '10 allowed, 0 denied so far');
    await slide(361);
    await eventually(async () => (await words())[3], '10 allowed, 10 denied so far');
    await page.getByRole('button', { name: 'Leave playback' }).click();
    await eventually(words, final);
  },

  async 'plays only when asked, and sends requests into view, the script and undo'({ open }) {
    const page = await paintable(open);
    const head = page.getByRole('slider', { name: 'Playhead' });
    await head.waitFor();
    assert.equal(await head.getAttribute('aria-valuetext'), 'the whole view');
    const undo = page.getByRole('button', { name: 'Undo' });
    const rings = () => page.locator('lane-figure .ring:visible').count();
    const isInView = async (time) => {
      const { span } = await pictured(page);
      return span.from <= time && time < span.to;
    };
    const undoes = async () => {
      await undo.click();
      await eventually(() => script(page).inputValue(), '10@9.5s; 10@10.1s');
      await eventually(rings, 0);
    };
    await page.getByRole('button', { name: 'Step' }).click();
    await page.getByText('Request 1 at 9.5 s. Fixed window: allowed; Sliding window log: allowed').waitFor();
    await page.getByRole('button', { name: 'Send one' }).click();
    await page.getByText('Request 11 at 9.5 s. Fixed window: denied').waitFor();
    assert.equal(await script(page).inputValue(), '11@9.5s; 10@10.1s');
    await undoes();
    // Without a playhead, after the last request in view.
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Leave playback' }).click();
    assert.equal(await head.getAttribute('aria-valuetext'), 'the whole view');
    await chart(page).press('s');
    await page.getByText('Request 21 at 10.2 s. Fixed window: denied').waitFor();
    assert.equal(await rings(), 6, 'in the lane of requests and in the five of limiters');
    assert.ok(await isInView(10_200_000_000n));
    await undoes();
    // At the end of the view, the view moves on.
    await head.fill('1000');
    await page.getByRole('button', { name: 'Send one' }).click();
    await page
      .getByText(
        'Request 21 at 12.1 s. Fixed window: denied; Sliding window log: denied; Sliding window counter: allowed',
      )
      .waitFor();
    await eventually(rings, 6);
    assert.ok(await isInView(12_100_000_000n));
    assert.equal(await page.locator('lane-figure .answer:visible').count(), 5);
    await undoes();
  },
};

async function paintable(open, options = {}) {
  const page = await ready(await open('', options));
  await says(page, OPENING_SENTENCE);
  await arrivals(page).waitFor();
  return page;
}
