// The core inside the script itself: a page from disk may not fetch anything.

import init, * as everything from '../../../generated/everything/ratelab_wasm.js';
import packed from '../../../generated/everything/ratelab_wasm_bg.wasm?packed';
import type { Everything, First } from '../modules.ts';

/** There is nothing to wait for here, so that a small one first would only be more. */
export function bringFirst(): Promise<First> {
  return Promise.reject(new Error('A single file has one module, and that is the large one.'));
}

export async function bringEverything(): Promise<Everything> {
  await init({ module_or_path: unpack(packed) });
  return everything;
}

function unpack(base64: string): Response {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
}
