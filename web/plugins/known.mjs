// What the core knows without a run, asked when the page is built: so the page has its fields and its scenarios
// before the module comes that they are from, and nothing moves when it does.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const NAME = 'virtual:known';

/**
 * @param {string} place where the module with everything in it is, without the ends of its files' names
 * @returns {import('vite').Plugin}
 */
export function known(place) {
  let core = '';
  return {
    name: 'ratelab-known',
    configResolved: ({ root }) => void (core = resolve(root, place)),
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const module = await import(pathToFileURL(`${core}.js`).href);
      module.initSync({ module: readFileSync(`${core}_bg.wasm`) });
      const bounds = module.bounds();
      const opening = module.read(bounds.scenarios[0].text);
      return `export const bounds = ${print(bounds)};\nexport const opening = ${print(opening)};`;
    },
  };
}

/** As a script has it: JSON has no integers of any length. */
function print(value) {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  return text.replace(/"(\d+n)"/g, '$1');
}
