// Common claims about rate limiters, fact-checked. `plugins/claims.mjs` makes `claims.html` from this table, and
// `tests/browser/checks/claims.mjs` computes every number and every verdict again. A new claim is a row in the file of
// its chapter, and its verdict a row in `tests/browser/stated`.
//
// A row has
//   name       its anchor on the page
//   claim      the claim, in our words; numbers in it are those of the sources
//   verdict    'true', 'false' or 'when'
//   when       for 'when': the end of the sentence “True when …”
//   why        the reason. `{name}` is a number of the row, and `[words](name)` a link to a scenario of the row.
//              Any other number has to be one of the row's scenarios
//   scenarios  by name; that of the live picture is `figure`
//   view       what the picture shows, if not the requests: 'memory'
//   numbers    by name: the number as printed, and how it is computed from the core's results for the scenarios
//              (`tests/browser/lane-results.mjs`), a list of lanes for each, and from the articles' own rules
//              (`tests/browser/stated/rules.mjs`)
//   stated     its sources: a name in `sources.mjs`, with the exact claim, if that differs
//   right      sources that state the facts correctly

import { buckets } from './buckets.mjs';
import { counter } from './counter.mjs';
import { memory } from './memory.mjs';
import { queues } from './queues.mjs';
import { redis } from './redis.mjs';
import { servers } from './servers.mjs';
import { windows } from './windows.mjs';

export const CHAPTERS = [
  { title: 'Windows', claims: windows },
  { title: 'The sliding window counter', claims: counter },
  { title: 'Buckets', claims: buckets },
  { title: 'Queues', claims: queues },
  { title: 'Memory and fairness', claims: memory },
  { title: 'Redis', claims: redis },
  { title: 'Servers and clients', claims: servers },
];

export const CLAIMS = CHAPTERS.flatMap(({ claims }) => claims);
