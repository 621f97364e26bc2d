// Runs checks. Each opens pages in its own browser contexts, whose errors and requests are recorded.

import assert from 'node:assert/strict';

import { find } from './browsers.mjs';

// How long one action may take on a busy machine, in milliseconds.
const TIMEOUT = 30_000;
// The timeout of a check. The first check also waits for its browser to start.
const LONGEST = 700_000;
// Firefox reports what a policy blocks as an uncaught error of the page.
const BLOCKED_BY_POLICY = /^The (page’s settings blocked|Same Origin Policy)/;

// A check that runs in one browser only, and the reason, which is printed for the others.
export function onlyIn(browser, why, run) {
  return Object.assign(run, { browser, why });
}

// A check that needs the focus. Firefox gives it to the page that was opened last, so these run one by one, after all
// others.
export function alone(run) {
  return Object.assign(run, { isAlone: true });
}

export class Pages {
  errors = [];
  requested = [];
  responses = [];
  forgiven = [];
  contexts = [];
  viewport = { width: 1280, height: 900 };

  // Pages are opened by full address, or relative to `address`. The options are a viewport, a script for every
  // page, other origins that pages may send requests to, and whatever else the checks need.
  constructor(browsers, browser, address, { origins = [], script, ...others } = {}) {
    Object.assign(this, { browsers, browser, address, script, ...others });
    this.origins = new Set(origins);
  }

  // Opens a page in a new context, which is never shared by two checks: stored settings, the theme, the service worker
  // and its cache, permissions and routed requests belong to a context, and a check must not depend on the one before
  // it. Sharing would save the creation of contexts and repeated downloads from this machine, but every check would
  // still load its page. `before` runs in it before the page's own scripts.
  open = async (place = '', { before, mayComplain, ...options } = {}) => {
    const context = await this.browsers.newContext({ viewport: this.viewport, ...options });
    this.contexts.push(context);
    for (const script of [this.script, before]) if (script !== undefined) await context.addInitScript(script);
    return this.openIn(context, place, { mayComplain });
  };

  // `mayComplain` is for pages with a policy that blocks something: console errors, and Firefox's errors for what is
  // blocked, then do not fail the check.
  openIn = async (context, place = '', { mayComplain = false } = {}) => {
    const address = URL.canParse(place) ? place : this.address + place;
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.on('console', (message) => message.type() === 'error' && !mayComplain && this.errors.push(message.text()));
    page.on(
      'pageerror',
      ({ message }) => (mayComplain && BLOCKED_BY_POLICY.test(message)) || this.errors.push(message),
    );
    page.on('request', (request) => this.requested.push(request.url()));
    page.on('response', (response) => this.responses.push(response));
    this.origins.add(new URL(address).origin);
    await page.goto(address);
    return page;
  };

  // Ignores errors that the check itself causes.
  forgive = (pattern) => this.forgiven.push(pattern);

  // Asserts what holds for every check: no browser errors, and no requests to other origins. Returns how many requests
  // there were.
  assertClean() {
    const errors = this.errors.filter((error) => !this.forgiven.some((pattern) => pattern.test(error)));
    assert.deepEqual(errors, [], 'browser errors');
    const elsewhere = this.requested.filter(
      (url) => /^(https?|wss?):/.test(url) && !this.origins.has(new URL(url).origin),
    );
    assert.deepEqual(elsewhere, [], 'a request went to another origin');
    return this.requested.length;
  }

  async close() {
    for (const context of this.contexts) {
      // Requests that a page still makes when its check has ended stay unanswered: no routed request may fail because
      // of them.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  }
}

// Does work for a check, or fails when that takes too long.
export function inTime(work) {
  let timer;
  const late = new Promise(
    (_, reject) => (timer = setTimeout(() => reject(new Error(`not done in ${LONGEST / 1000} s`)), LONGEST)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// Runs checks one after the other, as the command line says: `node FILE [Chromium] [words of a check's name]`.
// Each gets its own `Pages`.
export async function runChecks(subject, checks, address, options) {
  const [name = 'Chromium', only = ''] = process.argv.slice(2);
  const browser = name.toLowerCase();
  const browsers = find(browser);
  for (const [promise, run] of Object.entries(checks).filter(([promise]) => promise.includes(only))) {
    const label = `in ${name}, ${subject}: ${promise}`;
    if ((run.browser ?? browser) !== browser) {
      console.log(`not ${label} (${run.why})`);
      continue;
    }
    const pages = new Pages(browsers, browser, address, options);
    try {
      await inTime(run(pages));
      pages.assertClean();
      console.log(`ok: ${label}`);
    } catch (error) {
      console.error(`FAILED: ${label}\n${error.stack}\n${pages.errors.join('\n')}`);
      process.exitCode = 1;
    }
    await pages.close();
  }
  await browsers.close();
}
