// Sessions in a worker, one for each figure of the page.

import type { Parcel, Reply, ToWorker } from './messages.ts';
import { buffersOf } from './messages.ts';
import type { Places } from './places.ts';
import { Session } from './session.ts';

/** The worker's global scope. TypeScript's types for pages and workers cannot be loaded together. */
interface Scope {
  onmessage: ((event: MessageEvent<Parcel<ToWorker>>) => void) | null;
  postMessage(reply: Parcel<Reply>, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as Scope;
const sessions = new Map<number, Session>();

scope.onmessage = ({ data: { session, content } }) => {
  if (content.kind === 'begin') begin(session, content.places);
  else if (content.kind === 'end') end(session);
  else sessions.get(session)?.take(content);
};

function begin(session: number, places: Places): void {
  const reply = (content: Reply): void => scope.postMessage({ session, content }, buffersOf(content));
  sessions.set(session, new Session(reply, places));
  reply({ kind: 'ready' });
}

function end(session: number): void {
  sessions.get(session)?.dispose();
  sessions.delete(session);
}
