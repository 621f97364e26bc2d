// The headers of `hosting/headers.mjs` in what is built and served: the policy as a meta tag in each page, `_headers`
// for static hosts, and the headers of the local server.

import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { headersOf, metaPolicy } from '../hosting/headers.mjs';
import { headersFile } from '../hosting/servers.mjs';

export const HEADERS_FILE = '_headers';
const PLACE = '{{policy}}';

/** Inserts the policy of each page.
 *
 * @returns {import('vite').Plugin}
 */
export function policies() {
  return {
    name: 'ratelab-policies',
    transformIndexHtml: {
      order: 'pre',
      handler(page, { filename }) {
        const policy = metaPolicy(basename(filename));
        if (policy === undefined || !page.includes(PLACE)) throw new Error(`${filename} has no policy.`);
        return page.replace(PLACE, policy);
      },
    },
  };
}

/** Sends the headers, and writes them for hosts that read them from a file.
 *
 * @returns {import('vite').Plugin}
 */
export function headers() {
  return {
    name: 'ratelab-headers',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        for (const [name, value] of Object.entries(headersOf(pathname))) response.setHeader(name, value);
        next();
      });
    },
    writeBundle: ({ dir = '.' }) => writeFileSync(join(dir, HEADERS_FILE), headersFile()),
  };
}
