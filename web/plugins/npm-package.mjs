// Copies the files of the embed into an npm package, together with its `package.json`, README and licence.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const WRITTEN = ['package.json', 'README.md'];

/**
 * @param {{ from: string, licence: string, to: string }} places the folder of the README and `package.json`, the
 *   licence file, and the folder to write to
 * @returns {import('vite').Plugin}
 */
export function npmPackage({ from, licence, to }) {
  return {
    name: 'ratelab-npm-package',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }, bundle) {
        rmSync(to, { recursive: true, force: true });
        for (const name of Object.keys(bundle)) copy(join(dir, name), join(to, name));
        for (const name of WRITTEN) copy(join(from, name), join(to, name));
        copy(licence, join(to, 'LICENSE'));
      },
    },
  };
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
