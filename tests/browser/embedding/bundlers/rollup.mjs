import { nodeResolve } from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';
import { copyFileSync } from 'node:fs';
import { rollup } from 'rollup';

export async function bundle(site) {
  const bundled = await rollup({ input: `${site}/main.js`, plugins: [nodeResolve(), importMetaAssets()] });
  await bundled.write({ dir: `${site}/dist` });
  copyFileSync(`${site}/index.html`, `${site}/dist/index.html`);
}
