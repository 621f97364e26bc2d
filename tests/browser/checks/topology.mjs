// Senders and servers, built from scratch as a new user would.

import assert from 'node:assert/strict';

import { eventually, number, put, ready, share, shown } from '../reading.mjs';
import { alone, onlyIn } from '../pages.mjs';
import { countsOf, hashOf, read } from '../expected.mjs';

const senders = (page) => page.locator('sender-controls');
const servers = (page) => page.locator('server-controls');
const card = (page, name) =>
  page.locator('sender-card').filter({ has: page.getByRole('textbox', { name: `Name of ${name}` }) });
const scriptOf = (page, name) => page.getByRole('textbox', { name: `Sends: traffic of ${name}` });
const becomes = (page, text) => eventually(async () => (await shown(page)).text, text);

export default {
  'builds app and cron, free and pro from nothing, and the link restores them': alone(async ({ open }) => {
    const page = await ready(await open('', { before: forgetClipboard }));
    await senders(page).getByRole('heading', { name: 'Senders' }).click();
    await senders(page).getByRole('button', { name: 'Add a client group' }).click();
    await becomes(page, 'v=1&traffic=10@9.5s; 10@10.1s; burst 20 every 10s x3 by cron&groups=cron');
    await rename(page, 'everybody else', 'app');
    for (const name of ['free', 'pro']) {
      await senders(page).getByRole('button', { name: 'Add a client group' }).click();
      await card(page, name).waitFor();
    }
    await put(number(page, 'How many of app'), '100');
    await card(page, 'free').getByRole('checkbox', { name: 'Its own limit' }).click();
    await put(card(page, 'free').getByRole('spinbutton', { name: 'Requests of this tier' }), '5');
    await scriptOf(page, 'pro').fill('15 every 100ms and 3 at 5s');
    await scriptOf(page, 'pro').blur();
    await eventually(() => scriptOf(page, 'pro').inputValue(), '15 every 100ms; 3@5s');
    const text =
      'v=1&traffic=10@9.5s by app; 10@10.1s by app; burst 20 every 10s x3 by cron; burst 20 every 10s x3 by free; ' +
      '15 every 100ms by pro; 3@5s by pro' +
      '&groups=cron, app 100, free limit 5/10s, pro limit 100/10s';
    await becomes(page, text);
    await restores(page, open, text);

    // A mistake stays at its field, and so does everything else.
    await rename(page, 'cron', 'job 2');
    await card(page, 'cron').getByText('A name may contain only the letters a to z and _').waitFor();
    await scriptOf(page, 'app').fill('15 evry 100ms');
    await card(page, 'app')
      .getByText(/At character 4: .*use /)
      .waitFor();
    // The traffic of another group has its own box, whatever was wrong before.
    await scriptOf(page, 'free').fill('2 per second');
    await card(page, 'free')
      .getByText(/^At character/)
      .waitFor();
    await scriptOf(page, 'free').fill('poisson 2/s for 3m by pro');
    await card(page, 'free').getByText('This box is only for the traffic of free: leave out “by pro”.').waitFor();
    await scriptOf(page, 'free').blur();
    await put(number(page, 'How many of app'), '0');
    await card(page, 'app').getByText('a whole number from 1 to 1,000,000').waitFor();
    assert.equal((await shown(page)).text, text);
    assert.equal(await page.getByRole('textbox', { name: 'Traffic script' }).getAttribute('aria-invalid'), 'false');
    await card(page, 'app').getByRole('button', { name: 'Use 15 every 100ms' }).click();
    await becomes(page, text.replace('10@9.5s by app; 10@10.1s by app', '15 every 100ms by app'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(page, text);

    assert.equal(await scriptOf(page, 'free').inputValue(), 'poisson 2/s for 3m by pro');

    // All limiters apply to another key in one step.
    const key = page.getByRole('combobox', { name: 'Limits apply to' });
    await key.selectOption('all clients together');
    await eventually(async () => [...new Set((await scenarioOf(page)).lanes.map((lane) => lane.key))], ['everybody']);
    await senders(page).getByText('The limits of groups then do not apply.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(page, text);
    assert.equal(await key.inputValue(), 'client');

    // A group is removed with its traffic, in one step.
    await senders(page).getByRole('button', { name: 'Remove cron' }).click();
    await becomes(page, text.replace(' burst 20 every 10s x3 by cron;', '').replace('cron, ', ''));
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(page, text);
    await page.getByRole('button', { name: 'Form' }).click();
    await page.getByRole('combobox', { name: 'sent by, part 1' }).selectOption('cron');
    await becomes(page, text.replace('10@9.5s by app', '10@9.5s by cron'));
  }),

  async 'builds three servers from nothing, and the link restores them'({ open }) {
    const page = await ready(await open('', { before: forgetClipboard }));
    await servers(page).getByRole('heading', { name: 'Servers' }).click();
    const more = servers(page).getByRole('button', { name: 'One more server' });
    const placeOf = (button) => button.evaluate(({ offsetLeft, offsetTop }) => [offsetLeft, offsetTop]);
    const place = await placeOf(more);
    await more.click();
    await becomes(page, 'v=1&traffic=10@9.5s; 10@10.1s&servers=2 round_robin shared');
    assert.deepEqual(await placeOf(more), place, 'a second click would miss');
    await more.click();
    // The result of each choice is next to it before it is chosen.
    await eventually(() => servers(page).locator('#admitted-local').textContent(), '20');
    await eventually(() => servers(page).locator('#admitted-shared').textContent(), '20');
    await servers(page).getByRole('radio', { name: 'Each server has its own' }).click();
    await servers(page).getByRole('combobox', { name: 'How requests are routed' }).selectOption('sticky');
    await servers(page)
      .getByRole('button', { name: /^Server 2/ })
      .click();
    await put(number(page, 'Clock of server 2'), '0.6');
    await servers(page).getByRole('combobox', { name: 'Ahead or behind' }).selectOption('behind');
    const local = 'v=1&traffic=10@9.5s; 10@10.1s&servers=3 sticky local server 2 behind 600ms';
    await becomes(page, local);
    await servers(page).getByRole('radio', { name: 'Shared, read and then written' }).click();
    await put(number(page, 'Latency'), '7');
    await servers(page).getByRole('combobox', { name: 'How it is written' }).selectOption('increment');
    const race = local.replace('local', 'race 7ms increment');
    await becomes(page, race);
    assert.ok(
      await page.locator('#controls').evaluate((controls) => controls.scrollWidth <= controls.clientWidth),
      'controls are cut off',
    );
    await restores(page, open, race);

    // The text of another choice is kept while others are tried.
    await servers(page).getByRole('radio', { name: 'Shared, in one step' }).click();
    await becomes(page, local.replace('local', 'shared'));
    await servers(page).getByRole('radio', { name: 'Shared, read and then written' }).click();
    await becomes(page, race);
    await put(number(page, 'Servers'), '65');
    await servers(page).getByText('a whole number from 1 to 64').waitFor();
    await put(number(page, 'Servers'), '1');
    await becomes(page, 'v=1&traffic=10@9.5s; 10@10.1s&servers=1 sticky race 7ms increment');
  },

  'sets servers, their clocks and their state by keyboard': alone(async ({ open }) => {
    const page = await ready(await open());
    await servers(page).locator('summary').first().press('Enter');
    await servers(page).getByRole('button', { name: 'One more server' }).press('Enter');
    await becomes(page, 'v=1&traffic=10@9.5s; 10@10.1s&servers=2 round_robin shared');
    await servers(page)
      .getByRole('button', { name: /^Server 2, its clock is correct/ })
      .press('Enter');
    await page.keyboard.type('2');
    await servers(page).getByRole('radio', { name: 'Shared, in one step' }).press('ArrowDown');
    await becomes(page, 'v=1&traffic=10@9.5s; 10@10.1s&servers=2 round_robin race 5ms set server 2 ahead 2s');
    await servers(page).getByRole('button', { name: 'Server 2, its clock is ahead by 2 s: set it' }).waitFor();
    await servers(page)
      .getByRole('group', {
        name: /^Diagram: 1 client to 2 servers, each in turn, one state, written 5 ms after it is read/,
      })
      .waitFor();
  }),

  'adds layers, and changes their names, limiters, keys and order, and the state of a lane': onlyIn(
    'chromium',
    'other controls are tried in every browser',
    async ({ open }) => {
      const page = await ready(await open('#v=1&lanes=fixed_window,+gcra&traffic=10@9.5s'));
      await page.getByRole('combobox', { name: 'A limiter to add' }).selectOption('layers');
      await page.locator('lane-list').getByRole('button', { name: 'Add' }).click();
      const lanesAre = (lanes) => becomes(page, `v=1&lanes=${lanes}&traffic=10@9.5s`);
      await lanesAre('fixed_window, gcra, layers(gateway: fixed_window key=everybody then app: gcra)');
      await page.locator('lane-list li').nth(2).locator('summary').first().click();
      const members = page.locator('lane-members');
      const inner = members.locator('li').nth(1);
      await inner.locator('summary').first().click();
      const name = inner.getByRole('textbox', { name: 'Name of the layer' });
      await name.fill('edge');
      await name.dispatchEvent('change');
      await inner.getByRole('combobox', { name: 'Limiter' }).selectOption('token_bucket');
      await inner.getByRole('combobox', { name: 'Applies to' }).selectOption('each group');
      await put(inner.getByRole('spinbutton', { name: 'Capacity' }), '7');
      await eventually(async () => (await shown(page)).text.includes('capacity=7'), true);
      await inner.getByRole('button', { name: 'Further out' }).click();
      await lanesAre(
        'fixed_window, gcra, layers(edge: token_bucket capacity=7 key=group then gateway: fixed_window key=everybody)',
      );
      await members.getByRole('button', { name: 'Add a layer' }).click();
      const layers = page.locator('lane-list li').nth(2);
      await layers.locator('summary').filter({ hasText: 'State location' }).click();
      await layers.getByRole('radio', { name: 'Its own, synced with the others' }).click();
      await lanesAre(
        'fixed_window, gcra, layers(edge: token_bucket capacity=7 key=group then gateway: fixed_window ' +
          'key=everybody then token_bucket) state=sync 1s',
      );
    },
  ),
};

const scenarioOf = async (page) => read((await shown(page)).text);

async function rename(page, before, name) {
  const field = page.getByRole('textbox', { name: `Name of ${before}` });
  await field.fill(name);
  await field.dispatchEvent('change');
}

// The copied link gives the same run, and every control has the value it had.
async function restores(page, open, text) {
  assert.equal(read(text).text, text);
  const [before, link] = [await shown(page), await share(page)];
  const again = await ready(await open(new URL(link).hash));
  assert.deepEqual(await shown(again), before);
  assert.equal(before.hash, hashOf(text));
  assert.deepEqual(await countsIn(again), countsOf(text));
  assert.deepEqual(await valuesIn(again), await valuesIn(page));
}

// Runs in the page: without a clipboard the link is in a field, which needs no permission to read.
function forgetClipboard() {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}

const countsIn = (page) =>
  page.evaluate(() =>
    document
      .querySelector('rate-lab-page')
      .shadowRoot.querySelector('lane-figure')
      .result.lanes.map(({ counts }) => counts),
  );

// The controls of senders and servers, apart from the clock that a person chose to look at.
async function valuesIn(page) {
  await page.evaluate(() => document.activeElement?.blur());
  return page.evaluate(() => {
    const values = (root) =>
      [...root.querySelectorAll('*')].flatMap((element) => {
        if (element.matches('#clock, #clock *')) return [];
        const own = element.matches('input, textarea, select')
          ? [element.type === 'radio' || element.type === 'checkbox' ? element.checked : element.value]
          : [];
        return [...own, ...(element.shadowRoot === null ? [] : values(element.shadowRoot))];
      });
    const { shadowRoot } = document.querySelector('rate-lab-page');
    return ['sender-controls', 'server-controls'].map((name) =>
      values(shadowRoot.querySelector(name).shadowRoot).filter((value) => value !== undefined),
    );
  });
}
