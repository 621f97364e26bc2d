// Accessibility: axe finds no violations, and everything in the picture is available as text.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { card, chart, cursor, figure, OPENING_SENTENCE, ready, script, openControls, openKeys } from '../reading.mjs';
import { WEB } from '../serving.mjs';
import { alone, onlyIn } from '../pages.mjs';
import { ask, lanesOf, OPENING } from '../expected.mjs';

const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, 'utf8');
const ONCE = 'axe looks at the same document, and takes a minute';
const WITH_GROUPS = 'traffic=10@9.5s;+10@10.1s;+5@11s+by+cron&groups=cron+limit+5/s&servers=2+down+15s..18s+open';
const PINNED = `#v=1&${WITH_GROUPS}~was~v=1&limit=12/10s&${WITH_GROUPS}`;
const NARROW = { viewport: { width: 360, height: 740 } };

// The violations that axe finds in the page, or in the views alone, as text. With nothing to look at axe finds nothing,
// so it also asserts that enough rules passed.
async function faults(page, { inViews = false } = {}) {
  const { violations, passes } = await page.evaluate((inViews) => {
    const views = () => document.querySelector('rate-lab-page').shadowRoot.querySelector('view-tabs');
    return axe.run(inViews ? views() : document);
  }, inViews);
  assert.ok(passes.length > (inViews ? 10 : 20), `axe looked at ${passes.length} things only`);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n')}`,
  );
}

// A few states rather than all: axe checks the whole page each time, which takes seconds.
function checkWith(options, { hasDialog = false } = {}) {
  return async ({ open }) => {
    const page = await ready(await open(PINNED, options));
    await page.getByText(/^Limit 10 in 10 s instead of/).waitFor();
    await page.evaluate(AXE);
    await openCard(page);
    // Handles, because what is open no longer matches.
    for (const summary of await page.locator('details:not([open]) > summary:visible').elementHandles())
      await summary.click();
    await openControls(page);
    await script(page).fill('15 evry');
    await page.getByText(/At character 4/).waitFor();
    assert.deepEqual(await faults(page), [], 'with a card, a fault, a pinned result and everything open');
    for (const name of ['Any interval', 'Memory']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      assert.deepEqual(await faults(page, { inViews: true }), [], name);
    }
    if (!hasDialog) return;
    await openKeys(page);
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await faults(page), [], 'with a dialog');
  };
}

