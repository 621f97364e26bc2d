// A thread for truths that take long: what is computed where the browsers are driven from stops all of them.

import { parentPort, workerData } from "node:worker_threads";

import { ask } from "./truth.mjs";

parentPort.postMessage(ask(workerData, (run) => ({ comparison: run.comparison(), hash: run.hash() })));
