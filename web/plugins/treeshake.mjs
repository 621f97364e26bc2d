// The page uses one function of d3-array. The library also calls these functions while it loads. The calls have no side
// effects, but the bundler cannot know that. If they are marked as pure, it removes them.

/** @type {import('vite').Rolldown.TreeshakingOptions} */
export const TREESHAKE = { manualPureFunctions: ['bisector', 'shuffler', 'Blur2'], propertyReadSideEffects: false };

/**
 * Numbers of other files are written where they are used. Otherwise the script of an embed would contain and export all
 * constants of drawing, because it needs a few of them to reserve the height of a figure.
 *
 * @type {import('vite').Rolldown.InputOptions['optimization']}
 */
export const INLINE = { inlineConst: { mode: 'all', pass: 3 } };
