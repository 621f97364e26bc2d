// An invalid value gets a message at its field that says what is allowed, and the picture stays.

import assert from 'node:assert/strict';

import { onlyIn } from '../pages.mjs';
import { headline, number, put, ready, script } from '../reading.mjs';

// Too small, too large, and not a number. In some browsers, `e` is the only letter that a number field accepts.
const NEVER = ['-1', '1e30', 'e'];
// Fields where empty means the default value, and fields where 0 is valid.
const MAY_BE_EMPTY = [
  'Burst',
  'How many',
  'How many of cron',
  'Burst of this tier',
  'Clock of server 2',
  'Random seed',
];
const MAY_BE_0 = [
  'Down from',
  'Clock of server 2',
  'at',
  'starting at',
  'Random seed',
  'Amount',
  'Initial',
  'Created at',
  'Undelayed',
  'Max wait',
];

// How fields say what is allowed.
const RANGE =
  /a whole number from [\d,]+ to [\d,]+\.|at least 1 ?ns\.|an end after the beginning\.|a time of 0 or more\./;

// The element is that of the limit, which every browser tries.
const SAME = 'the same fields are tried elsewhere';

export default {
  async 'says what is allowed at the fields of the limit'({ open }) {
    const page = await ready(await open());
    await tryAll(page, page.locator('limit-controls quantity-field'), 3);
  },

  'says what is allowed at the fields of the form': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await ready(
      await open('#traffic=10@9.5s;+15+every+100ms;+burst+3+every+5s+x2;+5/s+for+3s;+poisson+2/s+for+3s'),
    );
    await page.getByRole('button', { name: 'Form' }).click();
    await tryAll(page, page.locator('traffic-form quantity-field'), 17);
  }),

  'says what is allowed at the fields of clients and servers': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await ready(
      await open('#traffic=10@9.5s;+10@10.1s+by+cron&clients=2&groups=cron+limit+5/s&servers=2+down+5s..8s+open'),
    );
    await page.getByRole('button', { name: /^Server 2/ }).click();
    await tryAll(page, page.locator('sender-controls, server-controls, client-controls').locator('quantity-field'), 10);
  }),

  'says what is allowed at the options of limiters': onlyIn('chromium', SAME, async ({ open }) => {
    const page = await ready(
      await open('#lanes=fixed_window,+token_bucket,+leaky_bucket_queue&traffic=10@9.5s;+10@10.1s'),
    );
    for (const summary of await page.locator('lane-list summary:visible').all()) await summary.click();
    await tryAll(page, page.locator('lane-options quantity-field'), 12, { isOption: true });
  }),

  async 'keeps what was typed even if the field is left at once'({ open }) {
    const page = await ready(await open());
    for (const [field, bad] of [
      [number(page, 'Requests'), '0'],
      [script(page), '15 evry 100ms'],
    ]) {
      // All in one task: the field is left before the page can find that the value is invalid.
      await field.evaluate((element, bad) => {
        element.focus();
        element.value = bad;
        element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        element.dispatchEvent(new Event('change', { bubbles: true }));
        element.blur();
      }, bad);
      await isRefused(field, /use|expected/i, bad);
      assert.equal(await field.inputValue(), bad);
    }
  },

  async 'says what is wrong with a script and where, and keeps the picture'({ open }) {
    const page = await ready(await open());
    await tryTexts(page, script(page), {
      '': /The script is empty. Enter when requests arrive/,
      '0@0s': /At character 1: instead of "0", use a whole number from 1 to/,
      '-1@0s': /At character 1: instead of "-"/,
      '10@9.5s; 99999999999@10s': /At character 10: instead of "99999999999", use a whole number from 1 to/,
      '15 evry 100ms': /At character 4: .*use "@", "every" or "\/"/,
      '<img src=x onerror=alert(1)>': /At character 1: instead of "<"/,
    });
  },

  async 'says what is wrong with a retry, and keeps what was typed'({ open }) {
    const page = await ready(await open('#traffic=10@9.5s;+10@10.1s&retry=after+1s'));
    const field = page.getByRole('textbox', { name: 'Retry policy as text' });
    await tryTexts(page, field, {
      'after 0s': /at least 1ns/,
      'after -1s': /, use /,
      sometimes: /, use /,
      'after 1s attempts 101': /1 to 100/,
    });
  },

  async 'says what is wrong with limiters that must all agree, and keeps what was typed'({ open }) {
    const page = await ready(
      await open('#lanes=all_of(fixed_window+++gcra)&traffic=10@9.5s;+10@10.1s'.replace('+++', '+%2B+')),
    );
    await page.locator('lane-list summary').first().click();
    const field = page.getByRole('textbox', { name: 'Limiters that must all agree' });
    await tryTexts(page, field, {
      'all_of()': /use .*as in "all_of\(fixed_window/,
      'all_of(fixed_window limit=0)': /a whole number from 1 to/,
      'all_of(nobody)': /, use /,
    });
  },
};

