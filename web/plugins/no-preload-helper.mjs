// Removes the helper that Vite wraps around every dynamic import. It adds preload elements to the head of the page,
// which may be another site's. It also uses `import.meta.url`, which webpack would replace by a path of the build
// machine.

const WRAPPER = 'native:import-analysis-build';

/** @returns {import('vite').Plugin} */
export function noPreloadHelper() {
  return {
    name: 'ratelab-no-preload-helper',
    // `vite preview` has no such plugin.
    apply: 'build',
    configResolved({ plugins }) {
      const at = plugins.findIndex(({ name }) => name === WRAPPER);
      if (at < 0) throw new Error(`Vite has no plugin ${WRAPPER} any more: what wraps a dynamic import now?`);
      /** @type {import('vite').Plugin[]} */ (plugins).splice(at, 1);
    },
  };
}
