// Where a check takes place: pages of its own, whose complaints and requests are kept.

import assert from "node:assert/strict";

import { find } from "./browsers.mjs";

// What a browser is slow for on a busy machine, in milliseconds.
const PATIENCE = 30_000;
// How Firefox reports what a policy forbids: as it does what nobody caught.
const FORBIDDEN = /^The (page’s settings blocked|Same Origin Policy)/;

// A check that only one browser can make, and why the other cannot.
export function onlyIn(browser, why, run) {
  return Object.assign(run, { browser, why });
}

export class Stage {
  complaints = [];
  requested = [];
  responses = [];
  forgiven = [];
  contexts = [];
  viewport = { width: 1280, height: 900 };

  // What is opened is below the address, unless it has an address of its own. A stage may have a viewport,
  // a script for every page, other origins that pages may ask, and whatever else its checks need.
  constructor(browsers, browser, address, { origins = [], script, ...others } = {}) {
    Object.assign(this, { browsers, browser, address, script, ...others });
    this.origins = new Set(origins);
  }

  // A page in a context of its own. `before` runs in it before anything of the page does.
  open = async (place = "", { before, mayComplain, ...options } = {}) => {
    const context = await this.browsers.newContext({ viewport: this.viewport, ...options });
    this.contexts.push(context);
    for (const script of [this.script, before]) if (script !== undefined) await context.addInitScript(script);
    return this.openIn(context, place, { mayComplain });
  };

  // A page that `mayComplain` may be forbidden something, and say so.
  openIn = async (context, place = "", { mayComplain = false } = {}) => {
    const address = URL.canParse(place) ? place : this.address + place;
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => message.type() === "error" && !mayComplain && this.complaints.push(message.text()));
    page.on("pageerror", ({ message }) => (mayComplain && FORBIDDEN.test(message)) || this.complaints.push(message));
    page.on("request", (request) => this.requested.push(request.url()));
    page.on("response", (response) => this.responses.push(response));
    this.origins.add(new URL(address).origin);
    await page.goto(address);
    return page;
  };

  // A complaint that the check itself causes.
  forgive = (pattern) => this.forgiven.push(pattern);

  // What no check has to say of itself: nothing to complain of, and nothing from elsewhere.
  judge() {
    const complaints = this.complaints.filter((complaint) => !this.forgiven.some((pattern) => pattern.test(complaint)));
    assert.deepEqual(complaints, [], "the browser complains");
    const elsewhere = this.requested.filter((url) => /^(https?|wss?):/.test(url) && !this.origins.has(new URL(url).origin));
    assert.deepEqual(elsewhere, [], "a request went to another origin");
    return this.requested.length;
  }

  async close() {
    for (const context of this.contexts) await context.close();
  }
}

// Makes checks one after the other, as the command line says: `node FILE [Chromium] [words of a check's name]`.
// Each gets a stage of its own.
export async function makeChecks(subject, checks, address, options) {
  const [name = "Chromium", only = ""] = process.argv.slice(2);
  const browser = name.toLowerCase();
  const browsers = find(browser);
  for (const [promise, run] of Object.entries(checks).filter(([promise]) => promise.includes(only))) {
    const label = `in ${name}, ${subject}: ${promise}`;
    if ((run.browser ?? browser) !== browser) {
      console.log(`not ${label} (${run.why})`);
      continue;
    }
    const stage = new Stage(browsers, browser, address, options);
    try {
      await run(stage);
      stage.judge();
      console.log(`ok: ${label}`);
    } catch (error) {
      console.error(`FAILED: ${label}\n${error.stack}\n${stage.complaints.join("\n")}`);
      process.exitCode = 1;
    }
    await stage.close();
  }
  await browsers.close();
}
