// The files of the embed once more, as a package for npm, with what was written for it.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const WRITTEN = ['package.json', 'README.md'];

/**
 * @param {{ from: string, licence: string, to: string }} places of what goes with it, and where the package is left
 * @returns {import('vite').Plugin}
 */
export function packaged({ from, licence, to }) {
  return {
    name: 'ratelab-packaged',
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
