// The bytes of what is to be read, in chunks, unpacked where they are compressed.

import { SampleLines } from '../../../generated/logs/ratelab_wasm.js';
import { unpackAll } from './gunzip.ts';
import type { Source } from './types.ts';

/** A chunk, and how far into the source it is: in bytes of the files as they are. */
export interface Chunk {
  chunk: Uint8Array;
  bytes: number;
  total: number;
}

/** Streams come in chunks of any size. Larger ones cost fewer messages, smaller ones can be cancelled sooner. */
const MOST = 1 << 20;

export function chunksOf(source: Source): AsyncIterable<Chunk> {
  if (source.kind === 'files') return ofFiles(source.files);
  return source.kind === 'text' ? ofText(source.text) : ofSample();
}

async function* ofFiles(files: readonly File[]): AsyncGenerator<Chunk> {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let before = 0;
  let isWithin = false;
  for (const file of files) {
    // A file may end in the middle of a line. The next file starts a new line.
    if (isWithin) yield { chunk: LINE_BREAK, bytes: before, total };
    const counted = { bytes: 0 };
    for await (const chunk of (await isPacked(file)) ? unpacked(file, counted) : gathered(counting(file, counted))) {
      isWithin = chunk.at(-1) !== LINE_BREAK[0];
      yield { chunk, bytes: before + counted.bytes, total };
    }
    before += file.size;
  }
}

const LINE_BREAK = new Uint8Array([10]);

/** Checks the content, because the name may be wrong. */
async function isPacked(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/**
 * The browser's own decompression stops after the first of several parts, as rotated logs that were joined have them.
 * If it fails, a library decompresses the file from the beginning, and the bytes that were already read are skipped.
 */
async function* unpacked(file: File, counted: { bytes: number }): AsyncGenerator<Uint8Array> {
  let done = 0;
  try {
    for await (const chunk of gathered(counting(file, counted).pipeThrough(decompression()))) {
      done += chunk.length;
      yield chunk;
    }
  } catch (error) {
    counted.bytes = 0;
    for await (const chunk of unpackAll(gathered(counting(file, counted)), error)) {
      if (done < chunk.length) yield chunk.subarray(done);
      done = Math.max(0, done - chunk.length);
    }
  }
}

function decompression(): ReadableWritablePair<Uint8Array, Uint8Array> {
  return new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>;
}

/** The bytes of a file, and how many of them were taken. */
function counting(file: File, counted: { bytes: number }): ReadableStream<Uint8Array> {
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    counted.bytes += chunk.byteLength;
    controller.enqueue(chunk);
  };
  return (file.stream() as ReadableStream<Uint8Array>).pipeThrough(new TransformStream({ transform }));
}

/** A stream in chunks of about the same size. A stream that is not read to its end is cancelled. */
async function* gathered(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const buffer = new Uint8Array(MOST);
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let at = 0; at < value.length; ) {
        const part = value.subarray(at, at + MOST - filled);
        buffer.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < MOST) continue;
        yield buffer;
        filled = 0;
      }
    }
    if (filled > 0) yield buffer.subarray(0, filled);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* ofText(text: string): AsyncGenerator<Chunk> {
  const chunk = new TextEncoder().encode(text);
  yield { chunk, bytes: chunk.length, total: chunk.length };
}

async function* ofSample(): AsyncGenerator<Chunk> {
  const lines = new SampleLines();
  try {
    for (let chunk = lines.next(), bytes = 0; chunk !== undefined; chunk = lines.next()) {
      bytes += chunk.length;
      yield { chunk, bytes, total: bytes };
    }
  } finally {
    lines.free();
  }
}
