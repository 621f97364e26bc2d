// The single file contains the core.

export const ADDRESSES = { first: { wasm: '' }, figure: { wasm: '' }, studio: { wasm: '' } };
