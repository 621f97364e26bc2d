// The session on the main thread. It works in slices so that frames are not delayed.

import type { Addresses } from './addresses.ts';
import { PlaygroundSession } from './playground-session.ts';
import type { Reply } from './playground.ts';

export function beginLocally(post: (reply: Reply) => void, addresses: Addresses): PlaygroundSession {
  return new PlaygroundSession(post, addresses);
}
