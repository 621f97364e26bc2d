// The largest scenario allowed is computed, and a larger one is refused with a message.

import assert from 'node:assert/strict';

import {
  eventually,
  headline,
  LONG_WHILE,
  notice,
  OPENING_SENTENCE,
  pictured,
  put,
  ready,
  says,
  script,
  shown,
} from '../reading.mjs';
import {
  BOUNDS,
  headlineOf,
  countsOf,
  CROWD,
  crowded,
  hashOf,
  linkOf,
  LONG,
  longTruthOf,
  MULTITUDE,
  SHORT,
} from '../expected.mjs';

const { most_lanes: LANES, most_text: TEXT, most_clients: CLIENTS } = BOUNDS;

export default {
  async 'computes the largest number of requests, with progress, and refuses one more'({ open }) {
    const before = crowded(CROWD, SHORT);
    const page = await ready(await open(linkOf(before)));
    const computing = whileComputing(page);
    await script(page).fill(LONG);
    assert.equal(await computing, headlineOf(before), 'the last picture stays meanwhile');
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: LONG_WHILE });
    await says(page, (await longTruthOf(crowded(CROWD, LONG))).headline, LONG_WHILE);
    const headlineText = await headline(page).innerText();
    await script(page).fill(`${LONG}; 1@0s`);
    await page
      .getByText(/10,000,000/)
      .and(page.locator('.fault'))
      .waitFor();
    assert.equal(await headline(page).innerText(), headlineText);
  },

  async 'cancels a long run, keeps the picture and keeps working'({ open }) {
    // Retries make the run long enough for a click on a busy machine: 10 s where it would take 2 s without.
    const retrying = (traffic) => `${crowded(MULTITUDE, traffic)}&retry=backoff 1s jitter attempts 3`;
    const page = await ready(await open(linkOf(retrying(SHORT))));
    const before = await headline(page).innerText();
    await script(page).fill(LONG);
    // A click as slow as a user's: the button gets the focus on press, and must still be there on release.
    await page.getByRole('button', { name: 'Cancel' }).click({ delay: 150 });
    await notice(page).filter({ hasText: 'The run was cancelled. Showing the previous run.' }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    assert.equal(await headline(page).innerText(), before);
    assert.equal(await script(page).inputValue(), LONG, 'what was asked for is not lost');
    await script(page).fill('15 every 100ms');
    await says(page, headlineOf(retrying('15 every 100ms')));
  },

  async 'draws the largest number of lanes, and adds no more'({ open }) {
    const lanes = Array.from({ length: LANES }, (_, at) => `gcra burst=${at + 1}`);
    const text = `v=1&lanes=${lanes.join(', ')}&traffic=${SHORT}`;
    const page = await ready(await open(linkOf(text)));
    await says(page, headlineOf(text));
    const { hash } = await shown(page);
    assert.equal(hash, hashOf(text));
    const drawn = (await pictured(page)).lanes.map(({ marks }) => countOutcomes(marks));
    assert.deepEqual(drawn, countsOf(text));
    assert.equal(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled(), true);
    const over = await open(linkOf(text.replace('&traffic', ', gcra&traffic')));
    await saysOf(over, `at most ${LANES} lanes`);
  },

  async 'reads the longest text, and refuses a longer one'({ open }) {
    const page = await ready(await open());
    const part = '1@1s; ';
    const script = part.repeat(5_000);
    const fits = `v=1&traffic=${script}1@2s`;
    assert.ok(fits.length < TEXT);
    const full = `${fits}${' '.repeat(TEXT - fits.length)}`;
    await page.evaluate((hash) => (location.hash = hash), linkOf(full));
    await says(page, headlineOf(fits));
    await page.evaluate((hash) => (location.hash = hash), linkOf(`${full} `));
    await saysOf(page, '65,536');
  },

  async 'refuses too many clients'({ open }) {
    const page = await ready(await open());
    await page.getByRole('heading', { name: 'Senders' }).click();
    const field = page.getByRole('spinbutton', { name: 'How many' });
    await put(field, String(CLIENTS));
    await eventually(async () => (await shown(page)).text.includes(`clients=${CLIENTS}`), true);
    await put(field, String(CLIENTS + 1));
    await page.getByText('a whole number from 1 to 1,000,000').waitFor();
  },
};

// Resolves with the headline as soon as the progress is visible. It looks at every frame from within the page: on a
// fast machine the progress is visible for less time than passes between two looks of a locator.
async function whileComputing(page) {
  const seen = await page.waitForFunction(() => {
    const { shadowRoot } = document.querySelector('rate-lab-page');
    const isVisible = shadowRoot.querySelector('.progress')?.checkVisibility({ visibilityProperty: true });
    return isVisible && shadowRoot.querySelector('lane-figure').shadowRoot.querySelector('h2').innerText;
  });
  return seen.jsonValue();
}

// For a link that cannot be read, the notice says why, and the page shows the opening scenario.
async function saysOf(page, why) {
  await notice(page).filter({ hasText: 'This link cannot be read.' }).filter({ hasText: why }).waitFor();
  await says(page, OPENING_SENTENCE);
}

function countOutcomes(marks) {
  const counts = [0, 0, 0];
  for (let mark = 0; mark < marks.length; mark += 4) counts[marks[mark + 2]] += 1;
  return counts;
}
