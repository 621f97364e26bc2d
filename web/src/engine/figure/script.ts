// The script that is loaded with the module for complete figures: its bindings, and the answers that only it can give.
// The worker does not contain them when it draws the first picture.

export { default } from '../../../generated/figure/ratelab_wasm.js';
export * from '../../../generated/figure/ratelab_wasm.js';
export { QUESTIONS } from './questions.ts';
