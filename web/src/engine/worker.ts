// The session on a thread of its own.

import type { Reply, Told } from './messages.ts';
import { buffersOf } from './messages.ts';
import { Session } from './session.ts';

/** How many milliseconds it works before it looks for messages: a picture is asked for between two runs. */
const SLICE = 8;

/** What a worker is to this file; the types of pages and those of workers exclude each other. */
interface Scope {
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  postMessage(reply: Reply, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as Scope;
const reply = (of: Reply): void => scope.postMessage(of, buffersOf(of));
const session = new Session(reply, SLICE);
scope.onmessage = ({ data }) => session.take(data);
reply({ kind: 'ready' });
