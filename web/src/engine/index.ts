// The engine: scenarios in, results and pictures out. Only this folder imports the generated packages.

import { RemoteEngine } from './remote-engine.ts';
import type { Engine } from './types.ts';

export { textOfLink } from './text.ts';
export * from './types.ts';

/** An engine in a worker, or in slices on the main thread if workers are blocked. */
export function createEngine(): Engine {
  return new RemoteEngine();
}
