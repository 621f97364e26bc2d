import { defineConfig } from 'vite';
import { webpackIgnore } from './plugins/webpack-ignore.mjs';
import { policies } from './plugins/hosting.mjs';
import { examples } from './plugins/examples.mjs';
import { replaceRem } from './plugins/replace-rem.mjs';
import { coreFacts } from './plugins/core-facts.mjs';
import { INLINE, TREESHAKE } from './plugins/treeshake.mjs';
import { npmPackage } from './plugins/npm-package.mjs';
import { noDefaultUrl } from './plugins/no-default-url.mjs';
import { noPreloadHelper } from './plugins/no-preload-helper.mjs';
import { script } from './plugins/script.mjs';
import { TARGETS } from './plugins/targets.mjs';
import { minifyStyles } from './plugins/minify-styles.mjs';
import { oneChunk } from './plugins/one-chunk.mjs';

// One file for everything that the first picture needs. A page loads it when a figure is near the viewport. What a
// frame needs as well is a separate file: a page that shows the figure in a frame does not load the figure itself.
const FIGURE = oneChunk({
  name: 'figure',
  from: '/src/embed/figure.ts',
  without: ['/src/embed/rate-lab.ts', '/src/embed/frame.ts'],
});

// The embed: a script with a stable name, the page for the frame, and the files that both load. All addresses are
// relative to the script. Bundlers of other sites take the same files. This is not Vite's library mode, which inlines
// the wasm modules as text, and looks for the worker at the root of the site that uses it.
export default defineConfig({
  base: './',
  build: {
    ...TARGETS,
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    // Apart from the files of the playground, so that the embed can be hosted alone.
    assetsDir: 'rate-lab',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { 'rate-lab': 'src/embed/rate-lab.ts', embed: 'embed.html' },
      preserveEntrySignatures: 'allow-extension',
      treeshake: TREESHAKE,
      optimization: INLINE,
      output: {
        entryFileNames: ({ name }) => (name === 'rate-lab' ? 'rate-lab.js' : 'rate-lab/[name]-[hash].js'),
        chunkFileNames: 'rate-lab/[name]-[hash].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: [FIGURE] },
      },
    },
  },
  worker: { format: 'es', plugins: () => [noDefaultUrl()] },
  plugins: [
    policies(),
    script(),
    noDefaultUrl(),
    coreFacts('generated/studio/ratelab_wasm'),
    minifyStyles(),
    noPreloadHelper(),
    webpackIgnore(),
    replaceRem(),
    npmPackage({ from: 'package', licences: ['../LICENSE-APACHE', '../LICENSE-MIT'], to: 'dist/npm' }),
    examples({ from: 'examples', tokens: 'src/styles/tokens.css', to: 'dist/examples' }),
  ],
});
