// The page uses one function of d3-array. The library also calls these functions while it loads. The calls have no side
// effects, but the bundler cannot know that. If they are marked as pure, it removes them.

/** @type {import('vite').Rolldown.TreeshakingOptions} */
export const TREESHAKE = { manualPureFunctions: ['bisector', 'shuffler', 'Blur2'], propertyReadSideEffects: false };

/**
 * Numbers of other files are written where they are used. The constants of drawing are many, and most are used once.
 *
 * @type {import('vite').Rolldown.InputOptions['optimization']}
 */
export const INLINE = { inlineConst: { mode: 'all', pass: 3 } };
