// The part of the WebDriver protocol that the smoke test needs, for the driver of WebKitGTK. WebKitGTK has no headless
// mode, so it draws on a virtual display, and without compositing, which is work for a graphics card.
//
// Playwright drives a patched WebKit that it downloads, not the one of a Linux distribution. A client from npm would
// do, but the test sends seven commands, and a request for each is shorter than a dependency with its own dependencies.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { findProgram } from './browsers.mjs';

const PROGRAMS = ['WebKitWebDriver', 'xvfb-run', 'xauth'];
const PATIENCE = 60_000;
// The protocol's key for a reference to an element.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

// Calls `use` with a session. Returns undefined if a program is not installed.
export async function withWebKit(use) {
  if (!PROGRAMS.every((name) => findProgram(name))) return undefined;
  const port = await freePort();
  const settings = { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const arguments_ = ['-a', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'];
  // In a separate process group, so that the display, the driver and the browser can be killed together.
  const driver = spawn('xvfb-run', arguments_, { env: settings, detached: true, stdio: 'ignore' });
  try {
    return await withSession(`http://127.0.0.1:${port}`, use);
  } finally {
    process.kill(-driver.pid);
  }
}

async function withSession(driver, use) {
  await until(async () => (await ask(driver, 'GET', '/status')).ready);
  const { sessionId } = await ask(driver, 'POST', '/session', { capabilities: { alwaysMatch: {} } });
  const session = new WebDriver(`${driver}/session/${sessionId}`);
  try {
    return await use(session);
  } finally {
    await session.send('DELETE', '');
  }
}

class WebDriver {
  constructor(address) {
    this.address = address;
  }

  send(method, path, body) {
    return ask(this.address, method, path, body);
  }

  open(url) {
    return this.send('POST', '/url', { url });
  }

  // Calls a function in the page. Its arguments and its result have to be JSON.
  evaluate(run, ...args) {
    return this.send('POST', '/execute/sync', { script: `return (${run}).apply(null, arguments)`, args });
  }

  // Types into the element that `find` returns in the page.
  async type(find, text) {
    const element = await this.evaluate(find);
    await this.send('POST', `/element/${element[ELEMENT]}/value`, { text });
  }

  async press(key) {
    const actions = [
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ];
    await this.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
}

async function ask(address, method, path, body) {
  const options = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(address + path, options);
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}

// Waits until `isSo` returns a truthy value, and returns that. An error counts as not yet.
export async function until(isSo, what = 'the driver listens') {
  const end = performance.now() + PATIENCE;
  let last;
  while (performance.now() < end) {
    try {
      last = await isSo();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`waited for ${PATIENCE / 1000} s until ${what}: ${last}`);
}

async function freePort() {
  const server = createServer();
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}
