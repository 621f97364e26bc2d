import { copyFileSync } from 'node:fs';
import { promisify } from 'node:util';
import webpack from 'webpack';

export async function bundle(site) {
  const stats = await promisify(webpack)({
    mode: 'production',
    context: site,
    entry: './main.js',
    output: { path: `${site}/dist` },
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  copyFileSync(`${site}/index.html`, `${site}/dist/index.html`);
}
