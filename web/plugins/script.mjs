// A script that is loaded by its address: minified, in a file of its own. It leaves what it exports at a symbol
// with its folder's name, because Parcel takes a script that is found by its address for a program, and drops its exports.

import { basename, dirname } from 'node:path';
import { build } from 'rolldown';
import { placeless } from './placeless.mjs';

const SCRIPT = '?script';

/** @returns {import('vite').Plugin} */
export function script() {
  return {
    name: 'ratelab-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SCRIPT)) return undefined;
      const path = id.slice(0, -SCRIPT.length);
      const file = this.emitFile({ type: 'asset', name: basename(path), source: await bundle(path) });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

async function bundle(path) {
  const footer = `globalThis[Symbol.for('ratelab:${basename(dirname(path))}')] = script;`;
  const output = { format: 'iife', name: 'script', exports: 'named', footer, minify: true };
  const { output: [{ code }] } = await build({ input: path, plugins: [placeless()], output, write: false });
  return code;
}
