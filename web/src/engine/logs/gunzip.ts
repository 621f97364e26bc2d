// Unpacks gzip with a library, where the browser refuses to: files of several parts.

import { Gunzip } from 'fflate';

/** Throws `otherwise` for what is damaged: the browser's own words, or close to them. */
export async function* unpackAll(chunks: AsyncIterable<Uint8Array>, otherwise: unknown): AsyncGenerator<Uint8Array> {
  const unpacked: Uint8Array[] = [];
  const gunzip = new Gunzip((chunk) => void unpacked.push(chunk));
  try {
    for await (const chunk of chunks) {
      // It keeps what it is given until the next call.
      gunzip.push(chunk.slice());
      yield* unpacked.splice(0);
    }
    gunzip.push(new Uint8Array(), true);
  } catch {
    throw damaged(otherwise);
  }
  yield* unpacked;
}

function damaged(cause: unknown): Error {
  return Object.assign(
    new Error('This compressed file is damaged or truncated and cannot be unpacked completely.', { cause }),
    { code: 'damaged' },
  );
}
