import { defineConfig } from 'vite';
import { known } from './plugins/known.mjs';
import { LEAN } from './plugins/lean.mjs';
import { placeless } from './plugins/placeless.mjs';
import { withoutPreload } from './plugins/preload.mjs';
import { singleFile } from './plugins/single-file.mjs';
import { TARGETS } from './plugins/targets.mjs';
import { terse } from './plugins/terse.mjs';

// The page once more, as one file that opens from disk. What is different about it has the same
// name in a folder of its own.
export default defineConfig({
  resolve: {
    alias: ['places', 'sources', 'start-worker'].map((name) => ({
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
      treeshake: LEAN,
      input: 'src/page/single-file.ts',
      output: { codeSplitting: false },
    },
  },
  plugins: [placeless(), known('generated/everything/ratelab_wasm'), terse(), withoutPreload(), singleFile({ page: 'index.html', icon: 'public/icon.svg', fileName: 'ratelab.html' })],
});
