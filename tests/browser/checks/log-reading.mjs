// "Your log": a log is read in the page, however it gets there, and nothing leaves the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { focused, log, NAME, read, says, settle, whole } from '../logs.mjs';
import { eventually } from '../reading.mjs';
import { WEB } from '../serving.mjs';

// Made by the step `large log` of `cargo xtask test`.
const LOGS = process.env.RATELAB_LOGS ?? `${WEB}/../target/logs`;

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
    const { requests, clients, lines, unparsed, from, to } = await engine.ask('overview');
    const effects = (await engine.ask('ranges', limit)).map(({ algorithm, clients, denied }) => ({
      limiter: algorithm,
      clients,
      denied,
    }));
    const busiest = (await engine.ask('busiest', limit, 'token_bucket', 8)).map(({ name, requests, peak, denied }) => ({
      name,
      requests,
      peak,
      denied,
    }));
    const frontier = (await engine.ask('frontier', period, { kind: 'none' }, limit.amount)).map(
      ({ algorithm, rates, bursts }) => ({ limiter: algorithm, rates: [...rates], bursts: [...bursts] }),
    );
    return {
      overview: { requests, clients, lines, unparsed, from: String(from / 1000n), to: String(to / 1000n) },
      effects,
      busiest,
      frontier,
    };
  });
}

// The same for the command's output.
function wanted({ overview: { requests, clients, lines, unparsed, from_us, to_us }, periods: [{ effects }], busiest }) {
  return {
    overview: { requests, clients, lines, unparsed, from: String(from_us), to: String(to_us) },
    effects: effects.map(({ limiter, clients, denied }) => ({ limiter, clients, denied })),
    busiest: busiest.map(({ client, requests, peak, denied }) => ({ name: client, requests, peak, denied })),
  };
}

export default {
  async 'reads a log, says what a limit would do to it, and sends nothing'({ open }) {
    const page = await open('log.html');
    await page.getByText('Supported formats').waitFor();
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
    await page.getByText('Supported formats').waitFor();
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
    await page.getByText('Supported formats').waitFor();
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

  async 'reads 100 MB with progress, can be stopped, and has the same results as the command'({ open }) {
    const [file, native] = ['five-days.log', 'native.json'].map((name) => `${LOGS}/${name}`);
    const page = await open('log.html');
    const choose = async () => {
      await page.getByText('Supported formats').waitFor();
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

  async 'says why no line is understood, and clears the pattern that is to blame'({ open }) {
    const page = await open('log.html');
    await page.getByText('Parsing options').click();
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
};
