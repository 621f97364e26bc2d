// The rules of the articles that the page of claims names, each as a function of a few lines, in our own code: the
// verdicts are computed from them (the other files here). Times are whole nanoseconds and counts are whole, so every
// comparison is exact. A rule is made with its settings, and decides one client's requests in order.

export const SECOND = 1e9;

const startOf = (now, window) => Math.floor(now / window) * window;

// A count for each window. It compares before it counts (sen-ltd, Surviving the Spike).
export function fixedWindow({ limit, window }) {
  let [start, count] = [-1, 0];
  return (now) => {
    if (startOf(now, window) !== start) [start, count] = [startOf(now, window), 0];
    if (count >= limit) return false;
    count += 1;
    return true;
  };
}

// A count for each window that counts refusals too, because INCR comes first (Rehberger, adityadesai).
export function countFirst({ limit, window }) {
  const counts = new Map();
  return (now) => {
    const start = startOf(now, window);
    counts.set(start, (counts.get(start) ?? 0) + 1);
    return counts.get(start) <= limit;
  };
}

// A time for each admitted request (sen-ltd, Rehberger, adityadesai).
export function log({ limit, window }) {
  let times = [];
  return (now) => {
    times = times.filter((time) => time > now - window);
    if (times.length >= limit) return false;
    times.push(now);
    return true;
  };
}

// A sorted set whose members are the times themselves, `ZADD key now now` (Surviving the Spike).
export function namedByTime({ limit, window }) {
  const members = new Set();
  return (now) => {
    for (const time of members) if (time <= now - window) members.delete(time);
    if (members.size >= limit) return false;
    members.add(now);
    return true;
  };
}

const windowed = (decide, countsDenied) => (settings) => {
  const { window } = settings;
  let [start, previous, count] = [-1, 0, 0];
  return (now) => {
    const begun = startOf(now, window);
    if (begun !== start) [previous, count] = [begun - start === window ? count : 0, 0];
    start = begun;
    // Times the window, to stay whole.
    const estimate = previous * (window - (now - start)) + count * window;
    const admitted = decide(estimate, settings);
    if (admitted || countsDenied) count += 1;
    return admitted;
  };
};

// The sliding window counter that compares the estimate before it counts the request: refused from the limit on
// (Rehberger, the lesson, adityadesai).
export const comparedFirst = windowed((estimate, { limit, window }) => estimate < limit * window);

// The same with the estimate rounded down (sen-ltd).
export const roundedFirst = windowed((estimate, { limit, window }) => Math.floor(estimate / window) < limit);

// The same with `>` instead of `>=`, against which the lesson warns.
export const comparedLoosely = windowed((estimate, { limit, window }) => estimate <= limit * window);

// The sliding window counter that adds the request before it compares (Surviving the Spike).
export const addedFirst = windowed((estimate, { limit, window }) => estimate + window <= limit * window);

// Added first, and refusals are counted too (Kong).
export const countsRefusals = windowed((estimate, { limit, window }) => estimate + window <= limit * window, true);

// How many requests the lesson's code reports as left: the estimate is rounded up.
export const reportedLeft = (estimate, limit) => Math.max(0, limit - Math.ceil(estimate));

// The seconds that the lesson's code puts into Retry-After: the seconds left in the minute.
export const statedWait = (now) => 60 - (Math.floor(now / SECOND) % 60);

// Tokens with fractions (all the articles). A token is `period` units, so fractions are whole. `initial` is what a new
// bucket holds; `expires` the silence after which the store has forgotten it; `clock` the skew of a request's server.
export function tokenBucket({ capacity, amount, period, initial = capacity, expires = Infinity, clock = () => 0 }) {
  let [held, last] = [initial * period, undefined];
  let number = 0;
  return (instant) => {
    const now = instant + clock(number++);
    if (now - last >= expires) held = initial * period;
    else if (now > last) held = Math.min(capacity * period, held + (now - last) * amount);
    last = Math.max(now, last ?? now);
    if (held < period) return false;
    held -= period;
    return true;
  };
}

