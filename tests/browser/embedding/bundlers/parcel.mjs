import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

export function bundle(site) {
  execFileSync('node', [resolve('parcel/lib/bin.js'), 'build', 'index.html', '--public-url', './', '--no-cache'], {
    cwd: site,
    stdio: 'pipe',
  });
}