async function tryAll(page, fields, most, { isOption = false } = {}) {
  const count = await fields.count();
  assert.ok(count >= most, `${count} fields`);
  const headlineText = await headline(page).innerText();
  for (let at = 0; at < count; at += 1) {
    const field = fields.nth(at);
    const input = await field.getByRole('spinbutton').elementHandle();
    const [label, good] = [await field.evaluate((element) => element.label), await input.inputValue()];
    const mayBeEmpty = isOption || MAY_BE_EMPTY.includes(label);
    for (const bad of [...NEVER, ...(MAY_BE_0.includes(label) ? [] : ['0']), ...(mayBeEmpty ? [] : [''])]) {
      await type(input, bad);
      await isRefused(input, RANGE, `${label}: ${JSON.stringify(bad)}`);
    }
    assert.equal(await headline(page).innerText(), headlineText, label);
    await type(input, good);
    await isTaken(input, label);
  }
  await headline(page).filter({ hasText: headlineText }).waitFor();
  assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
}

async function tryTexts(page, field, sentences) {
  const [headlineText, good] = [await headline(page).innerText(), await field.inputValue()];
  for (const [bad, sentence] of Object.entries(sentences)) {
    await field.fill(bad);
    await field.dispatchEvent('change');
    await isRefused(field, sentence, bad);
    assert.equal(await field.inputValue(), bad);
    assert.equal(await headline(page).innerText(), headlineText, bad);
  }
  await field.fill(good);
  await field.dispatchEvent('change');
  await isTaken(field, good);
  await headline(page).filter({ hasText: headlineText }).waitFor();
}

// The value of a number field cannot be set to a letter by script, so `e` is typed.
async function type(input, text) {
  if (text !== 'e') return put(input, text);
  await input.focus();
  await input.press('Control+a');
  await input.press(text);
}

// Waits until a value is refused with a visible message that belongs to its field.
async function isRefused(input, sentence, what) {
  const { isInvalid, stated } = await input.evaluate(answerOf, { isInvalid: true, sentence: sentence.source });
  assert.ok(isInvalid, `${what} is not refused`);
  assert.match(stated, sentence, what);
}

async function isTaken(input, what) {
  const { isInvalid, stated } = await input.evaluate(answerOf, { isInvalid: false, sentence: '' });
  assert.ok(!isInvalid, `${what}: the good value is not taken: ${stated}`);
}

// Runs in the page: waits for the expected state and returns the actual one. Only visible descriptions count.
async function answerOf(field, expected) {
  const read = () => {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
    const descriptions = ids
      .map((id) => field.getRootNode().getElementById(id))
      .filter((element) => element?.checkVisibility());
    return {
      isInvalid: field.getAttribute('aria-invalid') === 'true',
      stated: descriptions.map((element) => element.textContent.trim()).join(' '),
    };
  };
  const isExpected = ({ isInvalid, stated }) =>
    isInvalid === expected.isInvalid && new RegExp(expected.sentence).test(stated);
  const end = performance.now() + 20_000;
  while (!isExpected(read()) && performance.now() < end) await new Promise(requestAnimationFrame);
  return read();
}
