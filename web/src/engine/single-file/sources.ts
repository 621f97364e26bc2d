// The core inside the script itself: a page opened from disk may not fetch anything.

import init, * as everything from '../../../generated/everything/ratelab_wasm.js';
import packed from '../../../generated/everything/ratelab_wasm_bg.wasm?packed';
import type { Core, Modules } from '../modules.ts';

/** Nothing is fetched here, so a small module first would only add bytes. */
export async function bring(name: keyof Modules): Promise<Core> {
  if (name !== 'everything') throw new Error('A single file has one module.');
  await init({ module_or_path: unpack(packed) });
  return everything;
}

function unpack(base64: string): Response {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
}
