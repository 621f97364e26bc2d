// Where the worker comes from: a file beside this one. A single file has `single-file/start-worker.ts` instead.

import address from './worker.ts?worker&url';

let bridge: string | undefined;

/** Throws where workers are refused. */
export function startWorker(): Worker {
  const place = new URL(address, import.meta.url);
  return new Worker(place.origin === origin ? place : (bridge ??= bridgeTo(place)), { type: 'module' });
}

/** A script of another origin cannot be a worker here. One of this origin that imports it can. */
function bridgeTo({ href }: URL): string {
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' }));
}
