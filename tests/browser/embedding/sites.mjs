// Temporary projects that have the package installed.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { WEB } from '../serving.mjs';

export const PACKAGE_FOLDER = `${WEB}/dist/npm`;

// Calls `use` with the folder of a project that has these files and the package, and removes it afterwards.
export async function inSite(files, use) {
  const site = mkdtempSync(join(tmpdir(), 'rate-lab-'));
  try {
    cpSync(PACKAGE_FOLDER, join(site, 'node_modules/rate-lab'), { recursive: true });
    for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files }))
      writeFileSync(join(site, name), text);
    await use(site);
  } finally {
    rmSync(site, { recursive: true });
  }
}
