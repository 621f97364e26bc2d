// Measures what many clients, retries and servers cost: whole runs of seven lanes, from the scenario to the last
// decision, beside the same run with one client and one server. All sides take turns.

import { LANES } from '../rivals/policy.mjs';
import { row } from './rows.mjs';
import { takeTurns, timed } from './turns.mjs';

const ROUNDS = 7;
const SLICE = 1 << 20;

// Each client has its share of the limit, so that about as many requests are denied for each of them. A client of a
// million sends one request or two: nothing is denied there, whatever the limit is.
const TRAFFIC = 'traffic=poisson 1100/s for 909s';
const ONE = `limit=1000/s&${TRAFFIC}`;
const THOUSAND = `limit=10/10s&${TRAFFIC}&clients=1000`;
const MILLION = `limit=10/10s&${TRAFFIC}&clients=1000000`;
const SERVERS = `limit=625/10s&${TRAFFIC}&servers=16 round_robin local`;
const RETRIES = {
  'after 1 s': 'after 1s attempts 3',
  'backing off': 'backoff 1s max 30s attempts 3',
  'backing off with jitter': 'backoff 1s max 30s jitter attempts 3',
  'after Retry-After': 'told attempts 3',
};

export function rows(engine) {
  return [...crowds(engine), ...retries(engine), ...measures(engine)];
}

function complete(engine, text) {
  const run = new engine.Run(text);
  while (!run.advance(SLICE));
  return run;
}

// Nanoseconds of a whole run for each decision.
function decision(engine, text) {
  let run;
  const time = timed(() => (run = complete(engine, text)));
  const decided = LANES.reduce((sum, _, lane) => sum + run.counts(lane).reduce((all, part) => all + part, 0), 0);
  run.free();
  return time / decided;
}

function crowds(engine) {
  const sides = { one: ONE, thousand: THOUSAND, million: MILLION, servers: SERVERS };
  const turns = takeTurns(
    Object.fromEntries(Object.entries(sides).map(([name, text]) => [name, () => decision(engine, text)])),
    ROUNDS,
  );
  const against = 'the same with one client';
  const what = `a whole run of ${LANES.length} lanes x 1,000,000 requests, a decision`;
  return [
    row('browser/clients 1,000', `${what}, 1,000 clients`, against, turns.thousand, turns.one, 1.5),
    row('browser/clients 1,000,000', `${what}, 1,000,000 clients`, against, turns.million, turns.one, 4),
    row(
      'browser/servers 16',
      `${what}, 16 servers with a state each`,
      'the same on one server',
      turns.servers,
      turns.one,
      2,
    ),
  ];
}

function retries(engine) {
  return Object.entries(RETRIES).map(([name, retry]) => {
    const turns = takeTurns(
      { ours: () => decision(engine, `${ONE}&retry=${retry}`), plain: () => decision(engine, ONE) },
      ROUNDS,
    );
    return row(
      `browser/retries ${name}`,
      `an attempt of clients that retry, ${name}`,
      'a decision without retries',
      turns.ours,
      turns.plain,
      3,
    );
  });
}

function measures(engine) {
  const side = (text) => () => {
    const run = complete(engine, text);
    const time = timed(() => LANES.forEach((_, lane) => run.measures(lane)));
    run.free();
    return time;
  };
  const turns = takeTurns({ thousand: side(THOUSAND), one: side(ONE) }, ROUNDS);
  return [
    row(
      'browser/measures 1,000',
      'all measures of seven lanes, 1,000 clients',
      'those of one client',
      turns.thousand,
      turns.one,
      3,
    ),
  ];
}
