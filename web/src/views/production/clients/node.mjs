// npm install redis, and __SCRIPT__.lua beside this file
import { readFile } from 'node:fs/promises';
import { createClient } from 'redis';

const server = await createClient({ url: '__ADDRESS__' }).on('error', console.error).connect();
const source = await readFile(new URL('__SCRIPT__.lua', import.meta.url), 'utf8');
const numbers = [__ARGUMENTS__];

export async function check(__PARAMETERS__, cost = 1) {
  const tag = __TAG__.replaceAll('%', '%25').replaceAll('}', '%7D') || '%';
  const keys = [__KEYS__];
  const call = { keys, arguments: ['check', String(cost), '', ...numbers] };
  const reply = await server.evalSha('__DIGEST__', call).catch((error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error;
    return server.eval(source, call); // which loads it, too
  });
  const [outcome, limit, remaining, retryAfter, resetAfter, delay] = reply;
  return { outcome, limit, remaining, retryAfter, resetAfter, delay };
}

const { outcome, remaining, retryAfter, delay } = await check(__EXAMPLE__); // in microseconds
const seconds = retryAfter === null ? 'never' : Math.ceil(retryAfter / 1e6);
if (outcome === 'denied') console.log('429 Too Many Requests, Retry-After:', seconds);
else console.log(outcome, 'with', remaining, 'left, starts in', delay / 1e6, 's'); // only a queue delays
