// The worker of a page that is a single file: the one script there is, once more.

let address: string | undefined;

/** Throws where workers are refused. */
export function startWorker(): Worker {
  return new Worker((address ??= addressOfScript()));
}

function addressOfScript(): string {
  const script = document.querySelector('script[type=module]')?.textContent ?? '';
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
