// Adds to the service worker the list of files to cache: every file of the site, with its hash. Of HTML files only the
// pages of the site are cached: others are shown in frames or downloaded, which needs a network anyway. Hosts do not
// serve their own settings.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { HEADERS_FILE } from './hosting.mjs';

export const SERVICE_WORKER = 'service-worker.js';
const PAGE = 'index.html';
const PLACES = [PAGE, 'log.html', 'glossary.html', 'claims.html'];

/**
 * Lists the output folder, so that no file is missed, whichever plugin wrote it.
 *
 * @returns {import('vite').Plugin}
 */
export function offline() {
  return {
    name: 'ratelab-offline',
    writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => fillIn(dir) },
  };
}

function fillIn(folder) {
  const script = join(folder, SERVICE_WORKER);
  const files = filesIn(folder).filter(isOfSite);
  const listed = files.map((name) => [pathOf(name), `sha256-${sha256(readFileSync(join(folder, name)), 'base64')}`]);
  const build = { id: sha256(JSON.stringify(listed), 'hex').slice(0, 16), files: listed };
  writeFileSync(script, `const __BUILD__=${JSON.stringify(build)};\n${readFileSync(script, 'utf8')}`);
}

function isOfSite(name) {
  return ![SERVICE_WORKER, HEADERS_FILE].includes(name) && (PLACES.includes(name) || !name.endsWith('.html'));
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')).sort();
}

/** The page is listed under the address of its folder, because some hosts redirect `index.html` there. */
function pathOf(name) {
  return name === PAGE ? './' : `./${name}`;
}

function sha256(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}
