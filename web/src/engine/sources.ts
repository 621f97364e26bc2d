// Fetches and instantiates the modules of the core. The single-file page uses `single-file/sources.ts` instead.

import initFirst, { Run } from '../../generated/first/ratelab_wasm.js';
import type { Sources } from './modules.ts';

export const SOURCES: Sources = {
  /** The small module's script is bundled here, so that only its wasm has to be fetched for the first picture. */
  async first({ wasm }) {
    await initFirst({ module_or_path: wasm });
    return { Run };
  },
  figure: (address) => fetchModule('figure', address),
  studio: (address) => fetchModule('studio', address),
};

async function fetchModule<Module extends { default(from: { module_or_path: Promise<Response> }): Promise<unknown> }>(
  name: string,
  { wasm, script }: { wasm: string; script: string },
): Promise<Module> {
  const bytes = fetch(wasm);
  // If the script fails first, a failure of this promise would be unhandled.
  bytes.catch(() => undefined);
  await import(/* @vite-ignore */ script);
  // Unchecked: the build generates the type and the script of a module together, and the script sets this property.
  const module = Reflect.get(globalThis, Symbol.for(`ratelab:${name}`)) as Module;
  await module.default({ module_or_path: bytes });
  return module;
}
