// Long work in slices, so that its thread can handle messages in between.

import { stopwatch } from '../clock.ts';

/** Milliseconds of work per slice: half a frame. */
const SLICE = 8;

const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => waiting.shift()?.();

/**
 * Lets pending messages and events run first. A message to itself arrives after those already queued, and is not
 * throttled like a timer.
 */
export function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(undefined);
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Lets more urgent work go first, if the browser supports priorities. */
export function idle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return pause(0);
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 500 }));
}

/** Runs a generator in slices. `between` runs between two slices, and stops the work by throwing. */
export async function inSlices<T>(work: Generator<void, T>, between: () => void): Promise<T> {
  for (;;) {
    const elapsed = stopwatch();
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (elapsed() < SLICE);
    await yieldToEvents();
    between();
  }
}
