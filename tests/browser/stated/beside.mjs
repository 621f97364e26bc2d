// The articles' rules beside our limiters, on the same requests.

import assert from 'node:assert/strict';

import { SECOND, admittedAt } from './rules.mjs';

// The settings of a rule, from the limit of a lane and what is given besides: a bucket's limit is its capacity, so its
// rate is given if it is another.
export function settingsOf({ limit }, given = {}) {
  const [amount, period] = [limit.amount, Number(limit.period)];
  return { limit: amount, window: period, capacity: amount, amount, period, ...given };
}

export const timesOf = ({ rows }) => rows.map(({ time }) => Math.round(time * SECOND));

// The instants, in seconds, at which a rule admits the requests of a lane.
export function admittedOf(rule, lane, given) {
  return admittedAt(rule(settingsOf(lane, given)), timesOf(lane)).map((time) => time / SECOND);
}

// As `admittedOf`, of a rule that has to decide each request as the lane's limiter does.
export function beside(rule, lane, given) {
  const admits = rule(settingsOf(lane, given));
  const decisions = timesOf(lane).map((time) => admits(time));
  const refused = new Set(lane.refused);
  assert.deepEqual(
    decisions,
    lane.rows.map(({ request }) => !refused.has(request)),
    `${rule.name} does not decide as our limiter does`,
  );
  return lane.rows.flatMap(({ time }, number) => (decisions[number] ? time : []));
}
