// How the page recovers: from a worker that dies, from a slider that moves without pause, from links that are invalid.

import assert from 'node:assert/strict';

import {
  card,
  eventually,
  headline,
  LONG_WHILE,
  notice,
  number,
  numbersOf,
  OPENING_SENTENCE,
  put,
  ready,
  says,
  script,
  shown,
} from '../reading.mjs';
import {
  headlineOf,
  countsOf,
  CROWD,
  crowded,
  hashOf,
  linkOf,
  LONG,
  longTruthOf,
  OPENING,
  SHORT,
} from '../expected.mjs';

export default {
  async 'survives a worker that dies in mid-run, and keeps the scenario'({ open }) {
    const page = await ready(await open(linkOf(crowded(CROWD, SHORT)), { before: keepWorkers }));
    await script(page).fill(LONG);
    await page.getByRole('progressbar').waitFor();
    assert.equal(await page.evaluate(() => killWorker()), 1);
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: LONG_WHILE });
    const { headline: expected, hash } = await longTruthOf(crowded(CROWD, LONG));
    await says(page, expected, LONG_WHILE);
    assert.equal(await script(page).inputValue(), LONG);
    await eventually(async () => (await shown(page)).hash, hash, LONG_WHILE);
    await script(page).fill('15 every 100ms');
    await says(page, headlineOf(crowded(CROWD, '15 every 100ms')));
  },

  async 'survives the death of every worker, and ends on the main thread'({ open }) {
    const page = await ready(await open('', { before: keepWorkers }));
    for (const [limit, sentence] of [
      ['11', 'let 20'],
      ['12', 'let 20'],
      ['20', 'let all 20 requests through'],
    ]) {
      await page.evaluate(() => killWorker());
      await put(number(page, 'Requests'), limit);
      await says(page, sentence);
      await eventually(async () => (await shown(page)).hash, hashOf(`v=1&limit=${limit}/10s&traffic=${SHORT}`));
    }
  },

  async 'works where workers are refused'({ open }) {
    const page = await ready(await open('', { before: refuseWorkers }));
    await says(page, OPENING_SENTENCE);
    await script(page).fill('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
  },

  async 'ends with the right picture after 200 moves of a slider'({ open }) {
    const page = await ready(await open());
    await page.getByRole('slider', { name: 'Requests' }).evaluate(slideOften, 200);
    const text = `v=1&limit=1/10s&traffic=${SHORT}`;
    await eventually(async () => (await shown(page)).text, text);
    await eventually(async () => (await shown(page)).hash, hashOf(text));
    assert.equal(await headline(page).innerText(), headlineOf(text));
    assert.deepEqual(await numbersOf(page, 'Fixed window'), countsOf(text)[0]);
    assert.equal(await number(page, 'Requests').inputValue(), '1');
    // All moves together are one undo step.
    await page.getByRole('button', { name: 'Undo' }).click();
    await says(page, OPENING_SENTENCE);
    assert.equal((await shown(page)).text, OPENING.text);
  },

  async 'says what is wrong with a link, and keeps working'({ open }) {
    const links = {
      '#v=0&traffic=10@0s': /version/,
      '#v=9&traffic=10@0s': /version/,
      '#limit=0/s': /a whole number from 1 to/,
      '#v=1&traffic=15+evry+100ms': /use "@", "every" or "\/"/,
      '#v=1&nonsense=1': /nonsense/,
      '#%zz': /./,
      '#%00%ff': /./,
      '#no-such-scenario': /./,
      '#<img src=x onerror=alert(1)>': /./,
      '#v=1&traffic=%3Cscript%3Ealert(1)%3C/script%3E': /./,
      [`#v=1&traffic=${'x'.repeat(2_000)}`]: /./,
      '#v=1&traffic=99999999@0s': /10,000,000/,
      '#constructor': /./,
      '#__proto__': /./,
    };
    const page = await ready(await open());
    for (const [hash, why] of Object.entries(links)) {
      await page.evaluate((hash) => (location.hash = hash), hash);
      await notice(page).filter({ hasText: 'This link cannot be read.' }).filter({ hasText: why }).waitFor();
      await says(page, OPENING_SENTENCE);
      assert.equal(await page.locator('img, script:not([src])').count(), 0, hash);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await notice(page).waitFor({ state: 'hidden' });
    }
    await script(page).fill('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
  },

  async 'opens with any text in the link'({ open }) {
    for (const hash of ['#%zz', '#v=0&x', '#<img src=x onerror=alert(1)>']) {
      const page = await open(hash);
      await notice(page).filter({ hasText: 'This link cannot be read.' }).waitFor();
      await says(page, OPENING_SENTENCE);
    }
  },

  async 'opens the card that a link names, and none if there is no such request'({ open }) {
    const page = await ready(await open('#edge-burst~2.11'));
    await card(page).filter({ hasText: 'Request 11 at 10.1 s, Sliding window log' }).waitFor();
    for (const place of ['~2.21', '~9.1', '~999.9999999999', '~1.0']) {
      await page.evaluate((hash) => (location.hash = hash), `#edge-burst${place}`);
      await says(page, OPENING_SENTENCE);
      await card(page).waitFor({ state: 'hidden' });
    }
  },
};

// The functions below run in the page.

// Adds `killWorker`, which terminates the running workers and dispatches the error event that a browser would.
function keepWorkers() {
  const living = new Set();
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      living.add(this);
    }
    terminate() {
      living.delete(this);
      super.terminate();
    }
  };
  window.killWorker = () => {
    const dying = [...living];
    for (const worker of dying) {
      worker.terminate();
      worker.dispatchEvent(new Event('error', { cancelable: true }));
    }
    return dying.length;
  };
}

function refuseWorkers() {
  window.Worker = class {
    constructor() {
      throw new DOMException('Workers are refused here.', 'SecurityError');
    }
  };
}

// Moves the slider as fast as events can come, and last to the left end: the smallest limit.
async function slideOften(slider, times) {
  const most = Number(slider.max);
  for (let move = 1; move <= times; move += 1) {
    slider.value = String((move * 37) % most);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    if (move % 5 === 0) await new Promise(requestAnimationFrame);
  }
  slider.value = '0';
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  slider.dispatchEvent(new Event('change', { bubbles: true }));
}
