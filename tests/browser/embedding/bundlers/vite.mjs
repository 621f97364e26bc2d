import { execFileSync } from 'node:child_process';

import { WEB } from '../../serving.mjs';

export function bundle(site) {
  execFileSync('node', [`${WEB}/node_modules/vite/bin/vite.js`, 'build', '--base', './'], { cwd: site, stdio: 'pipe' });
}
