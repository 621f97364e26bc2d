import { defineConfig } from 'vite';
import { byAddress } from './plugins/by-address.mjs';
import { examples } from './plugins/examples.mjs';
import { guest } from './plugins/guest.mjs';
import { known } from './plugins/known.mjs';
import { LEAN } from './plugins/lean.mjs';
import { packaged } from './plugins/packaged.mjs';
import { placeless } from './plugins/placeless.mjs';
import { withoutPreload } from './plugins/preload.mjs';
import { script } from './plugins/script.mjs';
import { TARGETS } from './plugins/targets.mjs';
import { terse } from './plugins/terse.mjs';
import { together } from './plugins/together.mjs';

// What the first picture needs is one file, which a page does not load before a figure is near.
const FIGURE = together({ name: 'figure', from: '/src/embed/figure.ts', without: '/src/embed/rate-lab.ts' });

// The figure for other pages: one script whose name stays, the frame, and what both load, all of it beside
// the script wherever that is put. Bundlers read the same files. Not Vite's library mode: that writes the modules as
// text, and looks for the worker at the root of the site that uses it.
export default defineConfig({
  base: './',
  build: {
    ...TARGETS,
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    // Beside the files of the playground, which whoever wants a figure alone can leave.
    assetsDir: 'rate-lab',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { 'rate-lab': 'src/embed/rate-lab.ts', embed: 'embed.html' },
      preserveEntrySignatures: 'allow-extension',
      treeshake: LEAN,
      output: {
        entryFileNames: ({ name }) => (name === 'rate-lab' ? 'rate-lab.js' : 'rate-lab/[name]-[hash].js'),
        chunkFileNames: 'rate-lab/[name]-[hash].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: [FIGURE] },
      },
    },
  },
  worker: { format: 'es', plugins: () => [placeless()] },
  plugins: [
    script(),
    placeless(),
    known('generated/everything/ratelab_wasm'),
    terse(),
    withoutPreload(),
    byAddress(),
    guest(),
    packaged({ from: 'package', licence: '../LICENSE', to: 'dist/npm' }),
    examples({ from: 'examples', tokens: 'src/styles/tokens.css', to: 'dist/examples' }),
  ],
});
