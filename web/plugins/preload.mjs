// Vite puts a helper before a dynamic import, to load what it needs along with it by elements in the head
// of the page. That is for pages that are our own; this puts nothing in its place.

const HELPER = 'vite/preload-helper.js';

/** @returns {import('vite').Plugin} */
export function withoutPreload() {
  return {
    name: 'ratelab-without-preload',
    enforce: 'pre',
    load: (id) => (id.endsWith(HELPER) ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
