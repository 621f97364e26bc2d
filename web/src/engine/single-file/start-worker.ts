// The worker of the single-file page: it runs the page's own script again.

import { scriptAddress } from '../script-address.ts';

let address: string | undefined;

/** Throws if workers are blocked. */
export function startWorker(): Worker {
  return new Worker(scriptAddress((address ??= addressOfScript())));
}

function addressOfScript(): string {
  const script = document.querySelector('script[type=module]')?.textContent ?? '';
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
