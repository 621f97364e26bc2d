// Starts the worker from its file. A single file has `single-file/start-worker.ts` instead.

import { WORKER } from './places.ts';

let bridge: string | undefined;

/** Throws where workers are refused. */
export function startWorker(): Worker {
  // By `globalThis`, because webpack wants to read the script of every `new Worker` that it recognises. This one is complete.
  if (WORKER.origin === origin) return new globalThis.Worker(WORKER, { type: 'module' });
  // Not as a module: a frame without an origin refuses those.
  return new globalThis.Worker((bridge ??= bridgeTo(WORKER)));
}

/**
 * A worker's script must be of the page's origin. One that is, and imports a script of another origin, is allowed.
 * It imports later and not at its head, so that a policy applies its rules for scripts and not those for workers.
 */
function bridgeTo({ href }: URL): string {
  const script = `
    const early = [];
    onmessage = (event) => early.push(event);
    import(${JSON.stringify(href)}).then(() => early.forEach((event) => onmessage(event)), (error) => setTimeout(() => { throw error; }));
  `;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
