// One function of d3-array is used. What else it makes when it is loaded has no effect on anything, which
// its one file does not say.

/** @type {import('vite').Rolldown.TreeshakingOptions} */
export const LEAN = { manualPureFunctions: ['bisector', 'shuffler', 'Blur2'], propertyReadSideEffects: false };
