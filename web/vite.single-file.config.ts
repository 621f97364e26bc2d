import { defineConfig } from 'vite';
import { coreFacts } from './plugins/core-facts.mjs';
import { INLINE, TREESHAKE } from './plugins/treeshake.mjs';
import { noDefaultUrl } from './plugins/no-default-url.mjs';
import { noPreloadHelper } from './plugins/no-preload-helper.mjs';
import { singleFile } from './plugins/single-file.mjs';
import { TARGETS } from './plugins/targets.mjs';
import { minifyStyles } from './plugins/minify-styles.mjs';

// The page as one file that opens from disk. It replaces some files of the engine by those with the same names in the
// folder `single-file`.
export default defineConfig({
  resolve: {
    alias: ['addresses', 'sources', 'start-worker'].map((name) => ({
      find: `./${name}.ts`,
      replacement: `/src/engine/single-file/${name}.ts`,
    })),
  },
  build: {
    ...TARGETS,
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      treeshake: TREESHAKE,
      optimization: INLINE,
      input: 'src/page/single-file.ts',
      output: { codeSplitting: false },
    },
  },
  plugins: [
    noDefaultUrl(),
    coreFacts('generated/studio/ratelab_wasm'),
    minifyStyles(),
    noPreloadHelper(),
    singleFile({ page: 'index.html', icon: 'public/icon.svg', fileName: 'ratelab.html' }),
  ],
});
