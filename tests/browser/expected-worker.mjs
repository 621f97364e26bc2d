// Computes the expected results of a long run in a worker thread: on the main thread it would block all checks.

import { parentPort, workerData } from 'node:worker_threads';

import { ask } from './expected.mjs';

parentPort.postMessage(ask(workerData, (run) => ({ headline: run.headline(), hash: run.hash() })));
