// Starts the worker from its file. The single-file page uses `single-file/start-worker.ts` instead.

import { WORKER } from './addresses.ts';
import { scriptAddress } from './script-address.ts';

let bridge: string | undefined;

/** If workers are blocked, throws or returns a worker that fires `error`, depending on the browser. */
export function startWorker(): Worker {
  // Through `globalThis`, because webpack bundles the script of every `new Worker` that it recognises. This one is
  // already bundled.
  if (WORKER.origin === origin) return new globalThis.Worker(scriptAddress(WORKER.href), { type: 'module' });
  // Not a module: a frame with an opaque origin refuses module workers.
  return new globalThis.Worker(scriptAddress((bridge ??= bridgeTo(WORKER))));
}

/**
 * A worker's script must have the page's origin, but may import a script from another origin. The bridge uses a
 * dynamic import, so that a content security policy checks the imported script against `script-src` and not
 * `worker-src`. The bridge itself is a blob and needs `worker-src blob:`.
 */
function bridgeTo({ href }: URL): string {
  const script = `
    const early = [];
    onmessage = (event) => early.push(event);
    const fail = (error) => setTimeout(() => { throw error; });
    import(${JSON.stringify(href)}).then(() => early.forEach((event) => onmessage(event)), fail);
  `;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
