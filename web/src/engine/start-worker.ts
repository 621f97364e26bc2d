// Where the worker comes from: a file beside this one. A single file has `single-file/start-worker.ts` instead.

import address from './worker.ts?worker&url';

let bridge: string | undefined;

/** Throws where workers are refused. */
export function startWorker(): Worker {
  const place = new URL(address, import.meta.url);
  if (place.origin === origin) return new Worker(place, { type: 'module' });
  // No module itself: in a frame without an origin those are refused.
  return new Worker((bridge ??= bridgeTo(place)));
}

/**
 * A script of another origin cannot be a worker here. One of this origin that imports it can, later and
 * not at its head: then a policy asks of it what it asks of scripts, and not what it asks of workers.
 */
function bridgeTo({ href }: URL): string {
  const script = `
    const early = [];
    onmessage = (event) => early.push(event);
    import(${JSON.stringify(href)}).then(() => early.forEach((event) => onmessage(event)), (error) => setTimeout(() => { throw error; }));
  `;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
