// Uses the page with the keyboard only.

import assert from 'node:assert/strict';

import {
  card,
  chart,
  cursor,
  eventually,
  OPENING_SENTENCE,
  pictured,
  ready,
  says,
  script,
  shown,
} from '../reading.mjs';
import { ask, lanesOf, OPENING } from '../expected.mjs';

export default {
  async 'lets Tab reach everything, forwards and back, without a trap'({ open }) {
    const page = await ready(await open());
    const wanted = await page.evaluate(collectTargets);
    for (let step = 0; step < wanted + 4; step += 1) {
      await page.keyboard.press('Tab');
      await page.evaluate(() => reach());
    }
    assert.deepEqual(await page.evaluate(() => notReached()), []);
    await chart(page).focus();
    await page.keyboard.press('Shift+Tab');
    assert.equal(await chart(page).evaluate((element) => element.getRootNode().activeElement === element), false);
  },

  async 'moves from request to request and from lane to lane'({ open }) {
    const page = await focused(open);
    const at = (lane, request) =>
      cursor(page)
        .filter({ hasText: `${lane}, request ${request}, ` })
        .waitFor();
    await press(page, 'ArrowRight');
    await at('Fixed window', 1);
    await press(page, 'ArrowRight');
    await at('Fixed window', 2);
    await press(page, 'ArrowDown');
    await at('Sliding window log', 2);
    await press(page, 'ArrowLeft');
    await at('Sliding window log', 1);
    await press(page, 'ArrowUp');
    await at('Fixed window', 1);
  },

  async 'opens and closes the card, which follows the cursor'({ open }) {
    const page = await focused(open);
    await press(page, 'Enter');
    await card(page).filter({ hasText: 'Request 1 at 9.5 s, Fixed window' }).waitFor();
    await press(page, 'ArrowRight');
    await card(page).filter({ hasText: 'Request 2 at' }).waitFor();
    await press(page, 'ArrowDown');
    await card(page).filter({ hasText: 'Sliding window log' }).waitFor();
    await press(page, 'Escape');
    await card(page).waitFor({ state: 'hidden' });
    await press(page, 'ArrowRight');
    await cursor(page).filter({ hasText: 'request 3' }).waitFor();
  },

  async 'opens the card of a disagreement even if Enter is pressed before the cursor has moved'({ open }) {
    const page = await focused(open);
    await press(page, 'n');
    await press(page, 'Enter');
    await card(page).filter({ hasText: 'Request 11 at 10.1 s' }).waitFor();
  },

  async 'jumps to where limiters disagree, and back'({ open }) {
    const page = await focused(open, '#poisson-90');
    const { text } = await shown(page);
    const [first, second] = ask(text, (run) => {
      const next = (from) => run.nextDisagreement(lanesOf(run), from);
      return [next(0), next(next(0) + 1)];
    });
    const at = (request) =>
      cursor(page)
        .filter({ hasText: `request ${request + 1}, ` })
        .waitFor();
    await press(page, 'n');
    await at(first);
    await press(page, 'n');
    await at(second);
    await press(page, 'p');
    await at(first);
    await press(page, 'p');
    await cursor(page).filter({ hasText: 'No previous request is decided differently by two limiters.' }).waitFor();
  },

  async 'pans, zooms and shows everything again'({ open }) {
    const page = await focused(open);
    const all = ask(OPENING.text, (run) => [...run.shown()]);
    const span = async () => Object.values((await pictured(page)).span);
    const becomes = (is) => eventually(async () => is(await span()), true);
    assert.deepEqual(await span(), all);
    await press(page, 'Shift+ArrowRight');
    await becomes(([from]) => from > all[0]);
    await press(page, '0');
    await eventually(span, all);
    await press(page, '+');
    await becomes(([from, to]) => to - from < all[1] - all[0]);
    await press(page, '-');
    await press(page, '-');
    await becomes(([from, to]) => to - from > all[1] - all[0]);
    await press(page, '0');
    await eventually(span, all);
    await press(page, 'Shift+ArrowLeft');
    await eventually(async () => (await span())[0] <= all[0], true);
  },

  async 'lists its keys, and returns the focus to the figure'({ open }) {
    const page = await focused(open);
    await press(page, '?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /next and previous request that two limiters decide differently/);
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.ok(await chart(page).evaluate((element) => element.getRootNode().activeElement === element));
  },

  async 'leaves keys to a field with the focus'({ open }) {
    const page = await ready(await open());
    await script(page).fill('');
    await script(page).pressSequentially('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
    await page.keyboard.press('Control+z');
    assert.notEqual(await script(page).inputValue(), '15 every 100ms');
    await card(page).waitFor({ state: 'hidden' });
  },
};

const press = (page, key) => page.keyboard.press(key);

async function focused(open, hash = '') {
  const page = await ready(await open(hash));
  if (hash === '') await says(page, OPENING_SENTENCE);
  await chart(page).focus();
  return page;
}

// Runs in the page: finds the elements that Tab should reach, and returns how many there are. `reach` records the one
// with the focus now, because a window in the background may fire no focus events. `notReached` lists the rest.
function collectTargets() {
  const seen = new Set();
  const all = [];
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches("a[href], button, input, select, textarea, summary, [tabindex='0']")) all.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const wanted = all.filter(
    (element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  );
  window.reach = () => {
    let { activeElement } = document;
    while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
    seen.add(activeElement);
  };
  window.notReached = () =>
    wanted.filter((element) => !seen.has(element)).map((element) => element.outerHTML.slice(0, 120));
  return wanted.length;
}
