// The page as a first-time visitor uses it.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import {
  card,
  chart,
  cursor,
  figure,
  headline,
  number,
  numbersOf,
  OPENING_SENTENCE,
  put,
  ready,
  says,
  script,
  share,
  shown,
} from '../reading.mjs';
import { onlyIn } from '../pages.mjs';
import { BOUNDS, headlineOf, hashOf, linkOf, OPENING } from '../expected.mjs';

// For everything that the opening picture needs, in bytes after gzip.
const BUDGET = 96 * 1024;
// For all that the page loads by itself, before a tab is opened.
const COMPLETE = 515_000;
// In bytes: the small WebAssembly module is below this, the complete one above.
const SMALL = 200_000;

export default {
  async 'opens with the edge burst, where limiters allow twenty or ten'({ open }) {
    const page = await ready(await open());
    await says(page, OPENING_SENTENCE);
    assert.deepEqual(await numbersOf(page, 'Fixed window'), [20, 0, 0]);
    assert.deepEqual(await numbersOf(page, 'Sliding window log'), [10, 10, 0]);
    assert.deepEqual(await numbersOf(page, 'Leaky bucket, queue'), [1, 10, 9]);
    assert.equal((await shown(page)).hash, hashOf(OPENING.text));
  },

  async 'works from slider to script, disagreement, card and share, and the link gives the same decisions'({ open }) {
    const page = await ready(await open('', { before: forgetClipboard }));
    await slideUp(page);
    await script(page).fill('12@9.5s; 12@10.1s');
    await says(page, 'let 22 through in 0.6 s');
    await chart(page).focus();
    await page.keyboard.press('n');
    await cursor(page)
      .filter({ hasText: /request \d+/ })
      .waitFor();
    await page.keyboard.press('Enter');
    const rule = await card(page).innerText();
    assert.match(rule, /\d+ \+ 1 (>|≤) \d+/);
    const [before, link] = [await shown(page), await share(page)];
    const again = await ready(await open(new URL(link).hash));
    await card(again).waitFor();
    assert.equal(await card(again).innerText(), rule);
    assert.deepEqual(await shown(again), before);
    assert.equal(before.hash, hashOf(before.text));
    assert.equal(await headline(again).innerText(), headlineOf(before.text));
  },

  async 'draws another script at once, and a link restores it'({ open }) {
    const page = await ready(await open());
    await script(page).fill('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
    await page.waitForURL(/traffic=15\+every\+100ms/);
    const again = await open(new URL(page.url()).hash);
    await says(again, 'let 11 of 15 requests through');
    assert.equal(await script(again).inputValue(), '15 every 100ms');
  },

  async 'changes the limit by its number field'({ open }) {
    const page = await ready(await open());
    await put(number(page, 'Requests'), '20');
    await says(page, 'let all 20 requests through');
  },

  async 'undoes and redoes, by buttons and by keys'({ open }) {
    const page = await ready(await open());
    await script(page).fill('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
    await page.getByRole('button', { name: 'Undo' }).click();
    await says(page, OPENING_SENTENCE);
    await page.getByRole('button', { name: 'Redo' }).click();
    await says(page, 'let 11 of 15 requests through');
    await chart(page).focus();
    await page.keyboard.press('Control+z');
    await says(page, OPENING_SENTENCE);
    await page.keyboard.press('Control+Shift+z');
    await says(page, 'let 11 of 15 requests through');
  },

  async 'has every scenario in a menu with what to look at, and loads all of it'({ open }) {
    const page = await ready(await open());
    const scenarios = page.getByRole('navigation', { name: 'Scenarios' });
    await scenarios.getByRole('button', { name: /^All/ }).click();
    const links = scenarios.locator('[popover]').getByRole('link');
    const expected = BOUNDS.scenarios.map(({ title, look_at }) => `${title} ${look_at}`);
    assert.deepEqual(
      (await links.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      expected,
    );
    const { text, title } = BOUNDS.scenarios.find(({ name }) => name === 'boundary-attack');
    await links.getByText(title).click();
    await says(page, headlineOf(text));
    await scenarios.getByRole('link', { name: title, exact: true }).and(page.locator('[aria-current]')).waitFor();
    await page.evaluate(() => history.back());
    await says(page, OPENING_SENTENCE);
  },

  async 'is a figure with a name and the sentences for screen readers'({ open }) {
    const page = await ready(await open());
    const snapshot = await figure(page).ariaSnapshot();
    assert.match(snapshot, /figure "The fixed window let 20 through/);
    assert.match(
      snapshot,
      /The leaky bucket queue let 10 of 20 through, never more than 10 in any 10 s; 9 waited, up to 9 s\./,
    );
  },

  'causes hardly any layout shift while it opens': onlyIn(
    'chromium',
    'only Chromium reports layout shifts',
    async ({ open }) => {
      for (const [width, most] of [
        [360, 0.05],
        [1280, 0.01],
      ]) {
        const page = await ready(await open('', { viewport: { width, height: 900 }, before: watchShifts }));
        const shifted = await page.evaluate(() => window.shifted);
        assert.ok(shifted <= most, `${shifted} at ${width} pixels`);
      }
    },
  ),

  'loads little before the first picture': onlyIn(
    'chromium',
    'measuring once is enough',
    async ({ open, requested, responses }) => {
      await ready(await open());
      const answers = new Map(
        await Promise.all(responses.map(async (response) => [response.url(), await response.body()])),
      );
      // In the order of the requests, because responses may arrive in any order.
      const late = requested.findIndex((url) => url.endsWith('.wasm') && answers.get(url).length > SMALL);
      const needed = requested.slice(0, late).map((url) => ({ url, body: answers.get(url) }));
      assert.ok(
        needed.some(({ url }) => url.endsWith('.wasm')),
        'the small module is weighed, and the large one came after it',
      );
      const weigh = (files) => files.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
      const [weight, complete] = [weigh(needed.map(({ body }) => body)), weigh([...answers.values()])];
      console.log(
        `The opening picture needs ${weight} bytes after gzip, of ${BUDGET}, and the complete page ${complete}, of ` +
          `${COMPLETE}.`,
      );
      assert.ok(
        complete <= COMPLETE,
        `the page loads ${complete} bytes after gzip by itself, and its budget is ${COMPLETE}`,
      );
      assert.ok(weight <= BUDGET, `the opening picture needs ${weight} bytes after gzip, and its budget is ${BUDGET}`);
    },
  ),

  'needs only the small module for the first picture, with and without a link': onlyIn(
    'chromium',
    'Playwright does not see what workers ask for there',
    async ({ browsers, contexts, openIn }) => {
      const changed = 'v=1&limit=20/10s&traffic=15 every 100ms';
      const attack = BOUNDS.scenarios.find(({ name }) => name === 'boundary-attack').text;
      // A built-in scenario shows its result at once; for any other text the small module only counts.
      for (const [link, text, first] of [
        ['', OPENING.text],
        [linkOf(changed), changed, '15 requests, 7 limiters.'],
        ['#boundary-attack', attack],
      ]) {
        const context = await browsers.newContext({ viewport: { width: 1280, height: 900 } });
        contexts.push(context);
        const held = await holdWhole(context);
        const page = await openIn(context, link);
        await page.waitForFunction(isDrawn);
        assert.equal(await headline(page).innerText(), first ?? headlineOf(text));
        assert.deepEqual(held.early, [], `asked for before the small module was there, with ${link}`);
        held.letGo();
        await ready(page);
        assert.equal(await headline(page).innerText(), headlineOf(text));
      }
    },
  ),
};

// Holds back the files of the complete module. `early` lists those requested before the small module was delivered.
async function holdWhole(context) {
  const held = { early: [] };
  const released = new Promise((resolve) => (held.letGo = resolve));
  let isSmallHere = false;
  await context.route(/ratelab_wasm/, async (route) => {
    const response = await route.fetch();
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    const isSmall = name.endsWith('.wasm') && (await response.body()).length <= SMALL;
    if (!isSmall && !isSmallHere) held.early.push(name);
    if (!isSmall) await released;
    isSmallHere ||= isSmall;
    await route.fulfill({ response });
  });
  return held;
}

function isDrawn() {
  return document.querySelector('rate-lab-page')?.shadowRoot?.querySelector('decisions-view')?.picture !== undefined;
}

// As in a browser that does not let a page copy.
function forgetClipboard() {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}

// Runs in the page: adds up the layout shift scores that the browser reports.
function watchShifts() {
  window.shifted = 0;
  const add = (list) => list.getEntries().forEach(({ value }) => (window.shifted += value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
}

// Moves the limit's slider by one step, and waits for the new limit and its picture.
async function slideUp(page) {
  const slider = page.getByRole('slider', { name: 'Requests' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await number(page, 'Requests').and(page.locator(":not([value='10'])")).waitFor();
  const limit = await number(page, 'Requests').inputValue();
  assert.equal(limit, '11');
  await says(page, headlineOf(`v=1&limit=${limit}/10s&traffic=10@9.5s; 10@10.1s`));
}
