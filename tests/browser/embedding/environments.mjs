// The environments that a figure may be in (origins, policies, sandboxes, print), and what it shows in each.

import assert from 'node:assert/strict';

import { SCENARIO, figure, named, script } from './hosts.mjs';

const csp = (policy) => ({ 'Content-Security-Policy': policy });
const still = (page) => page.getByRole('img', { name: 'A still picture' });

// The figure is in the page itself, without a frame, and the still picture is hidden.
async function showsElement(page, { worker }) {
  await named(page).waitFor();
  await page.waitForFunction(() => document.querySelector('rate-lab').shadowRoot.querySelector('.ready'));
  assert.equal(await still(page).isVisible(), false);
  assert.equal(await page.locator('rate-lab iframe').count(), 0);
  assert.equal(page.workers().length, worker ? 1 : 0, 'workers');
}

async function showsFrame(page) {
  await named(page.frameLocator('rate-lab iframe')).waitFor();
  await page.waitForFunction(() => document.querySelector('rate-lab').shadowRoot.querySelector('.ready'));
  assert.equal(await still(page).isVisible(), false);
  const frame = page.locator('rate-lab iframe');
  const inner = await page
    .frames()[1]
    .evaluate(() => document.querySelector('rate-lab').getBoundingClientRect().height);
  await page.waitForFunction(
    (height) =>
      Math.abs(document.querySelector('rate-lab').shadowRoot.querySelector('iframe').offsetHeight - height) < 2,
    Math.ceil(inner),
  );
  assert.ok(await frame.isVisible());
}

async function showsChildren(page) {
  await still(page).waitFor();
  await page.locator('rate-lab a[href]').waitFor();
}

// Waits until a figure has tried all it can: each attempt that the policy blocks is a violation.
const tried = (page, attempts) => page.waitForFunction((attempts) => window.violations >= attempts, attempts);

export const ENVIRONMENTS = {
  async 'same origin'({ open, post, same }) {
    await showsElement(await open(post(script(same) + figure())), { worker: true });
  },

  async 'other origin'({ open, post, other }) {
    await showsElement(await open(post(script(other) + figure())), { worker: true });
  },

  async 'other origin without CORS headers: what is inside the tag'({ open, post, closed }) {
    const page = await open(post(script(closed) + figure()), { mayComplain: true });
    await showsChildren(page);
  },

  async 'a policy without WebAssembly: a frame'({ open, post, other }) {
    const policy = csp("default-src 'none'; script-src OTHER; connect-src OTHER; worker-src blob:; frame-src OTHER");
    await showsFrame(await open(post(script(other) + figure(), policy), { mayComplain: true }));
  },

  async 'a policy with WebAssembly but no workers: in slices on the main thread'({ open, post, other }) {
    const policy = csp("default-src 'none'; script-src OTHER 'wasm-unsafe-eval'; connect-src OTHER");
    await showsElement(await open(post(script(other) + figure(), policy), { mayComplain: true }), { worker: false });
  },

  async 'a policy with WebAssembly and workers from blobs: a worker'({ open, post, other }) {
    const policy = csp(
      "default-src 'none'; script-src OTHER 'wasm-unsafe-eval'; connect-src OTHER; worker-src blob:; img-src 'self'",
    );
    await showsElement(await open(post(script(other) + figure(), policy)), { worker: true });
  },

  async 'a policy that requires trusted types, and allows both of ours: a worker'({ open, post, same, other }) {
    for (const origin of [same, other]) {
      const policy = csp(
        "default-src 'none'; script-src 'self' OTHER 'wasm-unsafe-eval'; connect-src 'self' OTHER; worker-src 'self' " +
          "blob:; img-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html ratelab",
      );
      await showsElement(await open(post(script(origin) + figure(), policy)), { worker: true });
    }
  },

  async 'a strict policy with frames only: a frame, by our script or by the author'({ open, post, other }) {
    const policy = csp("default-src 'none'; script-src OTHER; frame-src OTHER");
    await showsFrame(await open(post(script(other) + figure(), policy), { mayComplain: true }));
    const frames = csp("default-src 'none'; frame-src OTHER");
    const page = await open(
      post(`<iframe src="${other}embed.html#${encodeURIComponent(SCENARIO)}"></iframe>${figure()}`, frames),
      { mayComplain: true },
    );
    await named(page.frameLocator('iframe')).waitFor();
    await showsChildren(page);
  },

  async 'a strict policy with scripts and nothing else: what is inside the tag'({ open, post, other }) {
    const policy = csp("default-src 'none'; script-src OTHER");
    const page = await open(post(script(other) + figure(), policy), { mayComplain: true });
    await tried(page, 2);
    await showsChildren(page);
    await page.waitForFunction(() => document.querySelector('rate-lab').shadowRoot.querySelector('iframe') === null);
  },

  async 'a sandboxed frame without an origin or storage'({ open, post, other }) {
    const page = await open(
      post(
        `<iframe sandbox="allow-scripts" ` +
          `src="${other}embed.html?controls=some#${encodeURIComponent(SCENARIO)}"></iframe>`,
      ),
    );
    await named(page.frameLocator('iframe')).waitFor();
    await page.frameLocator('iframe').getByRole('spinbutton', { name: 'Requests' }).waitFor();
    assert.equal(page.workers().length, 1);
  },

  async 'a cross-origin isolated page'({ open, post, other }) {
    const isolated = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' };
    const page = await open(post(script(other) + figure(), isolated));
    await showsElement(page, { worker: true });
    assert.ok(await page.evaluate(() => crossOriginIsolated));
  },

  async 'scripts off: what is inside the tag'({ open, post, other, browser }) {
    const address = post(script(other) + figure());
    // Firefox's driver cannot turn scripts off. A sandbox does in any browser, and logs an error.
    if (browser === 'chromium') await showsChildren(await open(address, { javaScriptEnabled: false }));
    const page = await open(post(`<iframe sandbox width="900" height="500" src="${address}"></iframe>`), {
      mayComplain: true,
    });
    const frame = page.frameLocator('iframe');
    await still(frame).waitFor();
    await frame.locator('rate-lab:not(:defined) a[href]').waitFor();
  },

  async 'in print'({ open, post, other }) {
    const page = await open(post(script(other) + figure('theme=dark controls=some')));
    await showsElement(page, { worker: true });
    await page.getByRole('spinbutton', { name: 'Requests' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    // Not every browser can emulate print. Where it cannot, the print rules are applied to all media.
    if (!(await page.evaluate(() => matchMedia('print').matches))) assert.ok((await page.evaluate(asOnPaper)) > 0);
    assert.equal(await page.locator('rate-lab limit-controls').isVisible(), false);
    assert.equal(
      await page.locator('rate-lab-figure').evaluate((figure) => getComputedStyle(figure).backgroundColor),
      'rgb(255, 255, 255)',
    );
    await named(page).waitFor();
  },
};

// Runs in the page: applies the print rules to all media, and returns how many there are.
function asOnPaper() {
  const rulesOf = (root) => [...root.adoptedStyleSheets, ...root.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const rootsIn = (root) => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : rootsIn(shadowRoot))),
  ];
  const rules = new Set(rootsIn(document).flatMap(rulesOf));
  const forPaper = [...rules].filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print');
  for (const rule of forPaper) rule.media.mediaText = 'all';
  return forPaper.length;
}
