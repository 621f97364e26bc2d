// The session on the main thread. It works in slices so that frames are not delayed.

import type { Reply } from './messages.ts';
import type { Places } from './places.ts';
import { Session } from './session.ts';

export function beginLocally(receive: (reply: Reply) => void, places: Places): Session {
  return new Session(receive, places);
}
