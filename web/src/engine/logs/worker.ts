// Reads logs and answers questions about the newest, in a worker.

import init from '../../../generated/logs/ratelab_wasm.js';
import type { FromLogs, ToLogs } from './messages.ts';
import { buffersOf } from './questions.ts';
import { LogSession } from './session.ts';

/** The worker's global scope. TypeScript's types for pages and workers cannot be loaded together. */
interface Scope {
  onmessage: ((event: MessageEvent<ToLogs>) => void) | null;
  postMessage(reply: FromLogs, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as Scope;
const reply = (content: FromLogs): void => scope.postMessage(content, 'answer' in content ? buffersOf(content.answer) : []);
let session: LogSession | undefined;

scope.onmessage = ({ data }) => {
  if (data.kind === 'begin') session = new LogSession(init({ module_or_path: data.wasm }), reply);
  else session?.take(data);
};
