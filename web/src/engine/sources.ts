// Where the core comes from: files beside the page. A single file has `single-file/sources.ts` instead.

import initFirst, * as first from '../../generated/first/ratelab_wasm.js';
import firstAddress from '../../generated/first/ratelab_wasm_bg.wasm?url';
import everythingAddress from '../../generated/everything/ratelab_wasm_bg.wasm?url';
import type { Everything, First } from './modules.ts';

export async function bringFirst(): Promise<First> {
  await initFirst({ module_or_path: firstAddress });
  return first;
}

export async function bringEverything(): Promise<Everything> {
  const bytes = fetch(everythingAddress);
  // Without the other half this one's failure would be nobody's.
  bytes.catch(() => undefined);
  const everything = await import('../../generated/everything/ratelab_wasm.js');
  await everything.default({ module_or_path: bytes });
  return everything;
}
