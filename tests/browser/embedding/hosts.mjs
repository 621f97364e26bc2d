// Servers for other people's pages, and for the figure's files on other origins.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { WEB } from '../serving.mjs';

const DIST = `${WEB}/dist`;
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};
// The headers of a host that lets other origins use its files.
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export const SCENARIO = 'limit=5/s&lanes=fixed_window, token_bucket&traffic=15 every 100ms';
export const SENTENCE =
  'The limiters disagree on 6 of 15 requests: the token bucket let 12 through, the fixed window only 10.';

// Calls `use` with `post`, which publishes a page with headers and returns its address, and with the addresses of the
// figure's files: `same` is the page's origin, `other` lets other origins use its files, `closed` does not. OTHER in a
// header is replaced by the origin of `other`.
export async function hosted(use) {
  const pages = new Map([['/favicon.ico', { type: 'image/x-icon', headers: {}, body: '' }]]);
  const host = await listen((path) => pages.get(path) ?? fileIn(DIST, path.replace(/^\/figures/, ''), {}));
  const open = await listen((path) => fileIn(DIST, path, OPEN));
  const closed = await listen((path) => fileIn(DIST, path, {}));
  const post = (body, headers = {}) => {
    const path = `/post-${pages.size}.html`;
    const policy = (text) => text.replaceAll('OTHER', open.origin);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, policy(value)]));
    pages.set(path, {
      type: 'text/html',
      headers: sent,
      body:
        `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A ` +
        `post</title>${body}`,
    });
    return host.origin + path;
  };
  try {
    await use({
      host: `${host.origin}/`,
      post,
      same: `${host.origin}/figures/`,
      other: `${open.origin}/`,
      closed: `${closed.origin}/`,
    });
  } finally {
    for (const { server } of [host, open, closed]) {
      server.closeAllConnections();
      server.close();
    }
  }
}

// The heading of a figure that contains this sentence.
export const named = (place, sentence = SENTENCE) =>
  place.getByRole('figure').getByRole('heading').filter({ hasText: sentence });

// The HTML that an author puts in a post.
export const script = (place) => `<script type="module" src="${place}rate-lab.js"></script>`;
export const inside =
  '<a href="#elsewhere"><svg width="300" height="100" role="img" aria-label="A still picture"><rect width="300" ' +
  'height="100" /></svg></a>';
export const figure = (attributes = '') => `<rate-lab scenario="${SCENARIO}" ${attributes}>${inside}</rate-lab>`;

async function listen(find) {
  const server = createServer((request, response) => {
    const found = find(new URL(request.url, 'http://localhost').pathname);
    if (found === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': found.type, ...found.headers }).end(found.body);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

function fileIn(folder, path, headers) {
  const file = join(folder, normalize(path));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return { type: TYPES[extname(file)] ?? 'application/octet-stream', headers, body: readFileSync(file) };
}

// Waits until this many figures of the page have their picture.
export const isReady = (page, count = 1) =>
  page.waitForFunction(
    (count) =>
      [...document.querySelectorAll('rate-lab')].filter((one) => one.shadowRoot.querySelector('.ready')).length >=
      count,
    count,
  );

// The summary of the page's first figure, when its run is complete.
export const summary = (page) => page.evaluate(() => document.querySelector('rate-lab').run());

// Types as a user does: not every browser lets a driver replace the value of a number field.
export async function type(field, text) {
  await field.press('Control+a');
  await field.pressSequentially(text);
}
