// The results that checks expect, computed by the core under Node, from the same package that the page loads.

import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { WEB } from './serving.mjs';

const folder = `${WEB}/generated/studio/ratelab_wasm`;
const core = await import(`file://${folder}.js`);
core.initSync({ module: readFileSync(`${folder}_bg.wasm`) });

export const BOUNDS = core.bounds();
export const OPENING = BOUNDS.scenarios[0];

// The longest run allowed. With one client it ends before a check can act, so checks first open the page with many
// clients and then set this traffic.
export const LONG = `${BOUNDS.most_requests} every 1us`;
export const CROWD = 10_000;
export const MULTITUDE = BOUNDS.most_clients;
export const SHORT = '10@9.5s; 10@10.1s';
export const crowded = (clients, traffic) => `v=1&clients=${clients}&traffic=${traffic}`;
export const linkOf = (text) => `#${text.replaceAll(' ', '+')}`;

export const { fromLink } = core;

// The core's description of a scenario, which the page uses too.
export const read = (text) => new core.Draft(text).describe();

// A completed run, which the caller has to free.
export function runOf(text) {
  const run = new core.Run(text);
  while (!run.advance(100_000));
  return run;
}

// Calls `use` with a completed run and frees it.
export function ask(text, use) {
  const run = runOf(text);
  try {
    return use(run);
  } finally {
    run.free();
  }
}

export const headlineOf = (text) => ask(text, (run) => run.headline());
export const hashOf = (text) => ask(text, (run) => run.hash());
export const countsOf = (text) => ask(text, (run) => lanesOf(run).map((lane) => [...run.counts(lane)]));

export function lanesOf(run) {
  return Array.from({ length: run.lanes }, (_, lane) => lane);
}

const apart = new Map();

// The headline and the hash of a long run, computed once for all checks.
export function longTruthOf(text) {
  if (!apart.has(text)) apart.set(text, computeApart(text));
  return apart.get(text);
}

function computeApart(text) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./expected-worker.mjs', import.meta.url), { workerData: text });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
