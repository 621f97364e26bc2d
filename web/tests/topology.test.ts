// The senders and the servers: the texts that cards and the drawing write, read by the core.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as core from '../generated/studio/ratelab_wasm.js';
import {
  fieldsRenamed,
  fieldsWithNew,
  fieldsWithScript,
  fieldsWithout,
  groupsWith,
  isName,
  ownLimit,
  scriptOf,
  strangerIn,
} from '../src/controls/groups.ts';
import { groupedText, keysOf, laneText, lanesCounting } from '../src/controls/lane-text.ts';
import { give } from '../src/controls/patterns.ts';
import { serversWith } from '../src/controls/servers-text.ts';
import type { Fields, Scenario } from '../src/engine/types.ts';
import { sendersInShort, serversInShort } from '../src/words/topology.ts';

core.initSync({ module: readFileSync('generated/studio/ratelab_wasm_bg.wasm') });

const read = (text: string): Scenario => new core.Draft(text).describe();
const after = (text: string, fields: Fields): string =>
  fields.reduce((draft, [key, value]) => draft.with(key, value), new core.Draft(text)).describe().text;

const TWO =
  'v=1&traffic=3@0s; 5@1s by cron; 2@2s; 6@3s by cron&clients=7 zipf 1.2&groups=cron 2 limit 5/s burst 9, pro';

test('a group is added to any scenario in one step, with traffic that names it', () => {
  const first = after('v=1&traffic=3@0s', fieldsWithNew(read('v=1&traffic=3@0s')).fields);
  assert.equal(first, 'v=1&traffic=3@0s; burst 20 every 10s x3 by cron&groups=cron');
  let text = first;
  for (let number = 1; number < core.bounds().most_groups; number += 1)
    text = after(text, fieldsWithNew(read(text)).fields);
  assert.equal(read(text).groups.length, core.bounds().most_groups);
});

test('a name that only the traffic knows becomes a group that is described', () => {
  const scenario = read('v=1&traffic=3@0s by a; 5@1s by b');
  assert.equal(groupsWith(scenario, 'b', { clients: '20' }), 'a, b 20');
});

test('what a group says of itself changes one thing, and leaves the rest', () => {
  const scenario = read(TWO);
  assert.equal(after(TWO, [['groups', groupsWith(scenario, 'cron', { limit: '8/s' })]]), TWO.replace('5/s', '8/s'));
  assert.equal(
    after(TWO, [['groups', groupsWith(scenario, 'cron', { limit: '', burst: '' })]]),
    TWO.replace(' limit 5/s burst 9', ''),
  );
  assert.equal(
    after(TWO, [['groups', groupsWith(scenario, 'pro', { clients: '3', zipf: '1.1' })]]),
    `${TWO} 3 zipf 1.1`,
  );
});

test('a group gets another name together with its traffic', () => {
  assert.equal(after(TWO, fieldsRenamed(read(TWO), 'cron', 'jobs')), TWO.replaceAll('cron', 'jobs'));
});

test('clients of no group become the last one by their name, where their card is', () => {
  const named = after(TWO, fieldsRenamed(read(TWO), undefined, 'app'));
  assert.equal(
    named,
    'v=1&traffic=3@0s by app; 5@1s by cron; 2@2s by app; 6@3s by cron&groups=cron 2 limit 5/s burst 9, pro, app 7 ' +
      'zipf 1.2',
  );
  assert.equal(read(named).others, false);
});

test('a group is removed with its traffic, and the last one leaves it to the other clients', () => {
  assert.equal(after(TWO, fieldsWithout(read(TWO), 'cron')), 'v=1&traffic=3@0s; 2@2s&clients=7 zipf 1.2&groups=pro');
  assert.equal(
    after(TWO, fieldsWithout(read(TWO), undefined)),
    'v=1&traffic=5@1s by cron; 6@3s by cron&groups=cron 2 limit 5/s burst 9, pro',
  );
  const only = 'v=1&traffic=5@1s by cron&groups=cron 2 limit 5/s';
  assert.equal(after(only, fieldsWithout(read(only), 'cron')), 'v=1&traffic=5@1s&clients=2');
});

test('a group has its own script, whose parts keep their places', () => {
  const scenario = read(TWO);
  assert.equal(scriptOf(scenario, 'cron'), '5@1s; 6@3s');
  assert.equal(scriptOf(scenario, undefined), '3@0s; 2@2s');
  const traffic = (script: string, sender?: string) =>
    read(after(TWO, fieldsWithScript(scenario, sender, script)))
      .traffic.map(({ text }) => text)
      .join('; ');
  assert.equal(traffic('7@1s; 8@3s; 9@4s', 'cron'), '3@0s; 7@1s by cron; 2@2s; 8@3s by cron; 9@4s by cron');
  assert.equal(traffic('7@1s', 'cron'), '3@0s; 7@1s by cron; 2@2s');
  assert.equal(traffic('7@1s', 'pro'), '3@0s; 5@1s by cron; 2@2s; 6@3s by cron; 7@1s by pro');
  assert.equal(traffic('7@1s'), '7@1s; 5@1s by cron; 6@3s by cron');
});

