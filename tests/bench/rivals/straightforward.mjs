// The seven limiters as a good JavaScript engineer writes them without a profiler at hand: a class for
// each, a Map from a client's key to its state, and an object for each answer.
//
// The one thing done with more care than usual is that nothing is rounded. A bucket counts in parts of a
// request, `periodNs` of them to one, of which `amount` come back in a nanosecond, so every quantity is a
// whole number; as long as they are all below 2^52, doubles decide as integers do.

import { ALLOWED, DELAYED, DENIED, QUEUE, completed } from './policy.mjs';

const CLIENT = 'client-1';

class FixedWindow {
  constructor({ limit, windowNs }) {
    this.limit = limit;
    this.window = windowNs;
    this.clients = new Map();
  }

  check(key, now) {
    let client = this.clients.get(key);
    if (!client) {
      client = { start: 0, used: 0 };
      this.clients.set(key, client);
    }
    if (now - client.start >= this.window) {
      client.start = now - (now % this.window);
      client.used = 0;
    }
    if (client.used >= this.limit) {
      return { outcome: DENIED, release: 0 };
    }
    client.used += 1;
    return { outcome: ALLOWED, release: now };
  }
}

class SlidingWindowLog {
  constructor({ limit, windowNs }) {
    this.limit = limit;
    this.window = windowNs;
    this.clients = new Map();
  }

  check(key, now) {
    let log = this.clients.get(key);
    if (!log) {
      log = { times: [], head: 0 };
      this.clients.set(key, log);
    }
    this.forget(log, now);
    if (log.times.length - log.head >= this.limit) {
      return { outcome: DENIED, release: 0 };
    }
    log.times.push(now);
    return { outcome: ALLOWED, release: now };
  }

  // Moving a head, and cutting off what lies before it now and then, takes half as long as a `shift` for
  // each entry or a `splice` for several: those move all the others.
  forget(log, now) {
    while (log.head < log.times.length && now - log.times[log.head] >= this.window) {
      log.head += 1;
    }
    if (log.head > this.limit) {
      log.times = log.times.slice(log.head);
      log.head = 0;
    }
  }
}

class SlidingWindowCounter {
  constructor({ limit, windowNs }) {
    this.limit = limit;
    this.window = windowNs;
    this.clients = new Map();
  }

  check(key, now) {
    let client = this.clients.get(key);
    if (!client) {
      client = { start: 0, previous: 0, current: 0 };
      this.clients.set(key, client);
    }
    this.enterWindow(client, now);
    const left = this.window - (now - client.start);
    const share = Math.floor((client.previous * left) / this.window);
    if (share + client.current >= this.limit) {
      return { outcome: DENIED, release: 0 };
    }
    client.current += 1;
    return { outcome: ALLOWED, release: now };
  }

  enterWindow(client, now) {
    const elapsed = now - client.start;
    if (elapsed < this.window) {
      return;
    }
    client.previous = elapsed < 2 * this.window ? client.current : 0;
    client.current = 0;
    client.start = now - (now % this.window);
  }
}

class TokenBucket {
  constructor({ capacity, amount, periodNs }) {
    this.amount = amount;
    this.unit = periodNs;
    this.full = capacity * periodNs;
    this.clients = new Map();
  }

  check(key, now) {
    let client = this.clients.get(key);
    if (!client) {
      client = { level: this.full, clock: 0 };
      this.clients.set(key, client);
    }
    const refilled = client.level + (now - client.clock) * this.amount;
    client.level = Math.min(this.full, refilled);
    client.clock = now;
    if (client.level < this.unit) {
      return { outcome: DENIED, release: 0 };
    }
    client.level -= this.unit;
    return { outcome: ALLOWED, release: now };
  }
}

class LeakyBucketMeter {
  constructor({ capacity, amount, periodNs }) {
    this.amount = amount;
    this.unit = periodNs;
    this.full = capacity * periodNs;
    this.clients = new Map();
  }

  check(key, now) {
    let client = this.clients.get(key);
    if (!client) {
      client = { level: 0, clock: 0 };
      this.clients.set(key, client);
    }
    const leaked = client.level - (now - client.clock) * this.amount;
    client.level = Math.max(0, leaked);
    client.clock = now;
    if (client.level + this.unit > this.full) {
      return { outcome: DENIED, release: 0 };
    }
    client.level += this.unit;
    return { outcome: ALLOWED, release: now };
  }
}

class LeakyBucketQueue {
  constructor({ capacity, amount, periodNs }) {
    this.amount = amount;
    this.unit = periodNs;
    this.full = capacity * periodNs;
    this.clients = new Map();
  }

  check(key, now) {
    let client = this.clients.get(key);
    if (!client) {
      client = { backlog: 0, clock: 0 };
      this.clients.set(key, client);
    }
    const drained = client.backlog - (now - client.clock) * this.amount;
    const ahead = Math.max(0, drained);
    client.backlog = ahead;
    client.clock = now;
    if (ahead + this.unit > this.full) {
      return { outcome: DENIED, release: 0 };
    }
    client.backlog += this.unit;
    if (ahead === 0) {
      return { outcome: ALLOWED, release: now };
    }
    return { outcome: DELAYED, release: now + Math.ceil(ahead / this.amount) };
  }
}

class Gcra {
  constructor({ capacity, amount, periodNs }) {
    this.amount = amount;
    this.unit = periodNs;
    this.tolerance = capacity * periodNs;
    this.clients = new Map();
  }

  check(key, now) {
    let client = this.clients.get(key);
    if (!client) {
      client = { arrival: 0 };
      this.clients.set(key, client);
    }
    const scaled = now * this.amount;
    const arrival = Math.max(client.arrival, scaled) + this.unit;
    if (arrival - scaled > this.tolerance) {
      return { outcome: DENIED, release: 0 };
    }
    client.arrival = arrival;
    return { outcome: ALLOWED, release: now };
  }
}

// In the order of `LANES`.
const LIMITERS = [
  FixedWindow,
  SlidingWindowLog,
  SlidingWindowCounter,
  TokenBucket,
  LeakyBucketMeter,
  LeakyBucketQueue,
  Gcra,
];

// Passes all arrivals to one limiter. One loop serves all seven; a loop for each was measured and is no
// faster in Chromium.
function decideAll(limiter, arrivals) {
  const outcomes = new Uint8Array(arrivals.length);
  const releases = [];
  for (let index = 0; index < arrivals.length; index += 1) {
    const { outcome, release } = limiter.check(CLIENT, arrivals[index]);
    outcomes[index] = outcome;
    if (outcome === DELAYED) {
      releases.push(release);
    }
  }
  return { outcomes, releases };
}

// One lane, by its place in `LANES`: the outcome of each arrival, and when each delayed one starts.
export function runLane(lane, arrivals, policy) {
  const Limiter = LIMITERS[lane];
  return decideAll(new Limiter(completed(policy)), arrivals);
}

// All seven lanes: the outcomes of each, and the queue's releases.
export function run(arrivals, policy) {
  const lanes = LIMITERS.map((_, lane) => runLane(lane, arrivals, policy));
  return {
    outcomes: lanes.map((lane) => lane.outcomes),
    releases: lanes[QUEUE].releases,
  };
}
