// The wasm modules of the core, loaded on demand: one for the first picture, one that makes it complete, and one with
// advice, anatomy, files and production.

import type * as first from '../../generated/first/ratelab_wasm.js';
import type { Addresses } from './addresses.ts';
import { SOURCES } from './sources.ts';

export type Core = typeof import('./figure/script.ts');
export type Studio = typeof import('../../generated/studio/ratelab_wasm.js');
export type Run = first.Run;
export type WholeRun = InstanceType<Core['Run']>;
export type StudioRun = InstanceType<Studio['Run']>;
export type Draft = InstanceType<Core['Draft']>;

export interface Modules {
  first: Pick<typeof first, 'Run'>;
  figure: Core;
  studio: Studio;
}

/** How each module is loaded. */
export type Sources = { [Name in keyof Modules]: (address: Addresses[Name]) => Promise<Modules[Name]> };

const LOADS: { [Name in keyof Modules]: (addresses: Addresses) => Promise<Modules[Name]> } = {
  first: once('first'),
  figure: once('figure'),
  studio: once('studio'),
};

/**
 * Loads a module once per thread. After a failure, the next call tries again. In browsers that cache a failed
 * `import()`, it can fail again without a request.
 */
export function load<Name extends keyof Modules>(name: Name, addresses: Addresses): Promise<Modules[Name]> {
  return LOADS[name](addresses);
}

function once<Name extends keyof Modules>(name: Name): (addresses: Addresses) => Promise<Modules[Name]> {
  let loading: Promise<Modules[Name]> | undefined;
  return (addresses) => {
    const source: Sources[Name] = SOURCES[name];
    loading ??= source(addresses[name]).catch((cause: unknown) => {
      loading = undefined;
      throw notLoaded(cause);
    });
    return loading;
  };
}

function notLoaded(cause: unknown): Error {
  const message = 'A part of Ratelab could not be loaded. Check the connection and try again.';
  return Object.assign(new Error(message, { cause }), { code: 'not_loaded' });
}

/** Frees an object of the core. */
export function release(held: { free(): void } | undefined): void {
  try {
    held?.free();
  } catch {
    // A broken module may not be able to free anything. In a worker, its memory is freed when the worker stops.
  }
}
