// The engine: scenarios in, results and pictures out. Nothing else imports the generated
// packages.

import { Remote } from './remote.ts';
import type { Engine } from './types.ts';

export { textOfLink } from './text.ts';
export * from './types.ts';

/** An engine in a worker, or on the main thread in slices where workers are refused. */
export function createEngine(): Engine {
  return new Remote();
}
