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

test('every element that defines a term names one that is there', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const asked = sources.flatMap((name) => [...readFileSync(`src/${name}`, 'utf8').matchAll(/<defined-term term="([\w-]+)"/g)].map(([, term]) => term));
  assert.ok(asked.length > 3);
  for (const term of asked) assert.ok(termNamed(term), term);
});

test('every limiter has a lesson', () => {
  const names = readdirSync('../crates/limiter/src/algorithms').map((name) => name.replace('.rs', '')).filter((name) => name !== 'mod');
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
