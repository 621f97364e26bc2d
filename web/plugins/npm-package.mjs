// Copies the files of the embed into an npm package, together with its `package.json`, README and licences.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const WRITTEN = ['package.json', 'README.md'];

/**
 * @param {{ from: string, licences: string[], to: string }} folders the folder of the README and `package.json`, the
 *   licence files, and the folder to write to
 * @returns {import('vite').Plugin}
 */
export function npmPackage({ from, licences, to }) {
  return {
    name: 'ratelab-npm-package',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }, bundle) {
        rmSync(to, { recursive: true, force: true });
        for (const name of Object.keys(bundle)) copy(join(dir, name), join(to, name));
        for (const name of WRITTEN) copy(join(from, name), join(to, name));
        for (const licence of licences) copy(licence, join(to, basename(licence)));
      },
    },
  };
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
