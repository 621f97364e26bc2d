import { defineConfig } from 'vite';
import { claims } from './plugins/claims.mjs';
import { coreFacts } from './plugins/core-facts.mjs';
import { glossary } from './plugins/glossary.mjs';
import { headers, policies } from './plugins/hosting.mjs';
import { INLINE, TREESHAKE } from './plugins/treeshake.mjs';
import { SERVICE_WORKER, offline } from './plugins/offline.mjs';
import { noDefaultUrl } from './plugins/no-default-url.mjs';
import { noPreloadHelper } from './plugins/no-preload-helper.mjs';
import { script } from './plugins/script.mjs';
import { TARGETS } from './plugins/targets.mjs';
import { minifyStyles } from './plugins/minify-styles.mjs';
import { oneChunk } from './plugins/one-chunk.mjs';

const CORE = 'generated/studio/ratelab_wasm';

// The page is a folder of files that works under any path: all addresses are relative, and nothing is requested from
// another host.
export default defineConfig({
  base: './',
  // For `cargo xtask serve`: only local connections, no caching, and the headers of a static host. A missing file is a
  // 404, not the page.
  appType: 'mpa',
  preview: {
    host: '127.0.0.1',
    strictPort: true,
    cors: false,
    headers: { 'Cache-Control': 'no-store' },
  },
  build: {
    ...TARGETS,
    outDir: 'dist',
    emptyOutDir: true,
    // WebAssembly as base64 would be a third larger, and could not be compiled while it loads.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: TREESHAKE,
      optimization: INLINE,
      input: {
        index: 'index.html',
        claims: 'claims.html',
        glossary: 'glossary.html',
        log: 'log.html',
        'service-worker': 'src/page/service-worker.ts',
      },
      output: {
        // One file for everything that the first picture needs, because a browser finds nested imports late.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [oneChunk({ name: 'page', from: '/src/page/main.ts' })],
        },
        // The service worker needs a stable name, and controls only pages in its own folder.
        entryFileNames: ({ name }) => (name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es', plugins: () => [noDefaultUrl()] },
  plugins: [
    policies(),
    headers(),
    script(),
    noDefaultUrl(),
    coreFacts(CORE),
    minifyStyles(),
    noPreloadHelper(),
    glossary(),
    claims(CORE),
    offline(),
  ],
});
