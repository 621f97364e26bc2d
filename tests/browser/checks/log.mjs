// "Your log": a log is read in the page, a limit is dragged through it, and nothing leaves the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { log, LOUD, NAME, read, says, settle, whole } from '../logs.mjs';
import { eventually, notice, put, ready } from '../reading.mjs';
import { onlyIn } from '../pages.mjs';
import { WEB } from '../serving.mjs';

// Made by the step `large log` of `cargo xtask test`.
const LOGS = process.env.RATELAB_LOGS ?? `${WEB}/../target/logs`;
const AXE = readFileSync(`${WEB}/node_modules/axe-core/axe.min.js`, 'utf8');
const ONCE = 'axe looks at the same document, and takes a minute';
const WIDTHS = [360, 768, 1280, 1366, 1920];

const line = (page) => page.getByRole('slider', { name: 'The limit' });

// The class of the innermost element that has the focus.
const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.getAttribute('class')?.trim() ?? element.localName;
  });

// The shares of the file that were reported while it was read, and more than one of them before the end.
function recorded(page) {
  const recording = page.evaluate(() => {
    const { engine } = document.querySelector('log-page');
    const read = engine.read.bind(engine);
    globalThis.shares = [];
    engine.read = (source, reading, onProgress) =>
      read(source, reading, (progress) => {
        globalThis.shares.push(progress.bytes / progress.total);
        onProgress(progress);
        globalThis.onShare?.();
      });
  });
  return async () => {
    await recording;
    return page.evaluate(() => globalThis.shares);
  };
}

// Clicks Cancel as soon as the page offers it. From outside the page a click may come too late: a second is enough to
// read 100 MB.
function cancelled(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const { shadowRoot } = document.querySelector('log-page');
        globalThis.onShare = async () => {
          await shadowRoot.host.updateComplete;
          const button = [...shadowRoot.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
          if (button === undefined || globalThis.onShare === undefined) return;
          delete globalThis.onShare;
          button.click();
          done();
        };
      }),
  );
}

// The engine's results for the log, in the form of the command's JSON.
function reported(page) {
  return page.evaluate(async () => {
    const { engine } = document.querySelector('log-page');
    const [period, limit] = [60_000_000_000n, { amount: 60, period: 60_000_000_000n, burst: 20 }];
    const { requests, clients, lines, unread, from, to } = await engine.ask('overview');
    const effects = (await engine.ask('ranges', limit)).map(({ algorithm, clients, denied }) => ({
      limiter: algorithm,
      clients,
      denied,
    }));
    const loudest = (await engine.ask('loudest', limit, 'token_bucket', 8)).map(({ name, requests, peak, denied }) => ({
      name,
      requests,
      peak,
      denied,
    }));
    const frontier = (await engine.ask('frontier', period, { kind: 'nobody' }, limit.amount)).map(
      ({ algorithm, rates, bursts }) => ({ limiter: algorithm, rates: [...rates], bursts: [...bursts] }),
    );
    return {
      overview: { requests, clients, lines, unread, from: String(from / 1000n), to: String(to / 1000n) },
      effects,
      loudest,
      frontier,
    };
  });
}

// The same for the command's output.
function wanted({ overview: { requests, clients, lines, unread, from_us, to_us }, periods: [{ effects }], loudest }) {
  return {
    overview: { requests, clients, lines, unread, from: String(from_us), to: String(to_us) },
    effects: effects.map(({ limiter, clients, denied }) => ({ limiter, clients, denied })),
    loudest: loudest.map(({ client, requests, peak, denied }) => ({ name: client, requests, peak, denied })),
  };
}

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
    await page.getByText('Which formats are recognised').click();
    assert.deepEqual(await faults(page), [], 'at the start');
    await whole(await read(page));
    await page.getByRole('button', { name: options.hasTouch ? 'Unparsed lines' : 'show', exact: true }).click();
    await page.getByRole('button', { name: options.hasTouch ? 'How it is read' : 'change', exact: true }).click();
    await page.getByRole('button', { name: 'Compare two periods' }).click();
    await page.locator('period-table tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'propose a limit' }).click();
    await page.locator('limit-sentence .why').waitFor();
    for (const summary of await page.getByText('As a table').all()) await summary.click();
    assert.deepEqual(await faults(page), [], 'with everything open');
  };
}

