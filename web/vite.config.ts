import { defineConfig } from 'vite';
import { known } from './plugins/known.mjs';
import { LEAN } from './plugins/lean.mjs';
import { SERVICE_WORKER, offline } from './plugins/offline.mjs';
import { placeless } from './plugins/placeless.mjs';
import { withoutPreload } from './plugins/preload.mjs';
import { script } from './plugins/script.mjs';
import { TARGETS } from './plugins/targets.mjs';
import { terse } from './plugins/terse.mjs';
import { together } from './plugins/together.mjs';

// The page is a folder of files that works wherever it is put, under any path: every
// address in it is relative, and nothing is asked of another host.
export default defineConfig({
  base: './',
  // `cargo xtask serve`: this machine only, and nothing is cached on the way. Other origins may load the
  // figure, as from a host of files. An address that does not exist is a 404, not the page.
  appType: 'mpa',
  preview: {
    host: '127.0.0.1',
    strictPort: true,
    cors: false,
    headers: {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
    },
  },
  build: {
    ...TARGETS,
    outDir: 'dist',
    emptyOutDir: true,
    // WebAssembly as base64 would be a third larger and could not compile while it loads.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: LEAN,
      input: { index: 'index.html', 'service-worker': 'src/page/service-worker.ts' },
      output: {
        // A service worker has a name that stays, and serves the folder it is in.
        // What the first picture needs is one file, because each that is found in another is waited for.
        codeSplitting: { includeDependenciesRecursively: false, groups: [together({ name: 'page', from: '/src/page/main.ts' })] },
        entryFileNames: ({ name }) => (name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es', plugins: () => [placeless()] },
  plugins: [script(), placeless(), known('generated/everything/ratelab_wasm'), terse(), withoutPreload(), offline()],
});
