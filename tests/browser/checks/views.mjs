// The views in addition to the lanes: the envelope (the most requests in any interval), and the memory that clients
// need.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { put, ready } from '../reading.mjs';
import { onlyIn } from '../pages.mjs';
import { ask, lanesOf, OPENING } from '../expected.mjs';

export default {
  async 'shows the most requests in any interval, and reads them by keyboard'({ open }) {
    const page = await ready(await open());
    await page.getByRole('tab', { name: 'Numbers' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Any interval', selected: true }).waitFor();
    const length = page.getByRole('slider', { name: 'Length of the interval' });
    const read = () => length.getAttribute('aria-valuetext');
    await length.focus();
    const alike = 'Token bucket = leaky meter = GCRA';
    assert.equal(
      await read(),
      `10 s. Fixed window: 20; Sliding window log, ${alike} and Leaky bucket, queue: 10; Sliding window counter: 11`,
    );
    await page
      .getByText(
        'In any 10 s, one client got at most 20 through the fixed window, 11 through the sliding window counter and ' +
          '10 through the other 5. The limit is 10.',
      )
      .waitFor();
    const names = page.locator('envelope-view .name');
    const rows = (elements) =>
      elements.map(({ children }) => [...children].map(({ textContent }) => textContent).join(' '));
    assert.deepEqual(await names.evaluateAll(rows), [
      'Fixed window',
      'Sliding window log',
      'Sliding window counter',
      alike,
      'Leaky bucket, queue',
    ]);
    assert.deepEqual(await names.evaluateAll(overlapping), [], 'labels that overlap');
    await length.press('Home');
    assert.match(await read(), /^10 ms\. Fixed window, Sliding window log, .*: 10; Leaky bucket, queue: 1$/);
    await page.getByText('in any 10 ms', { exact: true }).first().waitFor();
    await page.locator('envelope-view').getByText('Show as a table').click();
    const cells = page.getByRole('row', { name: 'Sliding window log' }).getByRole('cell');
    assert.deepEqual(await cells.allInnerTexts(), [
      '10 of 10',
      '10 of 10',
      '10 of 10',
      '10 of 10',
      '10 of 10',
      '10 of 20',
      '10 of 100',
    ]);
    await page.waitForURL(/~envelope$/);
    const again = await open(new URL(page.url()).hash);
    await again.getByRole('tab', { name: 'Any interval', selected: true }).waitFor();
  },

  async 'shows how much memory any number of clients needs'({ open }) {
    const page = await ready(await open());
    await page.getByRole('tab', { name: 'Memory' }).click();
    const items = page.getByRole('list', { name: /^Bytes for/ }).getByRole('listitem');
    const titles = ask(OPENING.text, (run) => lanesOf(run).map((lane) => run.title(lane)));
    const log = items.filter({ hasText: 'Sliding window log' });
    await log.getByText('368 MB').waitFor();
    // Token bucket, meter and GCRA are one.
    assert.equal(await items.count(), titles.length - 2);
    await items.filter({ hasText: 'Token bucket = leaky meter = GCRA' }).waitFor();
    const clients = page.getByRole('spinbutton', { name: 'Clients' });
    await put(clients, '10');
    await log.getByText('3.68 kB').waitFor();
    for (const bad of ['0', '-1', '10000001', '']) {
      await put(clients, bad);
      await page
        .locator('memory-view')
        .getByText(/a whole number from 1 to 10,000,000\.$/)
        .waitFor();
      assert.ok(await log.getByText('3.68 kB').isVisible(), 'the last good picture stays');
    }
    await put(clients, '1000000');
    await log.getByText('368 MB').waitFor();
  },

  'saves a limiter as a test vector, and says so if it cannot': onlyIn(
    'chromium',
    'Playwright has no downloads there',
    async ({ open }) => {
      const vector = async (page) => {
        await page.getByRole('button', { name: 'Export' }).click();
        await page.getByRole('button', { name: 'Vector' }).click();
      };
      const page = await ready(await open());
      const [file] = await Promise.all([page.waitForEvent('download'), vector(page)]);
      const [{ algorithm, steps }] = JSON.parse(await readFile(await file.path(), 'utf8'));
      assert.deepEqual([algorithm, steps.length], ['fixed_window', 20]);
      const crowd = await ready(await open('#flash-crowd'));
      await vector(crowd);
      await crowd.getByText('This limiter cannot be exported as a test vector').waitFor();
    },
  ),
};

// Runs in the page: pairs of elements that share some area.
function overlapping(elements) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const isApart = (one, other) =>
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  return boxes.flatMap((one, at) =>
    boxes
      .slice(0, at)
      .filter((other) => !isApart(one, other))
      .map(() => elements[at].textContent.trim()),
  );
}
