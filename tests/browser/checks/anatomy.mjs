// The anatomy: drawing and text of a limiter at an instant match the core's state; definitions and glossary.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { onlyIn } from '../pages.mjs';
import { chart, cursor, eventually, headline, ready, script } from '../reading.mjs';
import { WEB } from '../serving.mjs';
import { ask, lanesOf, linkOf, read } from '../expected.mjs';

const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, 'utf8');
const TEXT = 'v=1&traffic=10@9.5s; 10@10.1s; 3/2s for 16s from 12s cost 2';

const view = (page) => page.locator('anatomy-view');
const drawn = (page) => view(page).locator('svg.mechanism').first();
const slider = (page) => view(page).getByRole('slider', { name: 'Instant' });
const stated = (page) => view(page).locator('blockquote p').allInnerTexts();

async function opened(open, place, options) {
  const page = await ready(await open(place, options));
  await view(page).scrollIntoViewIfNeeded();
  await drawn(page).waitFor();
  return page;
}

// Moves the slider as a drag does, and waits for the drawing of that instant.
async function scrub(page, place) {
  await slider(page).evaluate((input, place) => {
    input.value = String(place);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, place);
  const time = await view(page).evaluate((view) => String(view.time));
  await view(page).locator(`svg.mechanism[data-time="${time}"]`).first().waitFor();
  return BigInt(time);
}

const plain = (mechanism) =>
  JSON.parse(JSON.stringify(mechanism, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)));

// The numbers of the drawing itself: how much of each shape is filled.
const shares = (page, shape) =>
  drawn(page)
    .locator(shape)
    .evaluateAll((all) => all.map((one) => Number(one.dataset.share)));

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// What the shapes of a drawing have to add up to, by limiter.
const FILLED = {
  fixed_window: ['rect.full', ({ used, limit }) => used / limit],
  sliding_window_log: ['rect.full', ({ used, limit }) => used / limit],
  sliding_window_counter: ['rect.full', ({ weighted, current, limit }) => (weighted + current) / limit],
  token_bucket: ['.token', ({ left }) => left],
  leaky_bucket_meter: ['.unit', ({ used }) => used],
};

async function isTheCores(page, run, lane, time) {
  const anatomy = run.anatomy(lane, 0, time);
  const { algorithm } = run.about(lane);
  const name = `${algorithm} at ${time}`;
  const { numbers, label } = await drawn(page).evaluate((svg) => ({
    numbers: JSON.parse(svg.dataset.numbers),
    label: svg.getAttribute('aria-label'),
  }));
  assert.deepEqual(numbers, plain(anatomy.now), name);
  assert.equal(label, anatomy.state);
  const [state, rule, then] = await stated(page);
  assert.deepEqual([state, rule, then], [anatomy.state, `${anatomy.rule} ${anatomy.verdict}`, anatomy.then], name);
  const [shape, expected] = FILLED[algorithm] ?? [];
  if (shape !== undefined)
    assert.ok(Math.abs(sum(await shares(page, shape)) - expected(anatomy.now)) < 1e-9, `${name}: what is filled`);
  if (algorithm === 'leaky_bucket_queue')
    assert.equal(await drawn(page).locator('.place.waits').count(), anatomy.waiting_count, `${name}: waiting requests`);
  if (algorithm === 'gcra')
    assert.equal(
      await drawn(page).locator('[data-ahead]').getAttribute('data-ahead'),
      String(anatomy.now.empty_after),
      name,
    );
}

async function faults(page, where) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate((where) => {
    const page = document.querySelector('rate-lab-page')?.shadowRoot;
    return axe.run(where === undefined ? document : page.querySelector(where));
  }, where);
  assert.ok(passes.length > 8, `axe looked at ${passes.length} things only`);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n')}`,
  );
}

