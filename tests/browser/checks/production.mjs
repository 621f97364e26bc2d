// The production view: it shows the core's texts, which can be copied and saved, and gives the reason of a refusal.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { alone, onlyIn } from '../pages.mjs';
import { eventually, put, ready } from '../reading.mjs';
import { WEB } from '../serving.mjs';
import { ask, linkOf, OPENING } from '../expected.mjs';

const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, 'utf8');

const view = (page) => page.locator('production-view');
const block = (page, name) => view(page).getByRole('region', { name });
const field = (page, name) => view(page).getByRole('spinbutton', { name });
const needs = (page) => view(page).locator('scale-section dd strong').allInnerTexts();
const tab = (page, name) => view(page).getByRole('tab', { name, exact: true });

// Runs in the page: what is copied can be read without a permission.
function clipboard() {
  const writeText = async (text) => void (globalThis.copied = text);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
}

async function opened(open, place, options) {
  const page = await ready(await open(place, options));
  await view(page).scrollIntoViewIfNeeded();
  await view(page).locator('h3').waitFor();
  return page;
}

// The other checks of this view look at it in every browser.
const SAME = 'it is stated in the same words in every browser';

export default {
  'shows the script, the call and the numbers of each limiter as the core has them': onlyIn(
    'chromium',
    SAME,
    async ({ open }) => {
      const page = await opened(open, '#edge-burst~production', { before: clipboard });
      const lanes = view(page).getByRole('navigation', { name: 'Limiters' }).getByRole('button');
      const expected = ask(OPENING.text, (run) =>
        Array.from({ length: run.lanes }, (_, lane) => ({
          title: run.title(lane),
          ...run.production(lane).deployments[0],
        })),
      );
      assert.equal(await lanes.count(), expected.length);
      for (const [lane, { title, redis, rule, key_prefix: prefix }] of expected.entries()) {
        await lanes.nth(lane).click();
        await view(page).getByRole('heading', { name: title, exact: true }).waitFor();
        await view(page).getByText(rule).waitFor();
        const call = `EVALSHA ${redis.digest} 1 ${prefix}{ada} check 1 '' ${redis.arguments.join(' ')}`;
        assert.equal((await block(page, 'The call').innerText()).trim(), call);
        const shownNames = await view(page)
          .locator('.arguments .own')
          .evaluateAll((rows) =>
            rows.map((row) => [row.querySelector('dt').textContent.trim(), row.querySelector('code').textContent]),
          );
        const named = redis.members
          .flatMap((member) => member.arguments)
          .map(({ name, value }, at) => [`ARGV[${at + 4}] ${name}`, value]);
        assert.deepEqual(shownNames, named, title);
        await view(page)
          .getByRole('button', { name: `Copy: The script, ${redis.script}.lua` })
          .click();
        await view(page).getByText('Copied.').waitFor();
        const text = await page.evaluate(() => globalThis.copied);
        assert.equal(createHash('sha1').update(text).digest('hex'), redis.digest, `${title}: what is copied`);
      }
      await view(page).getByText('100,000 random ones per limiter and option').waitFor();
    },
  ),

  'opens the limiter of a link, and writes it there': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await opened(open, '#edge-burst~4@10.1s~production');
    await view(page).getByRole('heading', { name: 'Token bucket', exact: true }).waitFor();
    await view(page).getByRole('button', { name: 'GCRA' }).click();
    await page.waitForURL(/~7@10\.1s~production$/);
    const again = await opened(open, new URL(page.url()).hash);
    await view(again).getByRole('heading', { name: 'GCRA', exact: true }).waitFor();
  }),

  'chooses a client by keyboard, and copies what is shown': alone(async ({ open }) => {
    const page = await opened(open, '#edge-burst~4@10.1s~production', { before: clipboard });
    await page.getByRole('tab', { name: 'Take it to production', selected: true }).waitFor();
    await tab(page, 'redis-cli').focus();
    for (const [key, name, file] of [
      ['ArrowRight', 'Python', 'check.py'],
      ['ArrowRight', 'Node', 'check.mjs'],
      ['ArrowRight', 'Go', 'main.go'],
      ['ArrowRight', 'Rust', 'main.rs'],
      ['End', 'Rust, in process', 'main.rs'],
      ['ArrowRight', 'redis-cli', 'check.sh'],
      ['ArrowLeft', 'Rust, in process', 'main.rs'],
    ]) {
      await page.keyboard.press(key);
      await view(page).getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await block(page, `${name}, ${file}`).waitFor();
    }
    assert.match(
      await block(page, 'Rust, in process, main.rs').innerText(),
      /TokenBucket::new\(10, 10, 10 \* SECOND\)\?/,
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await view(page).getByText('Copied.').waitFor();
    const copied = await page.evaluate(() => globalThis.copied);
    assert.equal(copied.trim(), (await block(page, 'Rust, in process, main.rs').innerText()).trim());
  }),

  'selects what a browser does not let it copy': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await opened(open, '#edge-burst~production', {
      before: () => Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    });
    await view(page).getByRole('button', { name: 'Copy: The call' }).click();
    await view(page).getByText('Selected: copy it with the keyboard.').waitFor();
  }),

  'saves the script under its name': onlyIn('chromium', 'Playwright has no downloads there', async ({ open }) => {
    const page = await opened(open, '#edge-burst~7@10.1s~production');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      view(page).getByRole('button', { name: 'Download gcra.lua' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'gcra.lua');
    const { digest } = ask(OPENING.text, (run) => run.production(6).deployments[0].redis);
    assert.equal(
      createHash('sha1')
        .update(await readFile(await file.path()))
        .digest('hex'),
      digest,
    );
  }),

  'says what Redis cannot hold exactly, and offers what can': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await opened(open, `${linkOf('v=1&limit=10/1500ns&traffic=10@1ms')}~production`);
    await view(page)
      .getByText(
        'Redis cannot hold this limit exactly. Window is 1,500 ns, but must be a multiple of 1,000 ns in Redis: its ' +
          'clock counts microseconds.',
      )
      .waitFor();
    assert.deepEqual(await view(page).getByRole('tab').allInnerTexts(), ['Rust, in process']);
    assert.match(await block(page, 'Rust, in process, main.rs').innerText(), /FixedWindow::new\(10, 1_500\)\?/);
    assert.equal(await field(page, 'Clients').count(), 0);
    // A bucket gets its rate in lowest terms, which any period has.
    await view(page).getByRole('button', { name: 'GCRA' }).click();
    await view(page).getByText('Tested:').waitFor();
  }),

  'refuses bad numbers at both fields, and keeps the last good answer': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await opened(open, '#edge-burst~4@10.1s~production');
    await eventually(async () => (await needs(page))[1], '1.6 MB');
    const before = await needs(page);
    for (const [name, allowed] of [
      ['Clients', /a whole number from 1 to 1,000,000,000\./],
      ['Decisions per second', /a whole number from 1 to 1,000,000,000\./],
    ]) {
      for (const bad of ['0', '-1', '1.5', '1000000001', '']) {
        await put(field(page, name), bad);
        await view(page).getByText(allowed).waitFor();
        assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
        assert.deepEqual(await needs(page), before, `${name} of ${bad}: the last good answer stays`);
        await view(page)
          .getByText('Below are the numbers for 100,000 clients and 10,000 decisions a second.')
          .waitFor();
      }
      await put(field(page, name), name === 'Clients' ? '100000' : '10000');
      await view(page).getByText(allowed).waitFor({ state: 'hidden' });
    }
    await put(field(page, 'Clients'), '1000000');
    await eventually(async () => (await needs(page))[1], '16 MB');
    await put(field(page, 'Decisions per second'), '1000000');
    await eventually(async () => Number((await needs(page))[3]) > 1, true);
  }),

  'takes the limit of a group, and the layers of a lane': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await opened(open, '#free-and-pro~production');
    const own = () => view(page).locator('.arguments .own code').allInnerTexts();
    const free = await own();
    await view(page).getByRole('combobox', { name: 'The limit of' }).selectOption('pro');
    await eventually(async () => (await own()).join() === free.join(), false);
    const layers = await opened(open, '#four-layers~production');
    await view(layers)
      .getByText('One call decides for 4 limiters: it asks them in order and stops at the first refusal.')
      .waitFor();
    const call = (await block(layers, 'The call').innerText()).replace(/rl:\w+:\{everybody\}/g, 'KEY');
    assert.match(call, / 4 KEY:0 KEY:1:acme KEY:2:ada KEY:3 check 1 '' in_order 0 fixed_window 4 60 /);
    await tab(layers, 'Rust, in process').click();
    await view(layers).getByText('Create a store for each of them').waitFor();
  }),

  async 'is a separate figure on other pages'({ open }) {
    const page = await open('embed.html?view=production&at=7@0s#v=1&traffic=10@9.5s;+10@10.1s');
    await view(page).getByRole('heading', { name: 'GCRA', exact: true }).waitFor();
    await tab(page, 'Python').click();
    await block(page, 'Python, check.py').waitFor();
  },

  'has no axe violations and is not too wide, in light, in dark and on a narrow screen': onlyIn(
    'chromium',
    'axe looks at the same document',
    async ({ open }) => {
      for (const options of [
        { colorScheme: 'light' },
        { colorScheme: 'dark' },
        { viewport: { width: 360, height: 740 } },
      ]) {
        for (const place of [
          '#edge-burst~4@10.1s~production',
          '#four-layers~production',
          `${linkOf('v=1&limit=10/1500ns&traffic=10@1ms')}~production`,
        ]) {
          const page = await opened(open, place, options);
          await page.evaluate(AXE);
          const { violations, passes } = await page.evaluate(() =>
            axe.run(document.querySelector('rate-lab-page').shadowRoot.querySelector('view-tabs')),
          );
          assert.ok(passes.length > 8, `axe looked at ${passes.length} things only`);
          assert.deepEqual(
            violations.map(
              ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
            ),
            [],
            `${place} ${JSON.stringify(options)}`,
          );
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${place} is ${wide} pixels wider than the window`);
        }
      }
    },
  ),
};