export default {
  'has no axe violations when it opens': onlyIn('chromium', ONCE, async ({ open }) => {
    const page = await ready(await open());
    await page.evaluate(AXE);
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Form' }).click();
    assert.deepEqual(await faults(page), [], 'with the form');
    await page.getByRole('button', { name: 'Embed' }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await faults(page), [], 'with what to paste');
  }),

  'has no axe violations with everything open': onlyIn(
    'chromium',
    ONCE,
    checkWith({ colorScheme: 'light' }, { hasDialog: true }),
  ),
  'has no axe violations in dark mode': onlyIn('chromium', ONCE, checkWith({ colorScheme: 'dark' })),
  'has no axe violations on a narrow screen': onlyIn('chromium', ONCE, checkWith(NARROW, { hasDialog: true })),

  'has landmarks, headings in order, and a way past the controls': alone(async ({ open }) => {
    const page = await ready(await open());
    const snapshot = await page.locator('rate-lab-page').ariaSnapshot();
    const landmarks = ['banner', 'navigation', 'main', 'figure', 'region', 'tablist', 'tabpanel', 'contentinfo'];
    for (const role of landmarks) assert.match(snapshot, new RegExp(`^\\s*- ${role}\\b`, 'm'), role);
    const headings = [...snapshot.matchAll(/- heading "(.*?)" \[level=(\d)\]/g)].map(
      ([, name, level]) => `${level} ${name}`,
    );
    assert.deepEqual(headings, [
      '1 Ratelab',
      `2 ${OPENING_SENTENCE}`,
      '2 The scenario',
      '3 Limit',
      '3 Traffic',
      '3 Senders',
      '3 Servers',
      '3 Limiters',
      '3 Retries',
      '2 In detail',
      '3 What each limiter did',
    ]);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Skip to the figure' }).press('Enter');
    assert.ok(await chart(page).evaluate((element) => element.matches(':focus')));
  }),

  'defines every term where it is used, within the window': alone(async ({ open }) => {
    for (const options of [{}, NARROW]) {
      const page = await ready(await open('#retry-storm', options));
      await openControls(page);
      const terms = await page.evaluate(definitions);
      assert.ok(terms.length > 20, `${terms.length} terms`);
      assert.deepEqual(
        terms.filter(({ isDefined, isWithin }) => !isDefined || !isWithin),
        [],
      );
    }
  }),

  async 'has the sentences as text, and the counts as a table'({ open }) {
    const page = await ready(await open());
    const { headline, reason, sentences, counts } = ask(OPENING.text, (run) => ({
      headline: run.headline(),
      reason: run.reason(),
      sentences: lanesOf(run).map((lane) => run.sentence(lane)),
      counts: lanesOf(run)
        .filter((lane) => run.equivalentLanes()[lane] === lane)
        .map((lane) => [run.title(lane), ...run.counts(lane)]),
    }));
    const snapshot = await figure(page).ariaSnapshot();
    assert.ok(snapshot.includes(`figure "${headline}"`), snapshot);
    for (const sentence of [reason, ...sentences]) assert.ok(snapshot.includes(sentence), sentence);
    const table = await page.getByRole('table', { name: headline }).ariaSnapshot();
    for (const [title, ...numbers] of counts) {
      const row = table.split('\n').find((line) => line.includes(`row "${title}`));
      assert.match(row, new RegExp(`"${title}[^"]* ${numbers.join(' ')} `), table);
    }
  },

  async 'lists every decision in view as a table'({ open }) {
    const page = await ready(await open());
    await page.getByText('Decisions in view, as a table').click();
    await page.getByRole('combobox', { name: 'Limiter', exact: true }).selectOption('Sliding window log');
    const table = page.getByRole('table', { name: /^The sliding window log let/ });
    await table.waitFor();
    const rows = (await table.ariaSnapshot()).split('\n').filter((line) => /- row "\d/.test(line));
    assert.equal(rows.length, 20);
    assert.match(rows[0], /"1 9.5 s allowed 9.5 s"/);
    assert.match(rows[19], /"20 10.1 s denied never"/);
  },

  async 'describes the request at the cursor, and its decision'({ open }) {
    const page = await ready(await open());
    await openCard(page);
    assert.match(await cursor(page).innerText(), /^Fixed window, request 11, 10\.1 s\. \d+ \+ 1 ≤ 10: allowed/);
    const snapshot = await card(page).ariaSnapshot();
    assert.match(snapshot, /article "Request 11 at 10\.1 s, Fixed window"/);
    assert.match(snapshot, /Sliding window log/);
    assert.match(snapshot, /10 \+ 1 > 10: denied/);
  },
};

// Runs in the page: focuses every visible term, and says whether its definition opens within the window.
async function definitions() {
  const found = [];
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.localName === 'defined-term' && element.checkVisibility()) found.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const reported = [];
  for (const element of found) {
    element.shadowRoot.querySelector('button')?.focus();
    await element.updateComplete;
    const definition = element.shadowRoot.querySelector('[role=tooltip]');
    const box = definition?.getBoundingClientRect();
    const isWithin =
      box?.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    reported.push({
      term: element.getAttribute('term'),
      word: element.textContent,
      isDefined: definition?.textContent.length > 20,
      isWithin,
    });
  }
  return reported;
}

async function openCard(page) {
  await chart(page).focus();
  await page.keyboard.press('n');
  await cursor(page).filter({ hasText: 'request 11' }).waitFor();
  await page.keyboard.press('Enter');
  await card(page).waitFor();
}
