// Long work in slices, so that its thread hears what else is asked meanwhile.

import { stopwatch } from '../clock.ts';

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

/** Lets what is more urgent go first, where the thread can tell. */
export function idle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return pause(0);
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 500 }));
}

/**
 * Does work that yields now and then, for about `length` milliseconds at a time. `between` is
 * called between two slices, and ends the work by throwing.
 */
export async function inSlices<T>(work: Generator<void, T>, length: number, between: () => void): Promise<T> {
  for (;;) {
    const elapsed = stopwatch();
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (elapsed() < length);
    await breathe();
    between();
  }
}
