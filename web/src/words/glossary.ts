/**
 * The definition of every term, in one or two sentences. `<defined-term>` shows them where the terms are used, and the
 * glossary page lists them.
 */

export interface Term {
  /** Used in `<defined-term term="…">` and as the anchor in the glossary. */
  name: string;
  title: string;
  text: string;
}

export const TERMS = [
  {
    name: 'request',
    title: 'Request',
    text: 'One call from a client. A limiter answers it with allowed, denied, or allowed later.',
  },
  {
    name: 'attempt',
    title: 'Attempt',
    text:
      'A request as a limiter sees it. If it is denied and the client retries, that is one request and several ' +
      'attempts.',
  },
  { name: 'client', title: 'Client', text: 'A sender of requests, with its own budget.' },
  {
    name: 'group',
    title: 'Group',
    text:
      'Clients of one kind, such as the mobile app or a cron job, with their own traffic and possibly their own ' +
      'limit.',
  },
  {
    name: 'tier',
    title: 'Tier',
    text: 'A limit that a group has for itself, as free and pro accounts do. It replaces the common limit.',
  },
  {
    name: 'key',
    title: 'Key',
    text:
      'The identifier that a limiter counts by: an account, an API key, an IP address. All requests with the same ' +
      'key share a budget.',
  },
  {
    name: 'cost',
    title: 'Cost',
    text: 'How many requests one request counts as. A heavy one may cost 5; most cost 1.',
  },
  {
    name: 'limit',
    title: 'Limit',
    text:
      'How much is allowed in a window: 10 requests in 10 seconds. What really passes in the worst window can ' +
      'be more.',
  },
  {
    name: 'budget',
    title: 'Budget',
    text:
      'How much a client may use, such as 10 requests in 10 seconds. Requests use it up, and it comes back with ' +
      'time.',
  },
  {
    name: 'window',
    title: 'Window',
    text: 'A period in which requests are counted. Windows of 10 seconds begin at 0 s, 10 s, 20 s.',
  },
  {
    name: 'window-edge',
    title: 'Window edge',
    text: 'The instant where one window ends and the next begins. A fixed window forgets everything there.',
  },
  {
    name: 'align',
    title: 'Align',
    text:
      'Where windows begin: at multiples of their length, the same for all clients, or at a client’s first ' +
      'request.',
  },
  {
    name: 'count-denied',
    title: 'Count denied',
    text: 'Whether a denied request uses up budget as well. Then a client that keeps asking keeps itself out.',
  },
  {
    name: 'burst',
    title: 'Burst',
    text: 'Many requests at the same instant, or nearly. For a bucket: the most that pass at once.',
  },
  { name: 'rate', title: 'Rate', text: 'How many requests per unit of time, on average: one per second.' },
  {
    name: 'tokens',
    title: 'Tokens',
    text: 'What a token bucket hands out. A request takes as many as it costs; without enough of them it is denied.',
  },
  {
    name: 'refill',
    title: 'Refill',
    text: 'How tokens come back: evenly, fraction by fraction, or all at once at the end of each period.',
  },
  {
    name: 'amount',
    title: 'Amount',
    text: 'How many requests a bucket gives back, or a queue serves, in each period.',
  },
  {
    name: 'period',
    title: 'Period',
    text: 'The time in which the amount is given back: an amount of 1 and a period of 1 s mean one per second.',
  },
  {
    name: 'initial',
    title: 'Initial',
    text: 'How many tokens a client’s bucket has when the client is first seen. It is usually full.',
  },
  {
    name: 'created-at',
    title: 'Created at',
    text: 'The instant at which buckets begin to fill. It decides when a bucket that refills all at once does so.',
  },
  {
    name: 'capacity',
    title: 'Capacity',
    text: 'The most that a bucket or a queue holds, and so the largest burst that it takes.',
  },
  {
    name: 'weighted-count',
    title: 'Weighted count',
    text:
      'The previous window’s count times the share of that window that still counts. It estimates what a log would ' +
      'know exactly.',
  },
  {
    name: 'rounding',
    title: 'Rounding',
    text: 'Whether the weighted count is rounded down before it is compared. Rounding down lets a little more through.',
  },
  {
    name: 'tat',
    title: 'TAT',
    text:
      'Theoretical arrival time: when everything admitted so far would have arrived if it had come evenly, at ' +
      'the rate.',
  },
  {
    name: 'tolerance',
    title: 'Tolerance',
    text: 'How far ahead of the clock GCRA lets its schedule be. Divided by the time for one request, it is the burst.',
  },
  {
    name: 'queue',
    title: 'Queue',
    text: 'Requests that were admitted and wait for their turn. They start in the order they came.',
  },
  {
    name: 'undelayed',
    title: 'Undelayed',
    text: 'How many requests in the queue may start at once instead of waiting their turn.',
  },
  {
    name: 'max-wait',
    title: 'Max wait',
    text: 'The longest wait that a queue allows. A request that would wait longer is denied.',
  },
  {
    name: 'delay',
    title: 'Delay',
    text: 'How long an admitted request waits before it starts. Only a queue makes requests wait.',
  },
  { name: 'allowed', title: 'Allowed', text: 'The request may start now.' },
  {
    name: 'denied',
    title: 'Denied',
    text: 'The request may not start. Over HTTP that is the status 429, Too Many Requests.',
  },
  {
    name: 'retry-after',
    title: 'Retry-After',
    text:
      'The header with the number of seconds that a denied client should wait. Here it is the shortest wait after ' +
      'which the request passes, rounded up.',
  },
  {
    name: 'remaining',
    title: 'Remaining',
    text: 'How much of the budget is left: the number of requests that would pass now.',
  },
  {
    name: 'reset',
    title: 'Reset',
    text: 'When the whole budget is back, if nothing else comes: a time in seconds on the server’s clock.',
  },
  { name: 'retry', title: 'Retry', text: 'A denied client’s next attempt at the same request.' },
  {
    name: 'backoff',
    title: 'Backoff',
    text: 'Waiting longer before each further retry, often twice as long each time.',
  },
  {
    name: 'jitter',
    title: 'Jitter',
    text: 'Randomness in the waits between retries, so that clients denied together do not come back together.',
  },
  { name: 'gave-up', title: 'Gave up', text: 'A request whose client stopped trying before it got through.' },
  {
    name: 'cap',
    title: 'Cap on retries',
    text: 'The number of attempts in one run is limited. Retries beyond that are dropped, and counted as dropped.',
  },
  {
    name: 'amplification',
    title: 'Amplification',
    text: 'Attempts per request. If clients retry, a limiter may see several times as many attempts as requests.',
  },
  {
    name: 'peak',
    title: 'Peak',
    text: 'The most that one client got in any window of the limit’s length, wherever that window begins.',
  },
  {
    name: 'worst-case',
    title: 'Worst case',
    text: 'The most that a client could ever get in such a window, with traffic made for it.',
  },
  {
    name: 'exact-log',
    title: 'An exact log',
    text:
      'A sliding window log with the same limit, which never lets more than the limit through in any window. ' +
      'The others are compared with it.',
  },
  {
    name: 'allowed-here-only',
    title: 'Allowed here only',
    text: 'Requests that this limiter let through and an exact log would deny.',
  },
  {
    name: 'denied-here-only',
    title: 'Denied here only',
    text: 'Requests that this limiter denied and an exact log would let through.',
  },
  { name: 'disagreement', title: 'Disagreement', text: 'A request that one limiter lets through and another denies.' },
  {
    name: 'interval',
    title: 'Interval',
    text: 'Any period of time, wherever it begins. A window is an interval whose length is set by the limit.',
  },
  {
    name: 'equivalent',
    title: 'Equivalent limiters',
    text: 'Limiters that make the same decision on every request, given the same settings.',
  },
  { name: 'state', title: 'State', text: 'What a limiter remembers of a client between two requests.' },
  { name: 'median', title: 'Median', text: 'Half of all waits are no longer than this one.' },
  { name: 'percentile', title: '95th percentile', text: 'Of all waits, 95 % are no longer than this one.' },
  {
    name: 'seed',
    title: 'Seed',
    text: 'The number that random traffic is generated from. The same seed gives the same traffic on every machine.',
  },
  {
    name: 'pinned',
    title: 'Pinned result',
    text:
      'A result that is kept to compare with. Later changes are shown against it: faint marks, and the earlier ' +
      'value of each number.',
  },
  {
    name: 'gcra',
    title: 'GCRA',
    text: 'The generic cell rate algorithm: a token bucket whose state is a single timestamp.',
  },
  {
    name: 'all-of',
    title: 'All of',
    text: 'Several limiters at once, such as 10 a second and 100 a minute. A request has to pass all of them.',
  },
  {
    name: 'layer',
    title: 'Layer',
    text:
      'One of several limiters that a request passes from the outside in: CDN, gateway, application. The first ' +
      'refusal ends the check.',
  },
  {
    name: 'all-or-none',
    title: 'All or none',
    text:
      'A refused request is charged nowhere. Layers are different: what an outer layer charged stays charged if ' +
      'an inner one refuses.',
  },
  {
    name: 'server',
    title: 'Server',
    text:
      'One of the machines that decide. With more than one of them, it matters which gets a request and what it ' +
      'knows of the others.',
  },
  {
    name: 'routing',
    title: 'Routing',
    text:
      'How a load balancer chooses the server for a request: in turn, at random, or always the same one for a ' +
      'client.',
  },
  {
    name: 'round-robin',
    title: 'Round robin',
    text:
      'Servers take turns: each attempt goes to the next server, and after the last one it starts again ' +
      'with the first.',
  },
  {
    name: 'sticky',
    title: 'Sticky routing',
    text:
      'All requests of a client go to the same server, chosen by a hash. That server’s own state then ' +
      'covers all of them.',
  },
  {
    name: 'shared-state',
    title: 'Shared state',
    text:
      'One state in one store, where checking and charging are a single atomic step. Any number of servers then ' +
      'decide as one.',
  },
  {
    name: 'local-state',
    title: 'Own state',
    text:
      'A state in each server (local), which knows nothing of the others. With k servers, up to k times the ' +
      'limit gets through.',
  },
  {
    name: 'race',
    title: 'Race',
    text:
      'Reading a state and writing it back later. A server that reads in between uses a stale state, and ' +
      'too much gets through.',
  },
  {
    name: 'sync',
    title: 'Sync',
    text: 'At intervals, servers exchange what they admitted. In between, each knows only its own count.',
  },
  {
    name: 'store-down',
    title: 'Store down',
    text:
      'The store of the shared state does not respond for a while. Servers fail open, fail closed, or decide ' +
      'alone.',
  },
  {
    name: 'fail-open',
    title: 'Fail open',
    text: 'Letting everything through while the store does not respond. Nothing is charged for it.',
  },
  { name: 'fail-closed', title: 'Fail closed', text: 'Refusing everything while the store does not respond.' },
  {
    name: 'clock-skew',
    title: 'Clock skew',
    text: 'How far a server’s clock is ahead or behind. Its windows begin, and its buckets refill, by that clock.',
  },
] as const satisfies readonly Term[];

export type TermName = (typeof TERMS)[number]['name'];

export function termNamed(name: string): Term | undefined {
  return TERMS.find((term) => term.name === name);
}
