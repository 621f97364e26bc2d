// The policies of the pages, which are served with the headers of a static host: nothing that a page does violates
// them, and text becomes neither HTML nor the address of a script.

import assert from 'node:assert/strict';

import { FILES, headerPolicy, metaPolicy } from '../../../web/hosting/headers.mjs';
import { onlyIn } from '../pages.mjs';
import { ready } from '../reading.mjs';

const figure = (page) => page.evaluate(() => document.querySelector('rate-lab').run());

// What each page is complete with, or does in a worker.
const COMPLETE = {
  async 'index.html'(page) {
    await ready(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  },
  async 'log.html'(page) {
    await page
      .getByRole('button', { name: /sample/i })
      .first()
      .click();
    await page
      .getByRole('heading', { name: /requests/i })
      .first()
      .waitFor();
  },
  'claims.html': figure,
  'glossary.html': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  'embed.html': figure,
};

// Runs in the page before its scripts.
function record() {
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    globalThis.violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
  );
}

// What a string does where the page requires more: it throws.
const refused = (page) =>
  page.evaluate(() =>
    [
      () => (document.createElement('p').innerHTML = '<b>bold</b>'),
      () => new Worker('./service-worker.js'),
      () => document.createElement('script').setAttribute('src', './service-worker.js'),
    ].map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error.name;
      }
    }),
  );

export default {
  'violates no policy on any page, and takes no text for code': onlyIn(
    'chromium',
    'other engines do not all have trusted types',
    async ({ open, forgive, responses }) => {
      assert.deepEqual(Object.keys(COMPLETE).sort(), [...FILES].sort());
      forgive(/Trusted/);
      for (const [file, complete] of Object.entries(COMPLETE)) {
        const page = await open(file, { before: record });
        await complete(page);
        assert.deepEqual(await page.evaluate(() => globalThis.violations), [], file);
        const meta = await page.locator('meta[http-equiv]').getAttribute('content');
        assert.equal(meta, metaPolicy(file), file);
        const response = responses.find((one) => new URL(one.url()).pathname.endsWith(`/${file}`));
        assert.equal(response.headers()['content-security-policy'], headerPolicy(file), file);
        assert.deepEqual(await refused(page), ['TypeError', 'TypeError', 'TypeError'], file);
      }
    },
  ),
};
