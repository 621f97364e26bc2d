// "Your log" with invalid input and on small screens: the active values stay and are shown, and everything can be
// reached.

import assert from 'node:assert/strict';

import { log, NAME, read, says, settle, whole } from '../logs.mjs';
import { alone } from '../pages.mjs';
import { eventually, notice, put } from '../reading.mjs';

const USUAL = '60 per minute with a burst of 20 would limit 1 of 21 clients';
const requests = (page) => page.getByRole('spinbutton', { name: 'Requests' });
const words = (page) => page.locator('frontier-chart #words');
const change = (page) => page.getByRole('button', { name: 'change', exact: true }).click();

// Types as a person does, key by key, and leaves the field.
async function type(field, text) {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
  await field.press('Tab');
  await field.dispatchEvent('change');
}

// Touch targets that are less than this many pixels high, except words within lines.
const small = (page, least) =>
  page.evaluate((least) => {
    const found = [];
    const look = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        if (!element.matches('button, a, select, input, summary, textarea') || !element.checkVisibility()) continue;
        const { width, height } = (
          element.type === 'checkbox' ? element.closest('label') : element
        ).getBoundingClientRect();
        if (width > 1 && height < least) found.push(`${element.localName} ${element.textContent.trim()}: ${height}`);
      }
    };
    look(document);
    return found;
  }, least);

