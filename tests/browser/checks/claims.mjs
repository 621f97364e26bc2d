// The page of claims: its numbers are the core's, its pictures are live, and it can be read without scripts.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

import { CLAIMS } from '../../../web/claims/index.mjs';
import { SOURCES } from '../../../web/claims/sources.mjs';
import { ask, fromLink, lanesOf, read } from '../expected.mjs';
import { onlyIn } from '../pages.mjs';
import { ready, says } from '../reading.mjs';
import { WEB } from '../serving.mjs';
import { laneResults } from '../lane-results.mjs';
import { admittedOf, beside } from '../stated/beside.mjs';
import * as rules from '../stated/rules.mjs';
import { CASES, CONDITIONS, verdictOf } from '../stated/verdicts.mjs';

const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, 'utf8');
const WORDS = { true: /^True$/, false: /^False$/, when: /^True when \S/ };
// From three on; “one” and “two” are also other words.
const NUMBER_WORDS = /\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|fifty|hundred|thousand)\b/i;

const BYTES = { bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9 };

// The text of a row outside its numbers.
const plain = ({ why }) => why.replace(/\{\w+\}/g, '').replace(/\]\(\w+\)/g, ']');
const numbersIn = (text) => text.match(/\d+(?:\.\d+)?/g) ?? [];

const resultsOf = (scenarios) =>
  Object.fromEntries(Object.entries(scenarios).map(([key, text]) => [key, laneResults(text)]));

const article = (page, name) => page.locator(`article[id="${name}"]`);
const figure = (page, name) => article(page, name).locator('rate-lab');

// Runs in the page: records runs, layout shifts and what the policy forbids.
function remember() {
  Object.assign(window, { ran: {}, shifts: [], violations: [] });
  addEventListener('rate-lab-run', ({ target, detail }) => (window.ran[target.closest('article').id] = detail));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.violations.push(`${effectiveDirective} ${blockedURI}`),
  );
  // Firefox does not report layout shifts.
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({
    type: 'layout-shift',
    buffered: true,
  });
}

// The still picture of memory: a client's bytes, and those of a million.
async function isTable(one, figure, browser) {
  const table = one.getByRole('table', { name: 'Worst-case state, without keys' });
  if (browser === 'chromium') await table.waitFor();
  const printed = (await one.locator('table td').allTextContents())
    .map((text) => text.split(' '))
    .map(([number, unit]) => Number(number) * BYTES[unit]);
  const meant = ask(figure, (run) =>
    lanesOf(run).flatMap((lane) => [1, 1_000_000].map((clients) => run.stateBytes(lane, clients))),
  );
  assert.deepEqual(
    printed,
    meant.map((bytes) => Number(bytes.toPrecision(3))),
  );
}

async function come(page, name) {
  await figure(page, name).scrollIntoViewIfNeeded();
  await page.waitForFunction((name) => window.ran[name] !== undefined, name);
}

/** The height of a line of text, in pixels. */
const LINE = 16;

