// A single file has everything in it.

export const PLACES = { first: '', everything: '', script: '' };