// Tokens without fractions: each request rounds down what came back. It drops the time that made the fraction, against
// which sen-ltd warns, or keeps it.
export function wholeTokens({ capacity, amount, period, keepsTime = false }) {
  let [held, last] = [capacity, 0];
  return (now) => {
    const back = Math.floor(((now - last) * amount) / period);
    held = Math.min(capacity, held + back);
    last = keepsTime ? last + (back * period) / amount : now;
    if (held < 1) return false;
    held -= 1;
    return true;
  };
}

// A level that leaks, called a leaky bucket (sen-ltd, Maneshwar).
export function leakyBucket({ capacity, amount, period }) {
  let [level, last] = [0, 0];
  return (now) => {
    level = Math.max(0, level - (now - last) * amount);
    last = now;
    if (level + period > capacity * period) return false;
    level += period;
    return true;
  };
}

// GCRA: the time at which a client that keeps to the rate would come next (redis-cell), times the amount, to stay
// whole.
export function gcra({ capacity, amount, period }) {
  let due = 0;
  return (now) => {
    const next = Math.max(due, now * amount) + period;
    if (next - now * amount > capacity * period) return false;
    due = next;
    return true;
  };
}

// Reads the count, refuses above the limit, and counts afterwards (the second recipe of Redis's manual for INCR).
export function readFirst({ limit, window }) {
  const counts = new Map();
  return (now) => {
    const start = startOf(now, window);
    if ((counts.get(start) ?? 0) > limit) return false;
    counts.set(start, (counts.get(start) ?? 0) + 1);
    return true;
  };
}

// nginx's limit_req: the excess above the rate, of which `burst` is accepted. A new client has none.
export function limitReq({ amount, period, burst = 0 }) {
  let [excess, last] = [0, undefined];
  return (now) => {
    const next = last === undefined ? 0 : Math.max(0, excess - (now - last) * amount + period);
    if (next > burst * period) return false;
    [excess, last] = [next, now];
    return true;
  };
}

// A queue that takes what comes at a second's start and serves `drained` in it (Surviving the Spike's table): how many
// are served, refused, and waited for it, second by second.
export function queueBySecond(arrivals, { capacity, drained }) {
  let waiting = 0;
  return arrivals.map((arrived) => {
    const taken = Math.min(capacity, waiting + arrived);
    const refused = waiting + arrived - taken;
    const served = Math.min(drained, taken);
    waiting = taken - served;
    return { served, refused, waited: taken };
  });
}

// How many numbers of 8 bytes the lesson counts for a client.
export const NUMBERS = { fixedWindow: 2, counter: 3, tokenBucket: 2 };

// The bytes of a request in a short sorted set of Redis, a listpack: its member and its score, each with a byte of kind
// and one of length. A time in milliseconds takes 8 bytes, a name one for each character.
export const listpackBytes = (characters = 8) => characters + 2 + 10;

// The instants at which a rule admits.
export const admittedAt = (rule, times) => times.filter((time) => rule(time));

export const admitted = (rule, times) => admittedAt(rule, times).length;

// The most that a rule admits in any interval of this length, which ends before its last instant.
export function most(rule, times, length) {
  const passed = admittedAt(rule, times);
  let [first, greatest] = [0, 0];
  passed.forEach((time, last) => {
    while (passed[first] <= time - length) first += 1;
    greatest = Math.max(greatest, last - first + 1);
  });
  return greatest;
}

// This many requests at an instant, which is in seconds.
export const at = (count, seconds) => Array(count).fill(Math.round(seconds * SECOND));

// This many requests, this many seconds apart.
export const every = (count, apart, from = 0) =>
  Array.from({ length: count }, (_, number) => Math.round((from + number * apart) * SECOND));

// Times within some seconds, the same for the same seed: single requests and bursts. Half of the seeds keep to tenths
// of a second, so that requests come exactly when others no longer count.
export function randomTimes(seed, seconds) {
  let state = seed;
  const draw = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const parts = seed % 2 === 0 ? 10 : 1000;
  const bursts = Array.from({ length: 20 }, () => at(1 + draw(6), draw(seconds * parts) / parts));
  return bursts.flat().sort((one, other) => one - other);
}
