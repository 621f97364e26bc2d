// Where the core comes from: files beside the page. A single file has `single-file/sources.ts` instead.

import initFirst, * as first from '../../generated/first/ratelab_wasm.js';
import type { Everything, First } from './modules.ts';
import type { Places } from './places.ts';

export async function bringFirst(places: Places): Promise<First> {
  await initFirst({ module_or_path: places.first });
  return first;
}

export async function bringEverything(places: Places): Promise<Everything> {
  const bytes = fetch(places.everything);
  // Without the other half this one's failure would be nobody's.
  bytes.catch(() => undefined);
  const everything = (await import(/* @vite-ignore */ places.script)) as Everything;
  await everything.default({ module_or_path: bytes });
  return everything;
}
