// Where the modules of the core are, one row each. A bundler that takes the embed into somebody's site moves files,
// and mends addresses only in scripts that it reads; a worker's it copies as it is. So the page tells its worker.

import everything from '../../generated/everything/ratelab_wasm_bg.wasm?url';
import everythingScript from '../../generated/everything/ratelab_wasm.js?script';
import first from '../../generated/first/ratelab_wasm_bg.wasm?url';

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
