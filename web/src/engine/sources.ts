// Fetches and instantiates a module of the core. The single-file page uses `single-file/sources.ts` instead.

import initFirst, { Run } from '../../generated/first/ratelab_wasm.js';
import type { Core, Modules, Studio } from './modules.ts';
import type { ModuleAddress } from './addresses.ts';

/** The small module's script is bundled here, so that only its wasm has to be fetched for the first picture. */
export async function bring(name: keyof Modules, { wasm, script }: ModuleAddress): Promise<Modules[keyof Modules]> {
  if (script === undefined) {
    await initFirst({ module_or_path: wasm });
    return { Run };
  }
  const bytes = fetch(wasm);
  // If the script fails first, a failure of this promise would be unhandled.
  bytes.catch(() => undefined);
  await import(/* @vite-ignore */ script);
  const module = Reflect.get(globalThis, Symbol.for(`ratelab:${name}`)) as Core | Studio;
  await module.default({ module_or_path: bytes });
  return module;
}
