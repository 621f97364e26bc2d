// Where the worker comes from: a file beside the page. A single file has `single-file/start-worker.ts` instead.

/** Throws where workers are refused. */
export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
