// Definitions of terms and lessons about limiters, and the instants at which the anatomy's slider stops.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Steps } from '../src/views/anatomy/steps.ts';
import { LESSONS } from '../src/words/course.ts';
import { TERMS, termNamed } from '../src/words/glossary.ts';

test('a term has one short definition', () => {
  assert.equal(new Set(TERMS.map(({ name }) => name)).size, TERMS.length);
  for (const { name, text } of TERMS) {
    assert.match(text, /^[A-Z].*\.$/, name);
    assert.ok(text.length <= 160, `${name} takes ${text.length} characters`);
  }
});

/** The terms that the sources of the page define where they are used. */
const standing = (() => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'words/glossary.ts',
  );
  const found = sources.flatMap((name) =>
    [...readFileSync(`src/${name}`, 'utf8').matchAll(/\bterm(?:="|: '|', ')([\w-]+)['"]/g)].map(([, term]) => term),
  );
  return new Set(found);
})();

test('every element that explains a term names one of the glossary', () => {
  for (const term of standing) assert.ok(termNamed(term), term);
});

test('every word of the page that needs it is defined where it is used', () => {
  const words = [
    'request',
    'window',
    'burst',
    'limit',
    'client',
    'retry',
    'attempt',
    'backoff',
    'jitter',
    'retry-after',
    'amplification',
    'gave-up',
    'cap',
    'seed',
    'peak',
    'worst-case',
    'exact-log',
    'allowed-here-only',
    'denied-here-only',
    'allowed',
    'denied',
    'delay',
    'median',
    'percentile',
    'budget',
    'remaining',
    'reset',
    'state',
    'key',
    'interval',
    'window-edge',
    'all-of',
    'equivalent',
    'group',
    'tier',
    'server',
    'routing',
    'round-robin',
    'sticky',
    'shared-state',
    'local-state',
    'race',
    'sync',
    'store-down',
    'fail-open',
    'fail-closed',
    'clock-skew',
    'layer',
    'all-or-none',
  ];
  assert.deepEqual(
    words.filter((word) => !standing.has(word)),
    [],
  );
});

test('every option of a limiter is a term', () => {
  const table = readFileSync('../crates/limiter/src/bounds.rs', 'utf8');
  const names = [...table.matchAll(/static [A-Z_]+: Parameter =\s*(?:requests|nanoseconds|word)\(\s*"(\w+)"/g)].map(
    ([, name]) => name,
  );
  assert.ok(names.length > 10);
  for (const name of names) assert.ok(termNamed(name.replaceAll('_', '-')), name);
});

test('every limiter has a lesson', () => {
  const files = readdirSync('../crates/limiter/src/algorithms').map((name) => name.replace('.rs', ''));
  const names = [...files.filter((name) => name !== 'mod'), 'all_of'];
  assert.deepEqual(LESSONS.map(({ algorithm }) => algorithm).sort(), names.sort());
});

test('the slider stops at round instants, around the one that is chosen', () => {
  const SECOND = 1_000_000_000n;
  const steps = new Steps({ from: 9n * SECOND, to: 12n * SECOND }, 10n * SECOND, 10_100_000_000n);
  assert.deepEqual([steps.from, steps.to, steps.count], [9n * SECOND, 22n * SECOND, 1300]);
  assert.equal(steps.timeAt(steps.placeOf(10_100_000_000n)), 10_100_000_000n);
  assert.equal(new Steps({ from: 0n, to: 1n }, 0n, 0n).count, 1);
  const outside = new Steps({ from: 9n * SECOND, to: 12n * SECOND }, 0n, 50n * SECOND);
  assert.ok(outside.from <= 9n * SECOND && outside.to >= 50n * SECOND);
});