test('a script that names another group is distinguished from one that names its own', () => {
  assert.equal(strangerIn('7@1s; 8@3s by cron', 'cron'), undefined);
  assert.deepEqual(strangerIn('7@1s by cron; 8@3s cost 2 by pro', 'cron'), {
    name: 'pro',
    without: '7@1s; 8@3s cost 2',
  });
  assert.deepEqual(strangerIn('7@1s by cron', undefined), { name: 'cron', without: '7@1s' });
  assert.equal(
    after(TWO, fieldsWithScript(read(TWO), 'cron', '7@1s by cron; 8@3s')),
    TWO.replace('5@1s', '7@1s').replace('6@3s', '8@3s'),
  );
});

test('a separate limit starts as that of the scenario, including its burst', () => {
  for (const text of ['v=1&limit=7/s&traffic=9@0s by a&groups=a', 'v=1&limit=7/s&burst=3&traffic=9@0s by a&groups=a']) {
    const own = after(text, [['groups', groupsWith(read(text), 'a', ownLimit(read(text)))]]);
    assert.equal(own, `${text} limit 7/s${text.includes('burst') ? ' burst 3' : ''}`);
  }
});

test('the largest limit leaves space for a group with more', () => {
  const text = 'v=1&limit=4294967295/s&traffic=9@0s&groups=cron, app, free';
  assert.match(after(text, fieldsWithNew(read(text)).fields), /pro limit 4294967295\/s/);
});

test('all limiters count by another key at once, apart from those within others', () => {
  const lanes = 'gcra burst=5, fixed_window key=group state=local, layers(gateway: gcra key=everybody then app: gcra)';
  const text = `v=1&lanes=${lanes}&traffic=3@0s&clients=5`;
  assert.deepEqual(keysOf(read(text)), ['client', 'group']);
  const together = after(text, [['lanes', lanesCounting(read(text), core.bounds(), 'everybody')]]);
  assert.equal(together, text.replace('burst=5', 'burst=5 key=everybody').replace('key=group', 'key=everybody'));
  assert.equal(
    after(together, [['lanes', lanesCounting(read(together), core.bounds(), 'client')]]),
    text.replace(' key=group', ''),
  );
});

test('a group that only its traffic names is still there when it sends something else', () => {
  const text = 'v=1&traffic=3@0s; 5@1s by cron';
  assert.equal(after(text, fieldsWithScript(read(text), 'cron', '6@2s')), 'v=1&traffic=3@0s; 6@2s by cron&groups=cron');
});

test('a part of the traffic is given to a group and taken from it', () => {
  const [mine, theirs] = read('v=1&traffic=3@0s cost 2; 5@1s by cron').traffic;
  assert.equal(mine && give(mine, 'cron'), '3@0s cost 2 by cron');
  assert.equal(theirs && give(theirs, undefined), '5@1s');
});

test('only what the core reads as a name is one', () => {
  for (const [text, expected] of [
    ['cron', true],
    ['A_b', true],
    ['free2', false],
    ['two words', false],
    ['', false],
    ['a'.repeat(21), false],
  ] as const) {
    assert.equal(isName(text, core.bounds().longest_name), expected, text);
  }
});

test('servers change one part, and clocks go with their servers', () => {
  const text = 'v=1&traffic=3@0s&servers=3 random sync 1s server 2 ahead 600ms server 3 behind 1s';
  const { servers } = read(text);
  const changed = (part: Parameters<typeof serversWith>[1]) =>
    read(after(text, [['servers', serversWith(servers, part)]])).servers.text;
  assert.equal(changed({}), servers.text);
  assert.equal(changed({ count: '2' }), '2 random sync 1s server 2 ahead 600ms');
  assert.equal(
    changed({ routing: 'sticky', store: 'local' }),
    '3 sticky local server 2 ahead 600ms server 3 behind 1s',
  );
  assert.throws(() => after(text, [['servers', serversWith(servers, { count: '' })]]));
});

test('lanes and layers keep their key, state, name and options', () => {
  const lanes =
    'layers(cdn: fixed_window limit=100 window=1s key=everybody then gcra burst=5 key=group) state=sync 1s, ' +
    'token_bucket capacity=20 key=group state=race 5ms set';
  const [layers, bucket] = read(`v=1&lanes=${lanes}&traffic=3@0s`).lanes;
  assert.ok(layers && bucket);
  const same = (text: string) => read(`v=1&lanes=${text}&traffic=3@0s`).lanes[0]?.text;
  const bounds = core.bounds();
  assert.equal(
    same(
      groupedText(
        layers,
        layers.members.map((member) => laneText(member, bounds)),
      ),
    ),
    layers.text,
  );
  assert.equal(same(laneText(bucket, bounds)), bucket.text);
  assert.equal(same(laneText(bucket, bounds, { options: { capacity: '' }, key: 'client', state: '' })), 'token_bucket');
  assert.equal(
    laneText(layers.members[0] ?? bucket, bounds, { algorithm: 'gcra', name: 'edge' }),
    'edge: gcra key=everybody',
  );
});

test('senders and servers have short summaries', () => {
  assert.equal(sendersInShort(read('v=1&clients=1000')), '1,000 clients');
  assert.equal(sendersInShort(read(TWO)), 'cron, pro and everybody else');
  assert.equal(serversInShort(read('v=1').servers), '1 server');
  assert.equal(
    serversInShort(read('v=1&servers=3 round_robin local server 2 ahead 600ms').servers),
    '3 servers, each in turn, each with its own state, 1 clock wrong',
  );
});
