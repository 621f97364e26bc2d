// A local static file server for a few folders, and a browser to open its pages.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { headersOf } from '../../web/hosting/headers.mjs';
import { launch } from './browsers.mjs';

export const WEB = resolve(fileURLToPath(import.meta.url), '../../../web');
const DIST = resolve(WEB, 'dist');
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

// Calls `use` with a browser, the origin of a server that serves each folder at its path, and the server.
export async function served(folders, use, browserName = 'Chromium') {
  await serving(folders, async (origin, server) => {
    const browser = await launch(browserName.toLowerCase());
    try {
      await use(browser, origin, server);
    } finally {
      await browser.close();
    }
  });
}

// The same without a browser.
export async function serving(folders, use) {
  const server = createServer((request, response) => answer(folders, request, response));
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await use(`http://127.0.0.1:${server.address().port}`, server);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function answer(folders, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const path = fileOf(folders, pathname);
  if (path === undefined) {
    response.writeHead(404).end();
    return;
  }
  // The site has the headers that it has on a static host.
  if (path.startsWith(DIST + sep))
    for (const [name, value] of Object.entries(headersOf(pathname))) response.setHeader(name, value);
  response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
  createReadStream(path)
    .on('error', () => response.destroy())
    .pipe(response);
}

function fileOf(folders, pathname) {
  const [mount, folder] = Object.entries(folders).find(([mount]) => pathname.startsWith(mount)) ?? [];
  if (mount === undefined) return undefined;
  const path = resolve(folder, pathname.slice(mount.length) || 'index.html');
  const isThere = path.startsWith(resolve(folder) + sep) && statSync(path, { throwIfNoEntry: false })?.isFile();
  return isThere ? path : undefined;
}