export default {
  'draws and describes each of the seven at ten instants as the core does': onlyIn(
    'chromium',
    'the document is the same, and takes a minute to read',
    async ({ open }) => {
      const page = await opened(open, `${linkOf(TEXT)}~1@9.5s~anatomy`);
      const names = view(page).getByRole('navigation', { name: 'Limiters' }).getByRole('button');
      const steps = Number(await slider(page).getAttribute('max'));
      const run = ask(TEXT, (run) => ({ count: run.lanes }));
      assert.equal(await names.count(), run.count);
      for (let lane = 0; lane < run.count; lane += 1) {
        await names.nth(lane).click();
        const times = [];
        for (let step = 0; step < 10; step += 1) {
          times.push(await scrub(page, Math.round((steps * (step * 7 + lane)) / 70)));
          await drawn(page)
            .and(page.locator(`[data-algorithm="${read(TEXT).lanes[lane].algorithm}"]`))
            .waitFor();
          const core = ask(TEXT, (run) => ({ anatomy: run.anatomy(lane, 0, times.at(-1)), about: run.about(lane) }));
          await isTheCores(page, { anatomy: () => core.anatomy, about: () => core.about }, lane, times.at(-1));
        }
        assert.equal(new Set(times).size, 10);
      }
    },
  ),

  async 'opens at the lane and the instant of a link, and writes them there'({ open }) {
    const page = await opened(open, '#edge-burst~4@10.1s~anatomy');
    assert.equal((await stated(page))[0], 'At 10.1 s: 0.6 of 10 tokens are left.');
    await view(page).getByRole('button', { name: 'Previous request' }).click();
    await page.waitForURL(/~4@9\.5s~anatomy$/);
    await view(page).getByRole('navigation', { name: 'Previous and next' }).getByRole('button').nth(1).click();
    await page.waitForURL(/~5@9\.5s~anatomy$/);
    await view(page).getByRole('heading', { name: 'Leaky bucket, meter' }).waitFor();
    const again = await opened(open, new URL(page.url()).hash);
    assert.equal((await stated(again))[0], 'At 9.5 s: 10 of 10 are in the bucket.');
  },

  async "follows the slider's keys, and the cursor and the playhead of the picture"({ open }) {
    const page = await opened(open, '#edge-burst~4@10.1s~anatomy');
    await slider(page).focus();
    await page.keyboard.press('ArrowRight');
    await eventually(async () => (await stated(page))[0], 'At 10.11 s: 0.61 of 10 tokens are left.');
    await page.waitForURL(/~4@10\.11s~anatomy$/);
    await chart(page).focus();
    await page.keyboard.press('n');
    await cursor(page).filter({ hasText: 'request 11' }).waitFor();
    // Out of sight it sends no questions.
    await view(page).scrollIntoViewIfNeeded();
    await eventually(async () => (await stated(page))[0], 'At 10.1 s: 0.6 of 10 tokens are left.');
    await page.getByRole('slider', { name: 'Playhead' }).evaluate((input) => {
      input.value = '0';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    const from = ask('v=1&traffic=10@9.5s; 10@10.1s', (run) => run.shown()[0]);
    await eventually(() => view(page).evaluate((view) => String(view.time)), String(from));
  },

  async 'shows the traffic that reaches the bound, and undoes it'({ open }) {
    const page = await opened(open, '#edge-burst~4@10.1s~anatomy');
    const before = await script(page).inputValue();
    const worst = ask('v=1&traffic=10@9.5s; 10@10.1s', (run) => run.worst(3));
    await view(page).getByRole('button', { name: 'Show that traffic' }).click();
    await eventually(() => script(page).inputValue(), worst.traffic);
    await view(page).getByText(`${worst.bound} here;`).waitFor();
    await headline(page)
      .filter({ hasText: String(worst.bound) })
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => script(page).inputValue(), before);
  },

  async 'shows the traffic of which the most starts behind a queue'({ open }) {
    const page = await opened(open, '#edge-burst~6@10.1s~anatomy');
    const { started, traffic } = ask('v=1&traffic=10@9.5s; 10@10.1s', (run) => run.worst(5));
    await view(page).getByText(`10 here; ${started.cost} in`).waitFor();
    await view(page).getByRole('button', { name: 'Show that traffic' }).click();
    await eventually(() => script(page).inputValue(), traffic);
    await view(page).getByText(`${started.cost} here; ${started.cost} in`).waitFor();
  },

  async 'shows the members of an all-of, and which of them denies'({ open }) {
    const page = await opened(
      open,
      `${linkOf('v=1&lanes=all_of(token_bucket %2B fixed_window limit=3 window=1s)&traffic=5@1.5s')}~1@1.5s~anatomy`,
    );
    const members = view(page).locator('.members li');
    assert.deepEqual(await members.evaluateAll((all) => all.map((one) => one.dataset.outcome)), ['allowed', 'denied']);
    await members.nth(1).getByText('Fixed window: denied, which decides').waitFor();
  },

  async 'defines a term by pointing, by focus and by a tap, and Escape closes it'({ open }) {
    const page = await opened(open, '#edge-burst~4@10.1s~anatomy');
    const term = view(page).getByRole('button', { name: 'worst case', exact: true });
    const definition = view(page).getByText('The most that a client could ever get in such a window');
    assert.equal(await definition.isVisible(), false);
    await term.hover();
    await definition.waitFor();
    await page.keyboard.press('Escape');
    await definition.waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    await term.focus();
    await definition.waitFor();
    await term.blur();
    await definition.waitFor({ state: 'hidden' });
    await term.click();
    await definition.waitFor();
  },

  'has no axe violations in the anatomy, in light, in dark and on a narrow screen': onlyIn(
    'chromium',
    'axe looks at the same document',
    async ({ open }) => {
      for (const options of [
        { colorScheme: 'light' },
        { colorScheme: 'dark' },
        { viewport: { width: 360, height: 740 } },
      ]) {
        const page = await opened(open, '#edge-burst~6@10.1s~anatomy', options);
        assert.deepEqual(await faults(page, 'view-tabs'), [], JSON.stringify(options));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `it is ${wide} pixels wider than the window`);
      }
    },
  ),

  async 'has a glossary that needs no scripts, and leads to every anatomy'({ open }) {
    const page = await open('glossary.html', { javaScriptEnabled: false });
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    for (const term of ['Retry-After', 'Window edge', 'TAT', 'Amplification'])
      await page.getByText(term, { exact: true }).first().waitFor();
    const links = await page
      .getByRole('link', { name: /at work$/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    assert.equal(links.length, 8);
    const titles = ask('v=1&traffic=10@9.5s; 10@10.1s', (run) => lanesOf(run).map((lane) => run.title(lane)));
    const other = await opened(open, links[2].replace('./', ''));
    await view(other).getByRole('heading', { name: titles[2] }).waitFor();
    const whole = await open('glossary.html');
    assert.deepEqual(await faults(whole), []);
  },
};
