// How a module of the core is fetched. A page that is a single file has `single-file/sources.ts` instead.

import initFirst, { Run } from '../../generated/first/ratelab_wasm.js';
import type { Core, Modules } from './modules.ts';
import type { Place } from './places.ts';

/** The module whose script is part of this one comes first, and has nothing else to wait for. */
export async function bring(name: keyof Modules, { wasm, script }: Place): Promise<Modules[keyof Modules]> {
  if (script === undefined) {
    await initFirst({ module_or_path: wasm });
    return { Run };
  }
  const bytes = fetch(wasm);
  // If the script fails first, nobody else handles a failure of this.
  bytes.catch(() => undefined);
  await import(/* @vite-ignore */ script);
  const module = Reflect.get(globalThis, Symbol.for(`ratelab:${name}`)) as Core;
  await module.default({ module_or_path: bytes });
  return module;
}
