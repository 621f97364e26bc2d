// Tells the service worker what it is to keep: every file of the site, with its hash. Other pages are
// there for others: whoever frames one or takes one along does so while there is a network.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const SERVICE_WORKER = 'service-worker.js';
const PAGE = 'index.html';

/**
 * Looks at what was written, so that a file is kept however it came to be there.
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
  return name !== SERVICE_WORKER && (name === PAGE || !name.endsWith('.html'));
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')).sort();
}

/** Hosts answer for the page at its folder; some send whoever asks for its name there. */
function pathOf(name) {
  return name === PAGE ? './' : `./${name}`;
}

function sha256(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}
