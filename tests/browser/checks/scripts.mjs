// Forgiving scripts: plain language is accepted, the interpretation is shown, unlikely input is questioned, and errors
// offer a fix to click. Nothing that was typed is lost.

import assert from 'node:assert/strict';

import { onlyIn } from '../pages.mjs';
import { eventually, ready, script, shown } from '../reading.mjs';

// The other checks type into the same box in every browser.
const SAME = 'the core reads a script, and says the same in every browser';

const words = (page) => page.locator('script-notes .words');
const editor = (page) => page.locator('traffic-editor');
const fault = (page) => editor(page).locator('#fault');
const stale = (page) => page.locator('lane-figure[stale]');
const note = (page) => page.getByText('Showing the last valid traffic.');

async function says(page, text) {
  await eventually(() => words(page).innerText(), text);
}

async function runs(page, text) {
  await eventually(async () => (await shown(page)).text, text);
}

export default {
  async 'reads what is plain, says what it understood, and prints it in one form'({ open }) {
    const page = await ready(await open());
    await says(page, '20 requests from 9.5 s to 10.1 s: 10 at once, and 0.6 s later 10 more.');
    for (const [typed, canonical, understood] of [
      [
        '10 at 9.5s\n5 per second for 2 sec',
        '10@9.5s; 5/s for 2s',
        '20 requests from 0 s to 9.5 s: 10 at once at 9.5 s; 5 a second, evenly, for 2 s.',
      ],
      ['1k every 1s', '1000 every 1s', '1,000 requests from 0 s to 16 min 39 s, 1 s apart.'],
      [
        'Burst of 10 every 5 seconds, 6 times',
        'burst 10 every 5s x6',
        '60 requests from 0 s to 25 s: 10 at once, every 5 s, 6 times.',
      ],
    ]) {
      await script(page).fill(typed);
      await runs(page, `v=1&traffic=${canonical}`);
      await says(page, understood);
      await page.getByText(`Read as ${canonical}`).waitFor();
      assert.equal(await script(page).inputValue(), typed, 'what is being typed stays');
      await script(page).dispatchEvent('change');
      await eventually(() => script(page).inputValue(), canonical);
    }
  },

  'doubts a reading that is legal but unlikely, and changes it only when asked': onlyIn(
    'chromium',
    SAME,
    async ({ open }) => {
      const page = await ready(await open());
      await script(page).fill('300 every 60s');
      await says(page, '300 requests from 0 s to 4 h 59 min, 60 s apart.');
      await runs(page, 'v=1&traffic=300 every 1m');
      await page.getByRole('button', { name: 'burst 300 every 1m x5' }).click();
      await runs(page, 'v=1&traffic=burst 300 every 1m x5');
      await says(page, '1,500 requests from 0 s to 4 min: 300 at once, every 60 s, 5 times.');
      assert.equal(await page.getByText('Did you mean').count(), 0);
      await eventually(() => script(page).inputValue(), 'burst 300 every 1m x5');
    },
  ),

  async 'offers a fix for a wrong script, and a click takes it'({ open }) {
    const page = await ready(await open());
    for (const [typed, sentence, fix] of [
      ['10@9.5', /At character 7: add a unit/, '10@9.5s'],
      ['100 rps', /At character 8: for how long\? Add "for"/, '100/s for 10s'],
      ['15 evry 100ms', /At character 4: instead of "evry"/, '15 every 100ms'],
      ['', /^The script is empty\. Enter when requests arrive, such as/, '5/s for 10s'],
    ]) {
      await script(page).fill(typed);
      await fault(page).filter({ hasText: sentence }).waitFor();
      await editor(page)
        .getByRole('button', { name: `Use ${fix}` })
        .click();
      await runs(page, `v=1&traffic=${fix}`);
      await eventually(() => script(page).inputValue(), fix);
      await eventually(() => fault(page).isVisible(), false);
    }
  },

  async 'dims the picture that a wrong script does not belong to, and keeps the script in every view'({ open }) {
    const page = await ready(await open());
    assert.equal(await stale(page).count(), 0);
    await script(page).fill('10@9.5s; 15 evry 100ms');
    await stale(page).waitFor();
    await note(page).waitFor();
    for (const view of ['Form', 'Paint']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await page.getByText('The script has an error and is kept.').waitFor();
      assert.equal(await stale(page).count(), 1, view);
      assert.equal(await page.locator('traffic-form .fault:visible').count(), 0, 'the form reports no fault');
    }
    await page.getByRole('button', { name: 'Back to the script' }).click();
    assert.equal(await script(page).inputValue(), '10@9.5s; 15 evry 100ms');
    await fault(page).filter({ hasText: 'instead of "evry"' }).waitFor();
    await editor(page).getByRole('button', { name: 'Use 10@9.5s; 15 every 100ms' }).click();
    await eventually(() => stale(page).count(), 0);
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    assert.equal(await page.locator('traffic-form li').count(), 2);
  },

  'has an example of every shape, which inserts itself after the part with the cursor': onlyIn(
    'chromium',
    SAME,
    async ({ open }) => {
      const page = await ready(await open());
      await page.getByText('All traffic patterns').click();
      const examples = page.locator('script-help button');
      await eventually(() => examples.count(), 13);
      const all = await examples.allInnerTexts();
      for (const word of [
        '@',
        'every',
        'burst',
        'at 1s',
        'for',
        'poisson',
        'ramp',
        'onoff',
        'sine',
        'pareto',
        'from',
        'cost',
      ]) {
        assert.ok(
          all.some((example) => example.includes(word)),
          word,
        );
      }
      await script(page).fill('');
      await examples.first().click();
      await runs(page, 'v=1&traffic=10@9.5s');
      await examples.filter({ hasText: 'poisson' }).click();
      await runs(page, 'v=1&traffic=10@9.5s; poisson 20/s for 30s');
      await script(page).evaluate((box) => box.setSelectionRange(3, 3));
      await examples.filter({ hasText: 'x6' }).click();
      await runs(page, 'v=1&traffic=10@9.5s; burst 10 every 5s x6; poisson 20/s for 30s');
      // Each alone is taken as it is.
      for (const example of all) {
        await script(page).fill(example);
        await eventually(
          async () => (await fault(page).isVisible()) || (await script(page).getAttribute('aria-invalid')),
          'false',
        );
      }
    },
  ),
};
