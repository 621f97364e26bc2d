// Where a check takes place: pages of its own, whose complaints and requests are kept.

import assert from "node:assert/strict";

// What a browser is slow for on a busy machine, in milliseconds.
const PATIENCE = 30_000;

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

  constructor(browsers, browser, address) {
    Object.assign(this, { browsers, browser, address, origin: new URL(address).origin });
  }

  // A page in a context of its own. `before` runs in it before anything of the page does.
  open = async (hash = "", { before, ...options } = {}) => {
    const context = await this.browsers.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    this.contexts.push(context);
    if (before !== undefined) await context.addInitScript(before);
    return this.openIn(context, hash);
  };

  openIn = async (context, hash = "") => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => message.type() === "error" && this.complaints.push(message.text()));
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("request", (request) => this.requested.push(request.url()));
    page.on("response", (response) => this.responses.push(response));
    await page.goto(this.address + hash);
    return page;
  };

  // A complaint that the check itself causes.
  forgive = (pattern) => this.forgiven.push(pattern);

  // What no check has to say of itself: nothing to complain of, and nothing from elsewhere.
  judge() {
    const complaints = this.complaints.filter((complaint) => !this.forgiven.some((pattern) => pattern.test(complaint)));
    assert.deepEqual(complaints, [], "the browser complains");
    const elsewhere = this.requested.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== this.origin);
    assert.deepEqual(elsewhere, [], "a request left the page's own origin");
    return this.requested.length;
  }

  async close() {
    for (const context of this.contexts) await context.close();
  }
}