export default {
  'says of claims what the core computes, number by number'() {
    for (const { name, scenarios, numbers } of CLAIMS) {
      const lanes = resultsOf(scenarios);
      for (const [key, [printed, compute]] of Object.entries(numbers))
        assert.equal(printed, compute(lanes, { ...rules, admittedOf }), `${name}: ${key}`);
    }
  },

  'gives a claim the verdict that the articles’ own rules give it'() {
    assert.deepEqual(Object.keys(CASES).sort(), CLAIMS.map(({ name }) => name).sort());
    for (const { name, scenarios, verdict, when } of CLAIMS) {
      assert.equal(verdictOf(CASES[name](resultsOf(scenarios))), verdict, name);
      assert.equal(CONDITIONS[name], when, name);
    }
  },

  'decides by an article’s rule as our limiter does, on any traffic'() {
    const bucket = 'limit=3/2s&lanes=';
    const same = [
      [rules.fixedWindow, 'fixed_window'],
      [rules.countFirst, 'fixed_window'],
      [rules.log, 'sliding_window_log'],
      [rules.comparedFirst, 'sliding_window_counter'],
      [rules.roundedFirst, 'sliding_window_counter'],
      [rules.addedFirst, 'sliding_window_counter rounding=exact'],
      [rules.countsRefusals, 'sliding_window_counter rounding=exact count_denied=yes'],
      [rules.tokenBucket, 'token_bucket'],
      [rules.leakyBucket, 'leaky_bucket_meter'],
      [rules.gcra, 'gcra'],
      [(settings) => rules.limitReq({ ...settings, burst: 2 }), 'leaky_bucket_queue'],
    ];
    for (let seed = 0; seed < 30; seed += 1) {
      const times = rules.randomTimes(seed, 15).map((time) => `${time}ns`);
      for (const [rule, lane] of same)
        for (const result of laneResults(`${bucket}${lane}&traffic=at ${times.join(' ')}`)) beside(rule, result);
    }
  },

  'says no number of a claim that is neither computed nor in its scenarios'() {
    for (const row of CLAIMS) {
      const given = new Set(Object.values(row.scenarios).flatMap(numbersIn));
      // A minute is 60 seconds.
      const meant = numbersIn(plain(row)).filter(
        (number) => !given.has(number) && !(number === '60' && /\/m\b/.test(row.scenarios.figure)),
      );
      assert.deepEqual(meant, [], row.name);
      assert.doesNotMatch(plain(row), NUMBER_WORDS, row.name);
    }
  },

  'has a claim once, with a verdict and a source'() {
    assert.equal(new Set(CLAIMS.map(({ name }) => name)).size, CLAIMS.length);
    const named = CLAIMS.flatMap(({ stated, right = [] }) => [...stated, ...right].map(({ source }) => source));
    assert.deepEqual(
      [...new Set(named)].sort(),
      Object.keys(SOURCES).sort(),
      'every source is named, and every name is a source',
    );
    for (const { name, verdict, when, stated } of CLAIMS) {
      assert.ok(verdict in WORDS, name);
      assert.equal(when !== undefined, verdict === 'when', name);
      assert.ok(stated.length > 0, name);
    }
  },

  'names the limiters of a picture, for its lanes have no numbers'() {
    for (const { name, scenarios, view } of CLAIMS) {
      if (view === undefined)
        assert.doesNotMatch(
          ask(scenarios.figure, (run) => `${run.headline()} ${run.reason()}`),
          /in lane \d/,
          name,
        );
    }
  },

  'gives every source an address, or names it as a document with its title'() {
    for (const [name, { title, address, place, document }] of Object.entries(SOURCES)) {
      assert.equal(document !== undefined, address === undefined || place !== undefined, name);
      if (address !== undefined) assert.match(address, /^https:\/\/[\w.-]+\.\w+\//, name);
      if (document !== undefined) assert.match(title, /“.+”/, name);
    }
  },

  async 'shows every claim with its numbers, its verdict, its still pictures and its links without scripts'({
    open,
    browser,
  }) {
    const page = await open('claims.html', { javaScriptEnabled: false });
    const [yes, no, depends] = Object.keys(WORDS).map((word) => CLAIMS.filter((row) => row.verdict === word).length);
    await page
      .getByText(`Of ${CLAIMS.length}, ${yes} are true, ${no} are false, and ${depends} are true under a condition.`)
      .waitFor();
    for (const row of CLAIMS) {
      const one = article(page, row.name);
      await one.getByRole('heading', { name: row.claim, exact: true }).waitFor();
      assert.match(await one.locator('.verdict').innerText(), WORDS[row.verdict]);
      assert.match(
        await page
          .getByRole('navigation', { name: 'All claims' })
          .getByRole('listitem')
          .filter({ hasText: row.claim })
          .innerText(),
        row.verdict === 'when' ? /True when$/ : new RegExp(`${row.verdict}$`, 'i'),
      );
      const printed = await one
        .locator('data')
        .evaluateAll((all) =>
          all.map(({ id, value, textContent }) => [id, Number(value), Number(textContent.replaceAll(',', ''))]),
        );
      const meant = [...row.why.matchAll(/\{(\w+)\}/g)].map(([, key]) => [
        `${row.name}-${key}`,
        row.numbers[key][0],
        row.numbers[key][0],
      ]);
      assert.deepEqual(printed, meant);
      if (row.view !== undefined) {
        await isTable(one, row.scenarios.figure, browser);
        continue;
      }
      const [svg, narrow, words] = ask(row.scenarios.figure, (run) => [
        run.toSVG(),
        run.toSVG({ width: 360 }),
        `${run.headline()} ${run.reason()}`,
      ]);
      // Firefox cannot be driven with its scripts off, so there the live picture may hide the still one.
      const still = one.locator('img');
      if (browser === 'chromium') await still.waitFor();
      assert.equal(await still.getAttribute('alt'), words);
      for (const [ending, drawn] of [
        ['', svg],
        ['-narrow', narrow],
      ])
        assert.ok(readFileSync(`${WEB}/dist/claims/${row.name}${ending}.svg`, 'utf8') === drawn, row.name);
    }
    const links = await page
      .locator('a[href*="./#"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href').slice('./#'.length)));
    assert.ok(links.length > 2 * CLAIMS.length);
    for (const link of links.map((one) => one.replace(/~memory$/, ''))) assert.equal(read(fromLink(link)).link, link);
    const elsewhere = await page
      .locator('a[href^="http"]')
      .evaluateAll((all) => all.map(({ href, rel }) => [href, rel]));
    assert.ok(elsewhere.every(([href, rel]) => href.startsWith('https://') && rel === 'noopener noreferrer'));
    const here = await page
      .locator('a[href^="./"]:not([href*="#"])')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    for (const href of here) assert.ok(existsSync(`${WEB}/dist/${href === './' ? 'index.html' : href}`), href);
  },

  async 'makes every picture of the claims live when it comes near, at any width'({ open, browser }) {
    // Where it is slow to open pages, at the width with the least space.
    for (const width of browser === 'chromium' ? [1280, 768, 360] : [360]) {
      const page = await open('claims.html', { viewport: { width, height: 900 }, before: remember });
      for (const { name, scenarios, view } of CLAIMS) {
        await come(page, name);
        const lanes = ask(scenarios.figure, (run) => lanesOf(run).map((lane) => run.sentence(lane)));
        assert.deepEqual(
          await page.evaluate((name) => window.ran[name].lanes.map(({ sentence }) => sentence), name),
          lanes,
        );
        if (view === undefined)
          await figure(page, name).getByRole('figure').getByRole('heading', { level: 2 }).first().waitFor();
        else await figure(page, name).getByRole('list', { name: 'Bytes for 1,000,000 clients' }).waitFor();
        const [height, needed] = await figure(page, name).evaluate((one) => [
          one.offsetHeight,
          one.shadowRoot.querySelector('[part=base]').offsetHeight,
        ]);
        // The space is that of the still picture, whose requests may have a line of text more.
        assert.ok(height - needed < 90 + LINE, `${name} leaves ${height - needed} pixels empty at ${width}`);
      }
      assert.deepEqual(await page.evaluate(() => window.violations), []);
      assert.equal(await page.locator('iframe').count(), 0);
      assert.ok(
        (await page.evaluate(() => document.scrollingElement.scrollWidth)) <= width,
        `${width} is too narrow for it`,
      );
      // On a phone, the names of lanes with options take a line more when they come.
      if (width > 360) assert.deepEqual(await page.evaluate(() => window.shifts), [], `at ${width}`);
      await page.close();
    }
  },

  async 'opens at the claim that a link names, and stays there'({ open }) {
    for (const width of [1280, 360]) {
      for (const { name } of [CLAIMS[4], CLAIMS[12]]) {
        const page = await open(`claims.html#${name}`, { viewport: { width, height: 900 }, before: remember });
        await page.waitForFunction((name) => window.ran[name] !== undefined, name);
        const top = await article(page, name).evaluate((one) => one.getBoundingClientRect().top);
        assert.ok(top >= 0 && top < 40, `${name} is at ${top} in ${width}`);
        await page.close();
      }
    }
  },

  async 'leads from the playground to the claims, and from a claim into the playground'({ open }) {
    const page = await ready(await open('', { before: remember }));
    await page.getByRole('link', { name: 'Common claims, fact-checked' }).click();
    await page.getByRole('heading', { name: 'Common claims, fact-checked', level: 1 }).waitFor();
    const { name, scenarios } = CLAIMS[0];
    // A page that is left while its figures load breaks off what it has asked the service worker for, and Firefox says
    // so.
    await come(page, name);
    await page.waitForLoadState('networkidle');
    await article(page, name).getByRole('link', { name: 'Open it in the playground' }).click();
    await says(
      page,
      ask(scenarios.figure, (run) => run.headline()),
    );
  },

  'has no axe violations among the claims, in light, in dark and on a narrow screen': onlyIn(
    'chromium',
    'axe looks at the same document',
    async ({ open }) => {
      for (const options of [
        { colorScheme: 'light' },
        { colorScheme: 'dark' },
        { viewport: { width: 360, height: 740 } },
      ]) {
        const page = await open('claims.html', { ...options, before: remember, bypassCSP: true });
        await come(page, CLAIMS[0].name);
        await page.evaluate(AXE);
        const { violations, passes } = await page.evaluate(() => axe.run(document));
        assert.ok(passes.length > 8, `axe looked at ${passes.length} things only`);
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
          [],
        );
        await page.close();
      }
    },
  ),
};
