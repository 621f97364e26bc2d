// The session on the main thread, in slices that leave room for a frame.

import type { Reply } from './messages.ts';
import { PLACES } from './places.ts';
import { Session } from './session.ts';

/** Half of a frame, in milliseconds. */
const SLICE = 8;

export function beginLocally(receive: (reply: Reply) => void): Session {
  return new Session(receive, SLICE, PLACES);
}
