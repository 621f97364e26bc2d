// The addresses of what reads logs: fetched on use, and by nothing else.

import wasm from '../../../generated/logs/ratelab_wasm_bg.wasm?url';
import worker from './worker.ts?worker&url';

export const ADDRESSES = { wasm };
export type Addresses = typeof ADDRESSES;
export const WORKER = new URL(worker, import.meta.url);
