// What the core decides, computed here and not in a browser: the same package that the page loads, under Node.

import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { WEB } from "./serving.mjs";

const folder = `${WEB}/generated/everything/ratelab_wasm`;
const core = await import(`file://${folder}.js`);
core.initSync({ module: readFileSync(`${folder}_bg.wasm`) });

export const BOUNDS = core.bounds();
export const OPENING = BOUNDS.scenarios[0];

// As long as a run may be. It is over before anybody can do anything about it, unless it has many clients; the
// page has these first and the traffic after.
export const LONG = `${BOUNDS.most_requests} every 1us`;
export const CROWD = 10_000;
export const MULTITUDE = BOUNDS.most_clients;
export const SHORT = "10@9.5s; 10@10.1s";
export const crowded = (clients, traffic) => `v=1&clients=${clients}&traffic=${traffic}`;
export const linkOf = (text) => `#${text.replaceAll(" ", "+")}`;

export const { fromLink } = core;

// A scenario as the page describes it.
export const read = (text) => new core.Draft(text).describe();

// A run that is done, to be asked anything.
export function runOf(text) {
  const run = new core.Run(text);
  while (!run.advance(100_000));
  return run;
}

// Calls `use` with a run and frees it.
export function ask(text, use) {
  const run = runOf(text);
  try {
    return use(run);
  } finally {
    run.free();
  }
}

export const comparisonOf = (text) => ask(text, (run) => run.comparison());
export const hashOf = (text) => ask(text, (run) => run.hash());
export const countsOf = (text) => ask(text, (run) => lanesOf(run).map((lane) => [...run.counts(lane)]));

export function lanesOf(run) {
  return Array.from({ length: run.lanes }, (_, lane) => lane);
}

const apart = new Map();

// The comparison and the hash of a long run, once for all who ask.
export function longTruthOf(text) {
  if (!apart.has(text)) apart.set(text, computeApart(text));
  return apart.get(text);
}

function computeApart(text) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./truth-apart.mjs", import.meta.url), { workerData: text });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
