// Reads logs and answers questions about the newest, in a worker.

import init from '../../../generated/logs/ratelab_wasm.js';
import type { Reply } from '../transport/messages.ts';
import { serve } from '../transport/session.ts';
import type { Addresses } from './addresses.ts';
import { LogSession } from './log-session.ts';
import type { Events, Questions } from './types.ts';

serve<Questions, Events, Addresses>(
  (post, { wasm }) => new LogSession(init({ module_or_path: wasm }), post),
  buffersOf,
);

/** The buffers of an answer, which it transfers instead of copying. */
function buffersOf(reply: Reply<Questions, Events>): ArrayBuffer[] {
  if (reply.kind !== 'answer') return [];
  const parts = Array.isArray(reply.answer) ? reply.answer : [reply.answer];
  const arrays = parts.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? Object.values(part) : [],
  );
  const buffers = arrays.flatMap((array) =>
    ArrayBuffer.isView(array) && array.buffer instanceof ArrayBuffer ? [array.buffer] : [],
  );
  return [...new Set(buffers)];
}
