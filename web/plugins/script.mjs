// Bundles a script that is loaded by its address, minified, into a separate file. The script stores its exports under
// a global symbol with the name of its folder, because Parcel drops the exports of scripts that are loaded by address.
//
// rolldown comes with Vite, which accepts any later patch. We call it here and in `tests/run.mjs`, so its version is
// exact, as that of every package we call: `overrides` in `package.json` sets it, because a second entry for it could
// install a second rolldown next to Vite's.

import { basename, dirname } from 'node:path';
import { build } from 'rolldown';
import { noDefaultUrl } from './no-default-url.mjs';

const SCRIPT = '?script';

/** @returns {import('vite').Plugin} */
export function script() {
  return {
    name: 'ratelab-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SCRIPT)) return undefined;
      const path = id.slice(0, -SCRIPT.length);
      const file = this.emitFile({
        type: 'asset',
        name: basename(path).replace(/\.ts$/, '.js'),
        source: await bundle(path),
      });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

async function bundle(path) {
  const footer = `globalThis[Symbol.for('ratelab:${basename(dirname(path))}')] = script;`;
  const output = { format: 'iife', name: 'script', exports: 'named', footer, minify: true };
  const {
    output: [{ code }],
  } = await build({ input: path, plugins: [noDefaultUrl()], output, write: false });
  return code;
}
