// A single file has the core in it.

export const PLACES = { first: { wasm: '' }, everything: { wasm: '' } };
