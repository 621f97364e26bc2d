// The core inside the script itself: a page opened from disk may not fetch anything.

import init, * as studio from '../../../generated/studio/ratelab_wasm.js';
import packed from '../../../generated/studio/ratelab_wasm_bg.wasm?packed';
import { QUESTIONS } from '../figure/questions.ts';
import type { Core, Sources, Studio } from '../modules.ts';

export const SOURCES: Sources = {
  /** Nothing is fetched here, so a separate small module would only add bytes. */
  first: () => Promise.reject(new Error('The single file contains one module.')),
  figure: instantiate,
  studio: instantiate,
};

async function instantiate(): Promise<Core & Studio> {
  await (initialized ??= init({ module_or_path: unpack(packed) }));
  return { ...studio, QUESTIONS };
}

let initialized: Promise<unknown> | undefined;

function unpack(base64: string): Response {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
}
