// Long work in slices, so that its thread hears what else is asked meanwhile.

import { stopwatch } from '../clock.ts';

/** How many milliseconds it works before it looks up: half of a frame. */
const SLICE = 8;

const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => waiting.shift()?.();

/**
 * Lets the thread do what else is due. A message to oneself comes after all that came before it,
 * and is not held up as a timer is.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(undefined);
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Lets more urgent work go first, where the browser has a way to say so. */
export function idle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return pause(0);
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 500 }));
}

/**
 * Does work that yields now and then, a slice at a time. `between` is
 * called between two slices, and ends the work by throwing.
 */
export async function inSlices<T>(work: Generator<void, T>, between: () => void): Promise<T> {
  for (;;) {
    const elapsed = stopwatch();
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (elapsed() < SLICE);
    await breathe();
    between();
  }
}
