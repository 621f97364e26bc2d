import { defineConfig } from 'vite';

// The page is a folder of files that works wherever it is put, under any path: every
// address in it is relative, and nothing is asked of another host.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // WebAssembly as base64 would be a third larger and could not compile while it loads.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html'],
    },
  },
  worker: { format: 'es' },
});
