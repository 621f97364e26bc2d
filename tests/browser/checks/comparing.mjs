// Before and after: a result is pinned, something is changed, and both are shown.

import assert from 'node:assert/strict';

import { ask, BOUNDS, linkOf, OPENING } from '../expected.mjs';
import { onlyIn } from '../pages.mjs';
import { chart, eventually, notice, number, put, ready, says, share, OPENING_SENTENCE } from '../reading.mjs';

const TWENTY = 'v=1&limit=20/10s&traffic=10@9.5s; 10@10.1s';
const SCREEN = { width: 1280, height: 800 };

const bar = (page) => page.getByRole('group', { name: 'Before and after' });
const status = (page) => bar(page).getByRole('status');
const button = (page, name) => page.getByRole('button', { name, exact: true });
const log = (page) => page.locator('lane-figure .row').filter({ visible: true, hasText: 'Sliding window log' });
const caption = async (page) => (await log(page).locator('.caption').innerText()).replaceAll('\u00a0', ' ');

export default {
  async 'shows both results in lanes, table, sentence and link'({ open, openIn, contexts }) {
    const page = await ready(await open('', { viewport: SCREEN, before: forgetClipboard }));
    await button(page, 'Pin this result').click();
    await status(page).filter({ hasText: 'Pinned: 10 in 10 s, bursts of 10.' }).waitFor();
    await put(number(page, 'Requests'), '20');
    const sentence = contrastOf(TWENTY, OPENING.text).sentence;
    await eventually(() => stated(page), sentence);
    await thePictureHasBoth(page);
    const tabs = await page.getByRole('tab').first().boundingBox();
    assert.ok(tabs.y + tabs.height <= SCREEN.height, 'one screen still shows everything');

    const link = new URL(await share(page)).hash;
    assert.equal(link, `${linkOf(TWENTY)}~was~${linkOf(OPENING.text).slice(1)}`);
    const again = await ready(await openIn(contexts[0], link));
    await eventually(() => stated(again), sentence);
    await thePictureHasBoth(again);
    const withGhosts = await drawn(again);

    await button(again, 'Swap').click();
    await says(again, OPENING_SENTENCE);
    await eventually(() => stated(again), contrastOf(OPENING.text, TWENTY).sentence);
    await chart(again).press('x');
    await eventually(() => stated(again), sentence);
    await button(again, 'Undo').click();
    await says(again, OPENING_SENTENCE);
    await button(again, 'Redo').click();
    await eventually(() => stated(again), sentence);
    await eventually(() => drawn(again), withGhosts);
    await button(again, 'Unpin').click();
    await bar(again).waitFor({ state: 'detached' });
    await eventually(() => new URL(again.url()).hash, linkOf(TWENTY));
    assert.notEqual(await drawn(again), withGhosts, 'ghosts go with the pin');
    assert.equal(await caption(again), '20 allowed, 0 denied');
  },

  'says how many attempts a request became before and after another backoff': onlyIn(
    'chromium',
    'the core says it, and both results are shown in every browser',
    async ({ open }) => {
      const page = await ready(await open('#retry-storm'));
      const { text } = BOUNDS.scenarios.find(({ name }) => name === 'retry-storm');
      await chart(page).press('c');
      await status(page).filter({ hasText: 'Pinned: 20 in 1 s' }).waitFor();
      const retry = page.getByRole('textbox', { name: 'Retry policy as text' });
      await retry.fill('backoff 1s max 8s attempts 6');
      await retry.dispatchEvent('change');
      await eventually(async () => /with [\d.]+ attempts per request instead of [\d.]+/.test(await stated(page)), true);
      const now = await page.evaluate(
        () => document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure').result.text,
      );
      assert.equal(await stated(page), contrastOf(now, text).sentence);
    },
  ),

  async 'opens the scenario of a link whose pin is damaged, and says what is wrong'({ open }) {
    for (const [was, why] of [
      ['v=1&trafic=1@1s', 'Instead of "trafic"'],
      ['%zz', 'cannot be'],
    ]) {
      const page = await ready(await open(`${linkOf(TWENTY)}~was~${was}`));
      await notice(page).filter({ hasText: why }).waitFor();
      await says(page, 'All 7 limiters let all 20 requests through.');
      await eventually(() => bar(page).count(), 0);
    }
  },
};

async function thePictureHasBoth(page) {
  assert.equal(await caption(page), '20 allowed, was 10; 0 denied');
  await eventually(() => log(page).locator('.beside-words').innerText(), 'was 10; worst case: 20');
  assert.ok(await log(page).locator('.bar .was').isVisible());
  const cells = page.locator('run-summary').getByRole('row', { name: 'Sliding window log' }).getByRole('cell');
  assert.deepEqual(
    (await cells.allInnerTexts()).slice(0, 3).map((text) => text.replace(/\s+/g, ' ')),
    ['20 was 10', '0 was 10', '0'],
  );
}

// The picture of the log's lane.
function drawn(page) {
  return log(page)
    .locator('canvas')
    .evaluate((canvas) => canvas.toDataURL());
}

// The bar's text about the changes, without the legend.
async function stated(page) {
  return (await status(page).innerText()).replace(' Faint marks and notches show the pinned result.', '');
}

// The core's results, without a browser.
function contrastOf(now, before) {
  const outline = ask(before, (run) => run.outline());
  return ask(now, (run) => run.contrast(before, outline));
}

// As in a browser that does not let a page copy.
function forgetClipboard() {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}
