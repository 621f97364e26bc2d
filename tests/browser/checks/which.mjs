// "Which one for me?": from requirements to a limiter, on the user's own traffic.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import { ask, linkOf } from '../expected.mjs';
import { alone } from '../pages.mjs';
import { eventually, number, put, ready, says, script, shown } from '../reading.mjs';

// For all that the view loads in addition to the core, in bytes after gzip.
const BUDGET = 20_000;
const TAB = 'Which one for me?';
const NEEDS = 'never 100/60s; burst 20';
// An app that opens with a dozen requests now and then, and a job that sends many at the full minute.
const APP_AND_CRON = '12 every 200ms from 5s; 12 every 200ms from 35s; 150@60s; 12 every 200ms from 95s; 150@120s';

const view = (page) => page.locator('which-view');
const verdict = (page) => view(page).locator('.headline');
const advised = (text, needs) => ask(text, (run) => run.advice(needs));
// A field reports a settled value when it loses focus.
const type = async (field, text) => {
  await put(field, text);
  await field.dispatchEvent('change');
};
const textOf = async (page) => (await shown(page)).text;
// Key by key, through every fragment, and on to the next field.
async function typeKeys(page, field, text) {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}
// The text below the sentence about the fields.
const faults = (page) => view(page).locator('needs-sentence').getByRole('status');
const isWrong = (field) => field.getAttribute('aria-invalid');
const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent?.trim();
  });

async function opened({ open }, link) {
  const page = await ready(await open(link));
  await page.getByRole('tab', { name: TAB }).click();
  await verdict(page).waitFor();
  return page;
}

