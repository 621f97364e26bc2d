import { build } from 'esbuild';
import { copyFileSync, cpSync } from 'node:fs';

// esbuild does not rewrite `new URL`, so the files have to be copied to where the script looks for them.
export async function bundle(site) {
  await build({
    absWorkingDir: site,
    entryPoints: ['main.js'],
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: 'dist',
    logLevel: 'silent',
  });
  for (const name of ['rate-lab', 'rate-lab.js', 'embed.html'])
    cpSync(`${site}/node_modules/rate-lab/${name}`, `${site}/dist/${name}`, { recursive: true });
  copyFileSync(`${site}/index.html`, `${site}/dist/index.html`);
}
