// The session on the main thread, in slices that leave room for a frame.

import type { Reply } from './messages.ts';
import type { Places } from './places.ts';
import { Session } from './session.ts';

export function beginLocally(receive: (reply: Reply) => void, places: Places): Session {
  return new Session(receive, places);
}
