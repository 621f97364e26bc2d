// The single file contains the core.

export const PLACES = { first: { wasm: '' }, everything: { wasm: '' } };
