// Vite wraps every dynamic import in a helper that preloads what it needs, by elements in the head of the page, and
// tells it `import.meta.url`. That is for pages of our own. In the page of somebody else the import stands alone.

const WRAPPER = 'native:import-analysis-build';

/** @returns {import('vite').Plugin} */
export function withoutPreload() {
  return {
    name: 'ratelab-without-preload',
    // A preview wraps nothing.
    apply: 'build',
    configResolved({ plugins }) {
      const at = plugins.findIndex(({ name }) => name === WRAPPER);
      if (at < 0) throw new Error(`Vite has no plugin ${WRAPPER} any more: what wraps a dynamic import now?`);
      /** @type {import('vite').Plugin[]} */ (plugins).splice(at, 1);
    },
  };
}
