// Files that are imported with `?raw` are texts, as Vite has it: for rolldown alone, which does not know that.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const RAW = '?raw';

/** @returns {import('rolldown').Plugin} */
export function raw() {
  return {
    name: 'ratelab-raw',
    resolveId: (id, importer) => (id.endsWith(RAW) ? resolve(dirname(importer), id) : undefined),
    load: (id) =>
      id.endsWith(RAW)
        ? `export default ${JSON.stringify(readFileSync(id.slice(0, -RAW.length), 'utf8'))};`
        : undefined,
  };
}
