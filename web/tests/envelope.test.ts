// The chart of intervals: its colours, its lines and its sentence.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { KINDS_OF_SIGHT, contrast, distance, parse, seenWith } from '../../tests/browser/colours.mjs';
import { HUES, huesOf } from '../src/styles/limiters.styles.ts';
import { spoken } from '../src/words/names.ts';
import { peakSentence } from '../src/views/envelope/peaks.ts';
import { DOTTED, SOLID, weave } from '../src/views/envelope/weave.ts';

/** Linear red, green and blue of `#c2410c`. */
function colour(hex: string): number[] {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return parse(`rgb(${parts.join(', ')})`);
}

/** A token of the page, in light and in dark. */
function token(name: string): string[] {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8');
  const found = new RegExp(`--${name}: .*light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
  assert.ok(found, name);
  return found.slice(1, 3);
}

test('the colours of limiters are distinguishable, in light and in dark', () => {
  // Less than for outcomes, because a line also has its name beside it.
  const APART = 18;
  for (const mode of [0, 1] as const) {
    const colours = Object.entries(HUES).map(([name, hues]) => ({ name, colour: colour(hues[mode]) }));
    const denial = colour(token('deny')[mode]);
    for (const [index, one] of colours.entries()) {
      assert.ok(contrast(one.colour, colour(token('paper')[mode])) >= 3, `${one.name} on paper`);
      assert.ok(distance(one.colour, denial) > APART, `${one.name} looks like a denial`);
      for (const other of colours.slice(0, index)) {
        assert.ok(distance(one.colour, other.colour) >= APART, `${one.name} from ${other.name}`);
        for (const lack of KINDS_OF_SIGHT) {
          const apart = distance(seenWith(lack, one.colour), seenWith(lack, other.colour));
          assert.ok(apart >= APART, `${one.name} from ${other.name}, ${lack}: ${apart.toFixed(1)}`);
        }
      }
    }
  }
});

test('a limiter has its own colour, and a second one of its kind another', () => {
  assert.deepEqual(huesOf(['gcra', 'token_bucket']), ['gcra', 'token_bucket']);
  const hues = huesOf(['token_bucket', 'token_bucket', 'fixed_window']);
  assert.equal(new Set(hues).size, 3);
  assert.deepEqual([hues[0], hues[2]], ['token_bucket', 'fixed_window']);
});

test('lines that lie on each other share the dashes, and none is moved', () => {
  const [one, other] = weave(
    [0, 10, 20, 30],
    [
      [5, 5, 9, 9],
      [5, 5, 5, 5],
    ],
    SOLID,
  );
  assert.deepEqual(
    one.map(({ path, dashes, offset }) => [path, dashes, offset]),
    [
      ['M0.0,5.0H20.0', '7 7', -0],
      ['M20.0,5.0V9.0', undefined, -0],
      ['M20.0,9.0H30.0', undefined, -0],
    ],
  );
  assert.deepEqual(
    other.map(({ path, dashes, offset }) => [path, dashes, offset]),
    [
      ['M0.0,5.0H20.0', '7 7', -7],
      ['M20.0,5.0H30.0', undefined, -0],
    ],
  );
  const [dotted] = weave([0, 10], [[Infinity, 3]], DOTTED);
  assert.deepEqual(dotted, [], 'what has no height is not drawn');
  assert.equal(weave([0, 10], [[3, 3]], DOTTED)[0][0].dashes, '0 5');
});

test('the sentence names the peaks of all limiters, or the most and the least', () => {
  const peaks = (...numbers: number[]) =>
    numbers.map((peak, at) => ({
      name: ['Fixed window', 'GCRA', 'Leaky bucket, queue', 'Token bucket', 'Sliding window log'][at],
      peak,
    }));
  const stated = (...numbers: number[]) => peakSentence(peaks(...numbers), 1_000, 10_000_000_000n);
  assert.equal(
    stated(2_000, 1_000),
    'In any 10 s, one client got at most 2,000 through the fixed window and 1,000 through GCRA. The limit is 1,000.',
  );
  assert.equal(
    stated(20, 10, 10, 10),
    'In any 10 s, one client got at most 20 through the fixed window and 10 through the other 3. The limit is 1,000.',
  );
  assert.equal(
    stated(9, 9, 2),
    'In any 10 s, one client got at most 9 through the fixed window and GCRA; 2 through the leaky bucket queue. The ' +
      'limit is 1,000.',
  );
  assert.equal(stated(0, 0), 'No client got anything through. The limit is 1,000 in 10 s.');
  assert.equal(spoken('Leaky bucket, queue, capacity 20'), 'the leaky bucket queue with capacity 20');
  assert.equal(stated(7, 7, 7), 'In any 10 s, one client got at most 7 through each limiter. The limit is 1,000.');
  assert.equal(
    stated(5, 4, 3, 2, 1),
    'In any 10 s, one client got the most through the fixed window (5), and the least through the sliding window ' +
      'log (1). The limit is 1,000.',
  );
});
