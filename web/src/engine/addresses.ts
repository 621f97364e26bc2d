// The addresses of the files that the engine fetches: its worker and the modules of the core, one row each.
//
// Bundlers move files, and fix addresses only in the scripts they parse. Some parse a worker, some copy it unchanged.
// So the worker contains no address: the page sends them. In the embed all of them are in `rate-lab.js`, relative to
// it.

import figure from '../../generated/figure/ratelab_wasm_bg.wasm?url';
import figureScript from './figure/script.ts?script';
import first from '../../generated/first/ratelab_wasm_bg.wasm?url';
import studio from '../../generated/studio/ratelab_wasm_bg.wasm?url';
import studioScript from '../../generated/studio/ratelab_wasm.js?script';
import worker from './worker.ts?worker&url';

/** Where a module is. */
export interface ModuleAddress {
  wasm: string;
  /** The script of the module, unless it is bundled with the engine. */
  script?: string;
}

/** `crates/xtask/src/modules.rs`, which builds the modules, has a row for each as well. */
export const ADDRESSES = {
  first: { wasm: first },
  figure: { wasm: figure, script: figureScript },
  studio: { wasm: studio, script: studioScript },
} satisfies Record<string, ModuleAddress>;

export type Addresses = typeof ADDRESSES;

export const WORKER = new URL(worker);