export default {
  async 'leads a new user to a verdict for 100 a minute, bursts of 20, an app and a job, in at most 8 actions'({
    open,
  }) {
    const page = await ready(await open());
    let actions = 0;
    const act = (done) => {
      actions += 1;
      return done;
    };
    await act(script(page).fill(APP_AND_CRON));
    await act(page.getByRole('tab', { name: TAB }).click());
    await act(type(view(page).getByRole('spinbutton', { name: 'At most' }), '100'));
    await act(type(view(page).getByRole('spinbutton', { name: 'In any' }), '60'));
    await act(view(page).getByRole('button', { name: '+ bursts' }).click());
    await act(type(view(page).getByRole('spinbutton', { name: 'At once' }), '20'));
    await page.waitForURL(/needs=never\+100\/m;\+burst\+20/);
    const expected = advised(await textOf(page), NEEDS);
    await eventually(() => verdict(page).innerText(), expected.headline);
    assert.ok(actions <= 8, `${actions} actions`);
    assert.match(expected.headline, /^Use /);
  },

  async 'loads on use, within its budget'({ open }) {
    const page = await ready(await open());
    const loaded = [];
    // The module that answers is loaded with the first question of any view, and has its own budget.
    page.on('response', (response) => response.url().includes('ratelab_wasm') || loaded.push(response.body()));
    await page.getByRole('tab', { name: TAB }).click();
    await verdict(page).waitFor();
    const weight = (await Promise.all(loaded)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    assert.ok(weight > 0 && weight <= BUDGET, `${weight} bytes`);
  },

  async "says what each limiter costs, in the core's numbers, and which are one"(pages) {
    const page = await opened(
      pages,
      '#v=1&limit=100/60s&traffic=12+every+200ms;+150@60s' +
        '&needs=never+100/60s;+burst+20;+memory+64+for+1000000;+delay+0s',
    );
    const { headline, reason, rows } = advised(await textOf(page));
    await eventually(() => verdict(page).innerText(), headline);
    assert.ok((await view(page).locator('.lead').first().innerText()).startsWith(reason));
    const names = await view(page).locator('tbody th').allInnerTexts();
    assert.deepEqual(
      names.map((name) => name.split('\n')[0]),
      rows.map(({ title }) => title),
    );
    const words = await view(page).locator('tbody td.verdict').allInnerTexts();
    rows.forEach((row, place) => assert.ok(words[place].includes(row.verdict), `${words[place]}: ${row.verdict}`));
    await view(page)
      .getByRole('button', { name: `Why: ${rows[0].title}` })
      .click();
    await view(page).getByText(rows[0].sentence).waitFor();
    assert.ok(
      rows.some(({ algorithms }) => algorithms.length === 3),
      'token bucket, meter and GCRA are one',
    );
  },

  async 'restores the needs from a link, and judges again when one is left out'(pages) {
    const page = await opened(pages, '#v=1&traffic=30@0s&needs=never+100/60s;+burst+20;+honest');
    await view(page).getByRole('button', { name: 'Leave out: an accurate Retry-After' }).click();
    await page.waitForURL((url) => !url.hash.includes('honest'));
    await page.keyboard.press('Control+z');
    await page.waitForURL(/honest/);
    await view(page).getByRole('button', { name: 'Leave out: an accurate Retry-After' }).waitFor();
  },

  async 'shows an error at its field, and keeps the verdict'(pages) {
    const page = await opened(pages, '#v=1&traffic=30@0s&needs=never+100/60s;+burst+20');
    const before = await verdict(page).innerText();
    await type(number(page, 'At once'), '0');
    await faults(page).filter({ hasText: 'At once: Expected a whole number from 1 to' }).waitFor();
    assert.equal(await isWrong(number(page, 'At once')), 'true');
    assert.equal(await verdict(page).innerText(), before);
    assert.match(page.url(), /burst\+20/);
    await type(number(page, 'At once'), '30');
    await page.waitForURL(/burst\+30/);
    await faults(page).waitFor({ state: 'hidden' });
  },

  'shows an error at the field that was left, keeps what was typed, and goes back to the needs of the link': alone(
    async (pages) => {
      const page = await opened(pages, '#v=1&traffic=30@0s&needs=never+100/60s;+memory+64+for+1000;+servers+3+sync+1s');
      const before = await verdict(page).innerText();
      for (const [first, second, text] of [
        ['At most', 'In any', '1e99'],
        ['Bytes per client', 'Clients', '2.5'],
        ['Servers', 'They sync every', '65'],
      ]) {
        await typeKeys(page, number(page, first), text);
        await faults(page)
          .filter({ hasText: `${first}: Expected a whole number from 1 to ` })
          .waitFor();
        assert.deepEqual([await isWrong(number(page, first)), await isWrong(number(page, second))], ['true', 'false']);
        assert.equal(await number(page, first).inputValue(), text);
        await eventually(() => verdict(page).innerText(), before);
      }
      await view(page).getByText('let no client exceed 100 in any 60 s').waitFor();
      assert.equal(await number(page, 'In any').inputValue(), '1');
      assert.match(page.url(), /never\+100\/m/);
      assert.equal(await number(page, 'At most').inputValue(), '1e99', 'nothing is lost');
      await typeKeys(page, number(page, 'At most'), '50');
      await page.waitForURL(/needs=never\+50\/m;\+memory\+64\+for\+1000;\+servers\+3\+sync\+1s/);
      assert.deepEqual(
        [await isWrong(number(page, 'At most')), await isWrong(number(page, 'Servers'))],
        ['false', 'true'],
      );
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await eventually(() => number(page, 'Servers').inputValue(), '3');
      await faults(page).waitFor({ state: 'hidden' });
    },
  ),

  'says in plain words which times and shares are allowed': alone(async (pages) => {
    const page = await opened(pages, '#v=1&traffic=30@0s&needs=never+100/60s;+delay+1s;+deny+1%25');
    const share = view(page).getByRole('textbox', { name: 'Denied, in per cent' });
    await typeKeys(page, number(page, 'In any'), '1e99');
    await faults(page).filter({ hasText: 'In any: Expected a time from 1 ns to 213,503 days.' }).waitFor();
    await typeKeys(page, number(page, 'Longest wait'), '1e99');
    await faults(page).filter({ hasText: 'Longest wait: Expected a time from 0 s to 213,503 days.' }).waitFor();
    for (const text of ['200 %', '1e99']) {
      await typeKeys(page, share, text);
      await faults(page).filter({ hasText: 'Denied: Expected a number from 0 to 100.' }).waitFor();
      assert.deepEqual([await isWrong(share), await share.inputValue()], ['true', text]);
    }
    await typeKeys(page, share, '2.5 %');
    await page.waitForURL(/deny\+2.5%25/);
    assert.equal(await isWrong(share), 'false');
  }),

  'keeps the focus near what was added or removed, and the only need without a remove button': alone(async (pages) => {
    const page = await opened(pages, '#v=1&traffic=30@0s&limit=100/60s&needs=never+100/60s');
    const button = (name) => view(page).getByRole('button', { name });
    assert.equal(await button(/^Leave out/).count(), 0);
    const bucket = advised(await textOf(page)).rows.find(({ algorithms }) => algorithms.includes('token_bucket'));
    await button('+ bursts').press('Enter');
    await eventually(() => focused(page), 'At once');
    assert.equal(await number(page, 'At once').inputValue(), String(bucket.burst), 'what buckets take already');
    await button('+ an accurate Retry-After').press('Enter');
    await eventually(() => focused(page), 'Leave out: an accurate Retry-After');
    await button('Leave out: bursts').press('Enter');
    await eventually(() => focused(page), '+ bursts');
    await button('+ no waiting').press('Enter');
    await eventually(() => focused(page), 'at all');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), 'Longest wait');
    await page.waitForURL(/delay\+1s/);
    // A zero is the beginning of a number until the field is left.
    await typeKeys(page, number(page, 'Longest wait'), '0.5');
    await page.waitForURL(/delay\+500ms|delay\+0.5s/);
    await button('Leave out: a guarantee').click();
    await view(page)
      .getByText(/^Make no request wait/)
      .waitFor();
    await button('Leave out: no waiting').click();
    await view(page)
      .getByText(/^Send an accurate/)
      .waitFor();
    assert.equal(await button(/^Leave out/).count(), 0);
  }),

  async 'opens a limiter and its worst traffic in the playground, and undoes it'(pages) {
    const page = await opened(pages, '#v=1&traffic=30@0s&needs=never+100/60s;+burst+20');
    const before = await textOf(page);
    const [first] = advised(before).rows;
    await view(page)
      .getByRole('button', { name: `Open ${first.title} in the playground` })
      .click();
    await eventually(async () => (await shown(page)).text.includes(`lanes=${first.lane}`), true);
    const stated = view(page).locator('[part=actions]').getByRole('status');
    await stated.filter({ hasText: `Opened above: ${first.title}. Undo (Ctrl+Z) to go back.` }).waitFor();
    await eventually(async () => Math.round((await page.locator('lane-figure').boundingBox()).y) >= -1, true);
    await page.keyboard.press('Control+z');
    await eventually(() => textOf(page), before);
    await eventually(() => stated.textContent(), '');
    await view(page)
      .getByRole('button', { name: `Show the worst traffic for ${first.title}` })
      .click();
    await eventually(async () => (await textOf(page)) !== before, true);
    const most = ask(await textOf(page), (run) => run.worst(0).admitted.cost);
    assert.equal(most, first.bound, 'it reaches its worst case');
    const note = view(page).getByText(`Judged on the worst traffic for ${first.title}, not on yours.`);
    await note.waitFor();
    await page.keyboard.press('Control+z');
    await eventually(() => textOf(page), before);
    await note.waitFor({ state: 'detached' });
  },

  async 'says what the same traffic could have got if it had come later, and shows it'({ open }) {
    const text = 'v=1&limit=10/10s&traffic=10@1s; 10@1.6s';
    const { most, now, shift } = ask(text, (run) => run.shift(0));
    assert.ok(most.cost === 20 && now.cost === 10, 'two budgets meet at an edge');
    const page = await ready(await open(linkOf(text)));
    await page.getByRole('tab', { name: 'How it works' }).click();
    await page.getByRole('button', { name: 'What if this traffic had arrived later?' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Had it arrived ${Number(shift) / 1e9} s later, 20 would have got through in 10 s, not 10.` })
      .waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.waitForURL(/start=/);
    await says(page, 'let 20 through');
  },
};
