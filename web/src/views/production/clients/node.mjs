// npm install redis, and __SCRIPT__.lua beside this file
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createClient } from 'redis';

const source = await readFile(new URL('__SCRIPT__.lua', import.meta.url), 'utf8');
const numbers = [__ARGUMENTS__];

// It reconnects by itself. Without a connection a call fails, and none is sent later or again.
export const server = createClient({ url: '__ADDRESS__', disableOfflineQueue: true }).on('error', console.error);
await inTime(server.connect());

// The timeout of the library ends once a call is sent.
async function inTime(reply) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, 1_000, new Error('Redis did not reply within a second'));
  });
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}

export async function check(__PARAMETERS__, cost = 1) {
  const tag = __TAG__.replaceAll('%', '%25').replaceAll('}', '%7D') || '%';
  const keys = [__KEYS__];
  const call = { keys, arguments: ['check', String(cost), '', ...numbers] };
  const reply = await inTime(server.evalSha('__DIGEST__', call)).catch((error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error;
    return inTime(server.eval(source, call)); // which loads it, too
  });
  const [outcome, limit, remaining, retryAfter, resetAfter, delay] = reply;
  return { outcome, limit, remaining, retryAfter, resetAfter, delay }; // times are microseconds
}

// An example, if this file is the program.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const { outcome, remaining, retryAfter, delay } = await check(__EXAMPLE__);
  const seconds = retryAfter === null ? 'never' : Math.ceil(retryAfter / 1e6);
  if (outcome === 'denied') console.log('429 Too Many Requests, Retry-After:', seconds);
  else console.log(outcome, 'with', remaining, 'left, starts in', delay / 1e6, 's'); // only a queue delays
  server.destroy();
}
