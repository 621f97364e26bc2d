// What links to "Your log" contain, and its links to the playground.

import assert from 'node:assert/strict';
import test from 'node:test';

import { playgroundLink, printSettings, readAddress, scenarioOf, settingsOf } from '../src/log/address.ts';
import type { Settings } from '../src/log/address.ts';
import { textOfLink } from '../src/engine/text.ts';
import { KNOWN, USUAL } from './log-fake.ts';

const settings = (hash: string): Settings => settingsOf(readAddress(hash, KNOWN), USUAL);

test('settings are read from their link as they were', () => {
  for (const one of [
    USUAL,
    {
      ...USUAL,
      limit: { amount: 5, period: 10_000_000_000n, burst: 1 },
      algorithm: 'fixed_window',
      reading: { key: 'field:api_key+path', format: 'combined', limited: '429 503' },
    },
    {
      ...USUAL,
      limit: { amount: 0xffff_ffff, period: 1n, burst: 0xffff_ffff },
      algorithm: 'gcra',
      reading: { key: 'prefix', format: 'auto', limited: '503' },
    },
    { ...USUAL, tolerance: { kind: 'none' as const }, margin: 0 },
    { ...USUAL, tolerance: { kind: 'requests' as const, percent: 0.25 }, margin: 12 },
    { ...USUAL, tolerance: { kind: 'count' as const, clients: 3 } },
  ]) {
    assert.deepEqual(settings(printSettings(one)), one);
    assert.deepEqual(readAddress(printSettings(one), KNOWN).invalid, []);
  }
});

test('older links keep their tolerance, and are written anew with its name', () => {
  for (const [old, now] of [
    ['#spare=nobody', '#tolerance=none'],
    ['#spare=count:3', '#tolerance=count:3'],
    ['#spare=requests:0.25', '#tolerance=requests:0.25'],
  ]) {
    assert.deepEqual(settings(old), settings(now), old);
    assert.ok(printSettings(settings(old)).endsWith(now.replace('#', '&')), old);
  }
});

test('a damaged link leaves out what makes no sense', () => {
  for (const hash of [
    '',
    '#',
    '#limit=0/m',
    '#limit=60',
    '#limit=x/m&burst=-1&by=<b>&key=../etc&format=a b',
    '#limited=secret&tolerance=acme&margin=-1',
    '#tolerance=clients:101&margin=1001',
    '#tolerance=count:-1',
    '#spare=acme',
    '#%',
  ])
    assert.deepEqual(settings(hash), USUAL, hash);
});

test('a scenario reaches the playground as it is', () => {
  const text = 'v=1\nlimit=60/m\nburst=20\ntraffic=10@9.5s; 3@10s cost 2+1 50%';
  const link = playgroundLink(text, 'production');
  assert.match(link, /^\.\/#v=1&limit=60\/m&burst=20&traffic=10@9\.5s;\+3@10s\+/);
  assert.ok(link.endsWith('~production'));
  assert.equal(textOfLink(link.slice(3).replace('~production', '')), text.replaceAll('\n', '&'));
});

test('a link says nothing of what is usual', () => {
  assert.equal(printSettings(USUAL), '#limit=60/m&burst=20&by=token_bucket');
});

test('a scenario is shown with the chosen limiter alone', () => {
  assert.equal(scenarioOf('v=1\nlimit=60/m\ntraffic=1@0s', 'gcra'), 'v=1&limit=60/m&traffic=1@0s&lanes=gcra');
  assert.equal(scenarioOf('v=1&lanes=fixed_window&traffic=1@0s', 'gcra'), 'v=1&traffic=1@0s&lanes=gcra');
});
