// Where the files are that the engine fetches: its worker, and the modules of the core, one row each.
//
// Bundlers move files, and mend addresses only in scripts that they read. Some read a worker, some copy it as it is.
// So the worker has no address in it: the page sends them along. In the embed all of them are in `rate-lab.js`, relative to it.

import everything from '../../generated/everything/ratelab_wasm_bg.wasm?url';
import everythingScript from '../../generated/everything/ratelab_wasm.js?script';
import first from '../../generated/first/ratelab_wasm_bg.wasm?url';
import worker from './worker.ts?worker&url';

export interface Place {
  wasm: string;
  /** The script that goes with it, unless the engine has that in itself. */
  script?: string;
}

/** Each is a row in the table of `crates/xtask/src/modules.rs` as well, which builds it. */
export const PLACES = {
  first: { wasm: first },
  everything: { wasm: everything, script: everythingScript },
} satisfies Record<string, Place>;

export type Places = Record<keyof typeof PLACES, Place>;

export const WORKER = new URL(worker);
