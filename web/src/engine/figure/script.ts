// What the module for complete figures brings along: its bindings, and the answers that only it can give. So the worker
// does not contain them when it draws the first picture.

export { default } from '../../../generated/figure/ratelab_wasm.js';
export * from '../../../generated/figure/ratelab_wasm.js';
export { QUESTIONS } from './questions.ts';
