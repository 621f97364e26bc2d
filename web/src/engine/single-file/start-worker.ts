// The worker of the single-file page: it runs the page's own script again.

let address: string | undefined;

/** Throws if workers are blocked. */
export function startWorker(): Worker {
  return new Worker((address ??= addressOfScript()));
}

function addressOfScript(): string {
  const script = document.querySelector('script[type=module]')?.textContent ?? '';
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