export default {
  async 'reads a log, says what a limit would do to it, and sends nothing'({ open }) {
    const page = await open('log.html');
    await page.getByText('Which formats are recognised').waitFor();
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await whole(await read(page));
    await page.getByText(/210 requests by 21 clients in 4\.\d+ min/).waitFor();
    await page.getByText('1 line not parsed').waitFor();
    assert.equal(await page.locator('effects-table tbody tr').count(), 7);
    assert.deepEqual(requests, []);
  },

  async 'reads a log that is compressed, whatever its name is'({ open }) {
    await read(await open('log.html'), gzipSync(Buffer.from(log())), 'access.log');
  },

  async 'reads compressed parts that were joined, and says so when one is damaged'({ open }) {
    const text = log();
    const [first, second] = [text.slice(0, 5000), text.slice(5000)].map((part) => gzipSync(Buffer.from(part)));
    await read(await open('log.html'), Buffer.concat([first, second]), 'access.log.gz');
    const page = await open('log.html');
    await page.getByText('Which formats are recognised').waitFor();
    const damaged = {
      name: 'access.log.gz',
      mimeType: 'application/gzip',
      buffer: Buffer.concat([first, second.subarray(0, 200)]),
    };
    await page.locator('log-start input[type=file]').setInputFiles(damaged);
    await page.getByRole('alert').filter({ hasText: 'This compressed file is damaged or truncated' }).waitFor();
  },

  async 'reads lines that are pasted'({ open }) {
    const page = await open('log.html');
    await page.getByRole('button', { name: 'Paste lines' }).click();
    await page.getByRole('textbox', { name: 'Lines of a log' }).fill(log());
    await page.getByRole('button', { name: 'Read these lines' }).click();
    await says(page, '60 per minute with a burst of 20 would limit 1 of 21 clients');
  },

  async 'reads a file that is dropped anywhere'({ open }) {
    const page = await open('log.html');
    await page.getByText('Which formats are recognised').waitFor();
    await page.evaluate(
      ([text, name]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [log(), NAME],
    );
    await says(page, '60 per minute with a burst of 20 would limit 1 of 21 clients');
  },

  async 'shows a sample day to those without a log'({ open }) {
    const page = await open('log.html');
    await page.getByRole('button', { name: 'Try it with a sample day' }).click();
    await says(page, /^60 per minute with a burst of 20 would limit .+ of [\d,]+ clients/);
    await page.locator('frontier-chart .limiter').first().waitFor();
  },

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

  async 'reads 100 MB with progress, can be stopped, and comes to what the command comes to'({ open }) {
    const [file, native] = ['five-days.log', 'native.json'].map((name) => `${LOGS}/${name}`);
    const page = await open('log.html');
    const choose = async () => {
      await page.getByText('Which formats are recognised').waitFor();
      await page.locator('log-start input[type=file]').setInputFiles(file);
    };
    const [progress, cancel] = [recorded(page), cancelled(page)];
    await choose();
    await cancel;
    await page.getByText(/only the first [\d.]+ MB were read/).waitFor();
    const part = await page.evaluate(() => document.querySelector('log-page').engine.ask('overview'));
    assert.equal(part.complete, false);
    await page.getByRole('button', { name: 'another file' }).click();
    await choose();
    const expected = JSON.parse(readFileSync(native, 'utf8'));
    await page.getByText(`${expected.overview.requests.toLocaleString('en')} requests`).waitFor();
    // The page's own questions would be overtaken by the same ones from here.
    await whole(page);
    assert.ok(part.requests < expected.overview.requests, `${part.requests} were read when it was stopped`);
    const seen = await progress();
    assert.ok(
      seen.length > 10 && seen.every((share, at) => at === 0 || share >= seen[at - 1] || share < 0.5),
      seen.join(' '),
    );
    const { frontier, ...rest } = await reported(page);
    assert.deepEqual(rest, wanted(expected));
    const points = new Map(expected.frontier.points.map((point) => [point.amount, point]));
    for (const { limiter, rates, bursts } of frontier) {
      assert.deepEqual(
        bursts,
        rates.map((rate) => points.get(rate)[limiter] ?? points.get(rate).buckets),
        limiter,
      );
    }
  },

  async 'has only settings in its link'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'change', exact: true }).click();
    await page.getByRole('combobox', { name: 'A limit for each' }).selectOption('prefix');
    await says(page, 'of 2 networks');
    await page.waitForURL(/#limit=60\/m&burst=20&by=token_bucket&key=prefix$/);
    for (const word of [NAME, 'acme', LOUD, '203']) assert.ok(!page.url().includes(word), `${word} in ${page.url()}`);
    const again = await open(`log.html${new URL(page.url()).hash}`);
    await again.getByText('network of the address').first().waitFor();
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

  async 'compares two periods'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'Compare two periods' }).click();
    await page.locator('period-table tbody tr').nth(6).waitFor();
    assert.equal(await page.locator('period-table input[type=datetime-local]').count(), 4);
    await page.getByText('Each period is evaluated on its own: every client starts it with a full budget.').waitFor();
  },

  async "leads to the playground and to production with a client's own traffic"({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.locator('loudest-table th').filter({ hasText: LOUD }).waitFor();
    const links = await Promise.all(
      [page.locator('loudest-table a').first(), page.getByRole('link', { name: 'Take it to production' })].map((link) =>
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

  async 'says why no line is understood, and clears the pattern that is to blame'({ open }) {
    const page = await open('log.html');
    await page.getByText('How it is read').click();
    const pattern = page.getByRole('textbox', { name: 'Pattern' });
    await settle(pattern, 'time=when client=who');
    await page
      .locator('log-start input[type=file]')
      .setInputFiles({ name: NAME, mimeType: 'text/plain', buffer: Buffer.from(log()) });
    await page.getByText('No line could be parsed with the pattern “time=when client=who”.').waitFor();
    assert.equal(await page.getByText('read as').count(), 0);
    await page.getByRole('button', { name: 'Clear it and read again' }).click();
    await says(page, '60 per minute with a burst of 20 would limit 1 of 21 clients');
    await eventually(() => focused(page), 'finding result');
  },

  async 'says what a link sets before there is a log, and takes it'({ open }) {
    const page = await open('log.html#limit=90/m&burst=7&by=gcra&spare=requests:0.5&margin=5');
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
    const share = page.locator('limit-sentence spare-choice input');
    await page.locator('limit-sentence spare-choice select').last().selectOption('share');
    await settle(share, '500');
    await page.getByRole('button', { name: 'propose a limit' }).click();
    await page.locator('limit-sentence').getByText('“500” is not valid: enter a share from 0 to 100.').last().waitFor();
    await eventually(() => focused(page), 'few');
    assert.equal(await page.locator('limit-sentence .why').isVisible(), false);
  },

  async 'says only at its field that a period ends before it begins'({ open }) {
    const page = await whole(await read(await open('log.html')));
    await page.getByRole('button', { name: 'Compare two periods' }).click();
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
    assert.match(await page.locator('loudest-table tbody tr').first().innerText(), new RegExp(LOUD));
    await page.getByRole('button', { name: 'Show all 21' }).click();
    await page.locator('loudest-table tbody tr').nth(20).waitFor();
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
