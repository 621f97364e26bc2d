// The core, loaded when it is wanted: two builds of it, the small one for the first picture.

import type * as first from '../../generated/first/ratelab_wasm.js';
import type { Places } from './places.ts';
import { bringEverything, bringFirst } from './sources.ts';

export type First = typeof first;
export type Everything = typeof import('../../generated/everything/ratelab_wasm.js');
export type QuickRun = first.Run;
export type FullRun = InstanceType<Everything['Run']>;

/** A load that is tried again when it failed. One place is as good as another. */
function loader<T>(load: (places: Places) => Promise<T>): (places: Places) => Promise<T> {
  let loading: Promise<T> | undefined;
  return (places) =>
    (loading ??= load(places).catch((cause: unknown) => {
      loading = undefined;
      throw notLoaded(cause);
    }));
}

export const loadFirst = loader(bringFirst);
export const loadEverything = loader(bringEverything);

function notLoaded(cause: unknown): Error {
  const message = 'A part of Ratelab could not be loaded. Check the connection and try again.';
  return Object.assign(new Error(message, { cause }), { code: 'not_loaded' });
}

/** Whether the core is in a state in which nothing it says can be trusted. */
export function isBroken(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return error instanceof Error && 'code' in error && error.code === 'defect';
}

export function release(run: QuickRun): void {
  try {
    run.free();
  } catch {
    // The module is broken, and its memory goes when it does.
  }
}
