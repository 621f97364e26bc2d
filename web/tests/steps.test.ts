// The steps of sliders.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { durationSteps, requestSteps, stepOf } from '../src/controls/steps.ts';

for (const [name, steps] of [
  ['requests', requestSteps(1n, 4_294_967_295n)],
  ['durations', durationSteps(1n, 2n ** 64n - 1n)],
] as const) {
  test(`${name} go up from end to end, without a step twice`, () => {
    assert.equal(steps[0], 1n);
    assert.ok(steps.length < 400, `${steps.length} steps`);
    steps.slice(1).forEach((step, at) => assert.ok(step > steps[at], `${steps[at]}, then ${step}`));
  });

  test(`every step of ${name} is its own, and what lies between is at the one below`, () => {
    steps.forEach((step, at) => assert.equal(stepOf(steps, step), at));
    assert.equal(stepOf(steps, steps[5] + (steps[6] - steps[5]) / 2n), 5);
    assert.equal(stepOf(steps, 0n), 0);
  });
}
