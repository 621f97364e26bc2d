// The core inside the script itself: a page opened from disk may not fetch anything.

import init, * as studio from '../../../generated/studio/ratelab_wasm.js';
import packed from '../../../generated/studio/ratelab_wasm_bg.wasm?packed';
import { QUESTIONS } from '../figure/questions.ts';
import type { Core, Modules, Studio } from '../modules.ts';

/** Nothing is fetched here, so a separate small module would only add bytes. */
export async function bring(name: keyof Modules): Promise<Core & Studio> {
  if (name === 'first') throw new Error('The single file contains one module.');
  await (initialized ??= init({ module_or_path: unpack(packed) }));
  return { ...studio, QUESTIONS };
}

let initialized: Promise<unknown> | undefined;

function unpack(base64: string): Response {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
}
