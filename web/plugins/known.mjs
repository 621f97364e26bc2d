// What the core knows without a run, asked when the page is built: so the page has its fields and its scenarios
// before the module comes that they are from, and nothing moves when it does.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const PREFIX = 'virtual:known/';

/**
 * @param {string} place where the module with everything in it is, without the ends of its files' names
 * @returns {import('vite').Plugin}
 */
export function known(place) {
  let core = '';
  return {
    name: 'ratelab-known',
    configResolved: ({ root }) => void (core = resolve(root, place)),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const module = await import(pathToFileURL(`${core}.js`).href);
      module.initSync({ module: readFileSync(`${core}_bg.wasm`) });
      const value = KNOWN[id.slice(PREFIX.length + 1)](module);
      return Object.entries(value).map(([name, part]) => `export const ${name} = ${print(part)};\n`).join('');
    },
  };
}

/** Each a module of its own, so that a script has only what it uses. */
const KNOWN = {
  page: (core) => ({ bounds: core.bounds(), opening: new core.Draft(core.bounds().scenarios[0].text).describe() }),
  lanes: (core) => ({ USUAL_LANES: core.bounds().usual_lanes, MOST_LANES: core.bounds().most_lanes }),
  scenarios: (core) => ({ TEXTS: Object.fromEntries(core.bounds().scenarios.map(({ name, text }) => [name, text])) }),
};

/** As a script has it: JSON has no integers of any length. */
function print(value) {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  return text.replace(/"(\d+n)"/g, '$1');
}