export default {
  'keeps the limit when a number is typed that is none, and the field keeps what was typed': alone(async ({ open }) => {
    const page = await whole(await read(await open('log.html')));
    for (const [name, text, rule] of [
      ['Requests', '1.5', /“1\.5” is not allowed here/],
      ['Requests', '99999999999', /“99999999999” is not allowed here/],
      ['Burst', '2.5', /“2\.5” is not allowed here/],
    ]) {
      const field = page.getByRole('spinbutton', { name });
      await type(field, text);
      await page.locator('limit-sentence p[id$=-fault]').filter({ hasText: rule }).waitFor();
      await says(page, USUAL);
      assert.equal(await field.inputValue(), text);
      await field.focus();
      await field.press('Escape');
      await eventually(() => field.inputValue(), name === 'Burst' ? '20' : '60');
    }
    // While it is typed, a number is in force for as long as it is allowed. The address follows what is restored.
    await eventually(() => /limit=1\/|limit=999/.test(page.url()), false);
  }),

  async 'says what is in force while a status is refused'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await change(page);
    await settle(page.getByRole('textbox', { name: 'Status codes that mean rate limited' }), '999');
    await page.locator('reading-form #limited-fault').filter({ hasText: '999' }).waitFor();
    await page.getByText('Exclude requests answered 429').waitFor();
    assert.equal(await page.getByText('answered 999').count(), 0);
  },

  async 'shows the margin of a proposal exactly, and keeps its reason while something else is chosen'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'propose a limit' }).click();
    const why = page.locator('limit-sentence .why');
    await why.filter({ hasText: 'All but 1 of 21 clients' }).waitFor();
    const amount = await requests(page).inputValue();
    await eventually(async () => /about .* (to spare|too small)/.test(await words(page).textContent()), false);
    await page.locator('frontier-chart summary').click();
    await page
      .locator('frontier-chart tbody th')
      .filter({ hasText: new RegExp(`^${amount}$`) })
      .waitFor();
    await settle(page.locator('limit-sentence tolerance-choice input'), '2');
    await why
      .filter({
        hasText: 'Proposed for token bucket, so that it would have limited at most 1 client, with a margin of 20 %',
      })
      .waitFor();
    await put(requests(page), '61');
    await why.waitFor({ state: 'hidden' });
  },

  async 'limits at most a number of clients, or a share of them'({ open }) {
    const page = await whole(await read(await open('log.html')));
    const choice = page.locator('limit-sentence tolerance-choice');
    const propose = page.getByRole('button', { name: 'propose a limit' });
    await choice.getByRole('combobox', { name: 'In' }).selectOption('share');
    await settle(choice.getByRole('textbox', { name: 'Percentage of clients' }), '100');
    await page.waitForURL(/&tolerance=clients:100$/);
    await propose.click();
    await page.locator('limit-sentence .why').filter({ hasText: 'Every client may be limited' }).waitFor();
    await settle(choice.getByRole('textbox', { name: 'Percentage of clients' }), '');
    await page
      .locator('limit-sentence p.fault')
      .filter({ hasText: 'This is empty: enter a share from 0 to 100.' })
      .waitFor();
  },

  async 'says what of a link cannot be read, and claims nothing of it'({ open }) {
    const page = await open('log.html#limit=abc/m&burst=-3&by=nope');
    await notice(page).filter({ hasText: 'limit=abc/m, burst=-3, by=nope' }).waitFor();
    assert.equal(await page.getByText('This link sets').count(), 0);
  },

  async 'calls an empty file by its name'({ open }) {
    const page = await open('log.html');
    await page.getByText('Supported formats').waitFor();
    await page
      .locator('log-start input[type=file]')
      .setInputFiles({ name: NAME, mimeType: 'text/plain', buffer: Buffer.from('') });
    await notice(page)
      .filter({ hasText: `${NAME} is empty` })
      .waitFor();
  },

  async 'says what a pattern expected of lines that it does not fit'({ open }) {
    const page = await open('log.html');
    await page.getByText('Parsing options').click();
    await settle(page.getByRole('textbox', { name: 'Pattern' }), '$remote_addr - $nope [$time_local]');
    await page
      .locator('log-start input[type=file]')
      .setInputFiles({ name: NAME, mimeType: 'text/plain', buffer: Buffer.from(log()) });
    await page.locator('fact-line .fault').filter({ hasText: 'expected the end of the line' }).first().waitFor();
  },

  'has columns of time that begin with a round instant, and marks a time range by keys': alone(async ({ open }) => {
    const page = await whole(await read(await open('log.html')));
    const column = page.getByRole('slider', { name: /column/ });
    assert.match(
      await column.evaluate(
        (element) => element.getRootNode().getElementById(element.getAttribute('aria-describedby')).textContent,
      ),
      /Shift/,
    );
    await column.focus();
    await page.keyboard.press('ArrowRight');
    for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowRight');
    assert.match(await column.getAttribute('aria-valuetext'), /^3 Mar 2026, 10:00:\d[05] – 10:00:\d[05]:/);
    await page.keyboard.press('Enter');
    const fields = page.locator('period-table input');
    await eventually(() => fields.count(), 4);
    const first = await fields.nth(0).inputValue();
    assert.match(first, /T10:00:0[1-9]$/);
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('2');
    await eventually(async () => (await fields.nth(2).inputValue()) > first, true);
    assert.equal(await fields.nth(0).inputValue(), first);
  }),

  async 'says that a window has no burst, and that a part of the log goes to the playground'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByText('Both open the busiest minute of 203.0.113.7 and one on either side').waitFor();
    await page.getByRole('combobox', { name: 'Limiter' }).selectOption('fixed_window');
    await page.getByText('a window has no separate burst, but buckets have one of').waitFor();
    assert.match(await words(page).textContent(), /^Fixed window at 60 per minute, which has no separate burst/);
  },

  async 'does not count a shared budget, and asks for a field without one'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await change(page);
    const keys = page.getByRole('combobox', { name: 'Key' });
    await keys.selectOption('everyone');
    await says(page, /shared by all clients would deny/);
    assert.equal(await page.getByText('1 shared budget').count(), 0);
    await keys.selectOption('other');
    assert.equal(await page.getByRole('textbox', { name: 'Field or combination' }).inputValue(), '');
  },

  async 'lets everything be reached on a phone, with targets large enough'({ open }) {
    for (const [options, least] of [
      [{}, 24],
      [{ hasTouch: true }, 44],
    ]) {
      const page = await whole(
        await read(await open('log.html', { viewport: { width: 360, height: 740 }, ...options })),
      );
      assert.equal(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), least === 44);
      await page.getByRole('button', { name: 'Parsing options' }).click();
      for (const name of ['Format', 'Key']) await page.getByRole('combobox', { name }).waitFor();
      await page.getByRole('checkbox', { name: /Exclude requests/ }).waitFor();
      await page.getByText('one-second timestamps').first().waitFor();
      await page.getByRole('button', { name: 'propose a limit' }).click();
      await page.locator('limit-sentence .why').waitFor();
      await page.getByRole('button', { name: 'Compare two time ranges' }).click();
      await page.locator('period-table tbody tr').first().waitFor();
      assert.deepEqual(await small(page, least), []);
    }
  },
};
