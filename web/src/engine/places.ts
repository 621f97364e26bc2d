// Where the files of the core are. A bundler that takes the embed into somebody's site moves files, and mends
// addresses only in scripts that it reads; a worker's is copied as it is. So a worker is told them.

import everything from '../../generated/everything/ratelab_wasm_bg.wasm?url';
import script from '../../generated/everything/ratelab_wasm.js?script';
import first from '../../generated/first/ratelab_wasm_bg.wasm?url';

export interface Places {
  first: string;
  everything: string;
  /** What goes with everything. */
  script: string;
}

export const PLACES: Places = { first, everything, script };
