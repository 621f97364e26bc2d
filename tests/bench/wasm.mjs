// Times the loop of tests/portable as WebAssembly: `node wasm.mjs <module.wasm>`.
//
// Each line of input is `<limiter> <decisions>`: the limiter's index in `Driven::ALL`, and how many decisions to make.
// Each line of output is the result, `<nanoseconds> <admitted>`.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const run = instance.exports.ratelab_run;

for await (const question of createInterface({ input: process.stdin })) {
  const [limiter, decisions] = question.split(' ').map(Number);
  const start = process.hrtime.bigint();
  const admitted = run(limiter, decisions);
  const nanoseconds = process.hrtime.bigint() - start;
  process.stdout.write(`${nanoseconds} ${admitted}\n`);
}
