// rate-limiter-flexible with ioredis, the client of its documentation: one process of those that take a turn.
//
// `node flexible.mjs <port> <connections>` waits for lines `<single|pipelined> <limit> <first> <step> <decisions>`
// and answers each with how many it admitted. The decisions are about the clients first, first + step and so on.
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';

const [port, connections] = process.argv.slice(2).map(Number);
/** Requests under way on one connection. */
const UNDER_WAY = { single: 1, pipelined: 100 };
const HOUR = 3600;

/** Pipelining delays commands to send several at once, which only helps if several are in flight. */
const clients = {
  single: Array.from({ length: connections }, () => new Redis(port)),
  pipelined: Array.from({ length: connections }, () => new Redis(port, { enableAutoPipelining: true })),
};
const limiters = new Map();

function limitersOf(mode, points) {
  const name = `${mode} ${points}`;
  if (!limiters.has(name)) {
    // Limiters in one store need different prefixes. These are as long as the usual one, `rlflx`.
    const keyPrefix = `rlf${String(points).slice(0, 2).padStart(2, '0')}`;
    const limiterOn = (storeClient) => new RateLimiterRedis({ storeClient, points, duration: HOUR, keyPrefix });
    limiters.set(name, clients[mode].map(limiterOn));
  }
  return limiters.get(name);
}

/** How many of these requests are admitted. A task takes the next as soon as its last is decided. */
async function turn(mode, limit, first, step, decisions) {
  let [next, admitted] = [0, 0];
  const task = async (limiter) => {
    while (next < decisions) {
      const client = first + step * next++;
      await limiter.consume(`client${String(client).padStart(10, '0')}`).then(() => admitted++, mustBeDenied);
    }
  };
  const tasksOf = (limiter) => Array.from({ length: UNDER_WAY[mode] }, () => task(limiter));
  await Promise.all(limitersOf(mode, limit).flatMap(tasksOf));
  return admitted;
}

/** A denial is a rejection, and so is a failure. */
function mustBeDenied(reason) {
  if (reason instanceof Error) throw reason;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [mode, ...numbers] = line.split(' ');
  console.log(await turn(mode, ...numbers.map(Number)));
}
process.exit();
