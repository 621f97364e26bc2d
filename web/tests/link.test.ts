// The link of the page: the scenario, the card and the view.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { textOfLink } from '../src/engine/text.ts';
import { AddressWriter, printFragment, readFragment } from '../src/page/link.ts';
import type { Fragment } from '../src/page/link.ts';

test('what is printed is read again', () => {
  const fragments: Fragment[] = [
    { link: '' },
    { link: 'v=1&traffic=10@9.5s;+10@10.1s' },
    { link: 'edge-burst', selected: { lane: 1, request: 10 } },
    { link: 'edge-burst', selected: { lane: 0, request: 9_999_998 }, view: 'envelope' },
    { link: 'v=1&limit=5/s', view: 'memory' },
    { link: 'edge-burst', at: { lane: 3, time: 10_100_000_000n }, view: 'anatomy' },
    { link: 'v=1&limit=20/10s', was: 'edge-burst' },
    {
      link: 'v=1&limit=20/10s',
      selected: { lane: 1, request: 10 },
      view: 'envelope',
      was: 'v=1&traffic=10@9.5s;+10@10.1s',
    },
    { link: '', was: 'v=1&limit=5/s' },
    {
      link: 'v=1&traffic=1@1s',
      selected: { lane: 0, request: 0 },
      at: { lane: 15, time: 2n ** 64n - 1n },
      view: 'anatomy',
    },
  ];
  const all = { selected: undefined, at: undefined, view: undefined, was: undefined };
  for (const fragment of fragments)
    assert.deepEqual({ ...all, ...readFragment(printFragment(fragment)) }, { ...all, ...fragment });
});

test('the first view needs no name, and a missing one has none', () => {
  assert.equal(printFragment({ link: 'a', view: 'decisions' }), '#a');
  assert.equal(printFragment({ link: 'a', view: 'nonsense' }), '#a');
  assert.equal(readFragment('#a~nonsense').link, 'a~nonsense');
});

test('a place is counted from 1, and nothing else is one', () => {
  assert.deepEqual(readFragment('#a~2.11').selected, { lane: 1, request: 10 });
  for (const hash of ['#a~0.1', '#a~1.0', '#a~1', '#a~1.2.3x'])
    assert.equal(readFragment(hash).selected, undefined, hash);
});

test('a lane at an instant is written in seconds, and traffic is not taken for one', () => {
  assert.equal(
    printFragment({ link: 'a', at: { lane: 3, time: 10_100_000_000n }, view: 'anatomy' }),
    '#a~4@10.1s~anatomy',
  );
  assert.equal(printFragment({ link: 'a', at: { lane: 0, time: 0n }, view: 'anatomy' }), '#a~1@0s~anatomy');
  assert.deepEqual(readFragment('#v=1&traffic=10@9.5s~anatomy'), {
    link: 'v=1&traffic=10@9.5s',
    at: undefined,
    view: 'anatomy',
    was: undefined,
  });
  for (const hash of ['#a~0@1s', '#a~1@s', '#a~1@1.s', '#a~1@1ms', '#a~1@-1s'])
    assert.equal(readFragment(hash).at, undefined, hash);
});

test('what is pinned comes last, and is left as it is', () => {
  assert.equal(printFragment({ link: 'a', view: 'memory', was: 'b' }), '#a~memory~was~b');
  for (const was of ['', '%zz', 'b~memory', 'b~2.11', 'b~was~c']) assert.equal(readFragment(`#a~was~${was}`).was, was);
  for (const hash of ['#a', '#a~was', '#a~wasb', '#was~b']) assert.equal(readFragment(hash).was, undefined, hash);
});

test('a link is text with its blanks and signs escaped, and a damaged one is none', () => {
  assert.equal(textOfLink('v=1&traffic=10@9.5s;+10@10.1s'), 'v=1&traffic=10@9.5s; 10@10.1s');
  assert.equal(textOfLink('a%2Bb%C3%A9'), 'a+bé');
  for (const damaged of ['%', '%zz', '%C3']) assert.equal(textOfLink(damaged), undefined, damaged);
});

test('an address that a person has changed is read before it is written', () => {
  const selected = { hash: '#edge-burst' };
  const history = { replaceState: (_state: unknown, _title: string, hash: string) => void (selected.hash = hash) };
  Object.assign(globalThis, { location: selected, history, window: { setTimeout: () => 1 } });
  const writer = new AddressWriter();
  writer.write({ link: 'v=1' });
  assert.equal(selected.hash, '#v=1');
  selected.hash = '#retry-storm';
  const other = new AddressWriter();
  selected.hash = '#steady';
  other.write({ link: 'v=1' });
  assert.equal(selected.hash, '#steady', 'it is about to be read');
  other.forget();
  const third = new AddressWriter();
  third.write({ link: 'v=1&traffic=1@0s' });
  assert.equal(selected.hash, '#v=1&traffic=1@0s');
});
