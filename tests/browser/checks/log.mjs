// "Your log", after a log is read: a limit is dragged through it, and every panel follows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { focused, BUSIEST, NAME, read, says, settle, whole } from '../logs.mjs';
import { eventually, notice, put, ready } from '../reading.mjs';
import { onlyIn } from '../pages.mjs';
import { WEB } from '../serving.mjs';

const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, 'utf8');
const ONCE = 'axe looks at the same document, and takes a minute';
const WIDTHS = [360, 768, 1280, 1366, 1920];

const line = (page) => page.getByRole('slider', { name: 'The limit' });

async function faults(page) {
  const { violations, passes } = await page.evaluate(() => axe.run(document));
  assert.ok(passes.length > 20, `axe looked at ${passes.length} things only`);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n')}`,
  );
}

function axeWith(options) {
  return async ({ open }) => {
    const page = await open('log.html', { bypassCSP: true, ...options });
    await page.evaluate(AXE);
    await page.getByRole('button', { name: 'Paste lines' }).click();
    await page.getByText('Supported formats').click();
    assert.deepEqual(await faults(page), [], 'at the start');
    await whole(await read(page));
    await page.getByRole('button', { name: options.hasTouch ? 'Unparsed lines' : 'show', exact: true }).click();
    await page.getByRole('button', { name: options.hasTouch ? 'Parsing options' : 'change', exact: true }).click();
    await page.getByRole('button', { name: 'Compare two time ranges' }).click();
    await page.locator('period-table tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'propose a limit' }).click();
    await page.locator('limit-sentence .why').waitFor();
    for (const summary of await page.getByText('As a table').all()) await summary.click();
    assert.deepEqual(await faults(page), [], 'with everything open');
  };
}

export default {
  async 'moves the limit by keys and by dragging, and the link follows'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await line(page).focus();
    await page.keyboard.press('ArrowUp');
    await says(page, '61 per minute with a burst of 20 would limit 1 of 21 clients');
    await page.waitForURL(/#limit=61\/m&burst=20&by=token_bucket$/);
    assert.match(await line(page).getAttribute('aria-valuetext'), /^61 per minute: limits 1 of 21 clients$/);
    await page.keyboard.press('End');
    await says(page, '110 per minute with a burst of 20 would limit none of 21 clients.');
    const knob = await page.locator('peaks-chart .knob').boundingBox();
    await page.mouse.move(knob.x + 8, knob.y + 8);
    await page.mouse.down();
    await page.mouse.move(knob.x + 8, knob.y + 400, { steps: 5 });
    await says(page, /^1 per minute with a burst of 20 would limit/);
    await page.mouse.up();
  },

  async 'has only settings in its link'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'change', exact: true }).click();
    await page.getByRole('combobox', { name: 'Key' }).selectOption('prefix');
    await says(page, 'of 2 networks');
    await page.waitForURL(/#limit=60\/m&burst=20&by=token_bucket&key=prefix$/);
    const secrets = [NAME, 'acme', BUSIEST, '203'];
    for (const word of secrets) assert.ok(!page.url().includes(word), `${word} in ${page.url()}`);
    const again = await open(`log.html${new URL(page.url()).hash}`);
    await again.getByText('client network').first().waitFor();
  },

  async 'shows a mistake at its field, and keeps the picture'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'change', exact: true }).click();
    const cost = page.getByRole('textbox', { name: 'Cost of a request' });
    await settle(cost, 'a lot');
    await page.locator('reading-form #cost-fault').filter({ hasText: /\S/ }).waitFor();
    await says(page, '60 per minute with a burst of 20 would limit 1 of 21 clients');
    assert.equal(await cost.getAttribute('aria-invalid'), 'true');
  },

  async 'compares two time ranges'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'Compare two time ranges' }).click();
    await page.locator('period-table tbody tr').nth(6).waitFor();
    assert.equal(await page.locator('period-table input[type=datetime-local]').count(), 4);
    await page
      .getByText('Each time range is evaluated on its own: every client starts it with a full budget.')
      .waitFor();
  },

  async "leads to the playground and to production with a client's own traffic"({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.locator('busiest-table th').filter({ hasText: BUSIEST }).waitFor();
    const links = await Promise.all(
      [page.locator('busiest-table a').first(), page.getByRole('link', { name: 'Take it to production' })].map((link) =>
        link.getAttribute('href'),
      ),
    );
    for (const link of links) {
      const playground = await ready(await open(link.replace('./', '')));
      assert.equal(await notice(playground).isVisible(), false);
      assert.match(playground.url(), /limit=60\/m/);
    }
    assert.match(links[1], /&lanes=token_bucket~production$/);
  },

  async 'draws red what the limiter would limit, up to the client that the headline counts'({ open }) {
    const page = await whole(await read(await open('log.html')));
    const drawn = () =>
      page.evaluate(() => {
        const { shadowRoot, least, limit } = document.querySelector('log-page').shadowRoot.querySelector('peaks-chart');
        const points = shadowRoot
          .querySelector('.curve.above')
          .getAttribute('d')
          .slice(1)
          .split('L')
          .map((point) => point.split(',').map(Number));
        const line = Number(shadowRoot.querySelector('clipPath rect').getAttribute('height'));
        return {
          above: points.filter(([, top]) => top < line).length,
          limited: least.filter((amount) => amount > limit.amount).length,
          clients: least.length,
          points: points.length,
        };
      });
    for (const amount of [60, 13, 4, 1]) {
      const field = page.getByRole('spinbutton', { name: 'Requests' });
      await put(field, String(amount));
      await says(page, new RegExp(`^${amount} per minute with a burst of 20 would limit`));
      const { above, limited, clients, points } = await drawn();
      assert.deepEqual([above, points], [limited, clients], `at ${amount}`);
    }
    assert.equal(await page.locator('peaks-chart .named, peaks-chart .keys span').count(), 2);
  },

  async 'keeps the limit when its period changes'({ open }) {
    const page = await whole(await read(await open('log.html')));
    const periods = page.getByRole('group', { name: 'The same rate per' });
    for (const [period, words] of [
      ['hour', '3,600 per hour'],
      ['second', '1 per second'],
      ['minute', '60 per minute'],
    ]) {
      await periods.getByRole('button', { name: period, exact: true }).click();
      await says(page, `${words} with a burst of 20 would limit`);
    }
  },

  async 'says what a link sets before there is a log, and takes it'({ open }) {
    const page = await open('log.html#limit=90/m&burst=7&by=gcra&tolerance=requests:0.5&margin=5');
    await page.getByText('90 per minute with a burst of 7, by GCRA').waitFor();
    await page.getByRole('button', { name: 'Try it with a sample day' }).click();
    await says(page, /^90 per minute with a burst of 7 would limit/);
    assert.equal(await page.getByRole('textbox', { name: 'Margin in per cent' }).inputValue(), '5');
  },

  async 'leaves the focus where something new is'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await eventually(() => focused(page), 'finding result');
    await page.getByRole('button', { name: 'propose a limit' }).click();
    await eventually(() => focused(page), 'why');
    await page.getByRole('button', { name: 'another file' }).click();
    await eventually(() => focused(page), 'main');
    await page.getByRole('button', { name: `Back to ${NAME}` }).click();
    await eventually(() => focused(page), 'finding result');
    const requests = page.getByRole('spinbutton', { name: 'Requests' });
    const before = await requests.inputValue();
    await put(requests, '7');
    await says(page, /^7 per minute/);
    await requests.press('Escape');
    await eventually(() => requests.inputValue(), before);
    const column = page.getByRole('slider', { name: /column/ });
    await column.focus();
    const first = await column.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    assert.match(first, /^3 Mar 2026, 10:00:00/);
    assert.notEqual(await column.getAttribute('aria-valuetext'), first);
  },

  async 'points at a wrong share instead of proposing, below the sentence'({ open }) {
    const page = await whole(await read(await open('log.html')));
    const share = page.locator('limit-sentence tolerance-choice input');
    await page.locator('limit-sentence tolerance-choice select').last().selectOption('share');
    await settle(share, '500');
    await page.getByRole('button', { name: 'propose a limit' }).click();
    await page.locator('limit-sentence').getByText('“500” is not valid: enter a share from 0 to 100.').last().waitFor();
    await eventually(() => focused(page), 'few');
    assert.equal(await page.locator('limit-sentence .why').isVisible(), false);
  },

  async 'says only at its field that a time range ends before it begins'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'Compare two time ranges' }).click();
    await page.locator('period-table tbody tr').nth(6).waitFor();
    const [from] = await page.locator('period-table input').all();
    const right = await from.inputValue();
    await from.fill('2026-03-03T10:59:01');
    await from.blur();
    await page.locator('period-table .fault').filter({ hasText: 'is not before' }).waitFor();
    assert.equal(await page.locator('period-table table').count(), 0);
    assert.equal(await page.getByRole('alert').isVisible(), false);
    await from.fill(right);
    await from.blur();
    await page.locator('period-table tbody tr').nth(6).waitFor();
  },

  async 'shows more clients, those that are limited first'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByText('1 of 21 clients limited').waitFor();
    assert.match(await page.locator('busiest-table tbody tr').first().innerText(), new RegExp(BUSIEST));
    await page.getByRole('button', { name: 'Show all 21' }).click();
    await page.locator('busiest-table tbody tr').nth(20).waitFor();
  },

  async 'fits every screen'({ open }) {
    const page = await whole(await read(await open('log.html')));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }
  },

  'has no axe violations': onlyIn('chromium', ONCE, axeWith({ colorScheme: 'light' })),
  'has no axe violations in dark mode': onlyIn('chromium', ONCE, axeWith({ colorScheme: 'dark' })),
  'has no axe violations on a phone': onlyIn(
    'chromium',
    ONCE,
    axeWith({ viewport: { width: 360, height: 740 }, hasTouch: true }),
  ),
};
