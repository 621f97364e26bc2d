// Scripts that are loaded by their address, small: as a file of their own, which no other script is joined with.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { minifySync } from 'vite';

const SCRIPT = '?script';

/** @returns {import('vite').Plugin} */
export function script() {
  return {
    name: 'ratelab-script',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SCRIPT)) return undefined;
      const path = id.slice(0, -SCRIPT.length);
      const { code } = minifySync(path, readFileSync(path, 'utf8'), { module: true });
      const file = this.emitFile({ type: 'asset', name: basename(path), source: code });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}
