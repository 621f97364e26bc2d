// Taking a limiter to production: scripts are those of the core, templates are filled, and the arithmetic of scale.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as core from '../generated/studio/ratelab_wasm.js';
import type { Deployment, InRedis } from '../src/engine/types.ts';
import { CLIENTS, filled, textOf } from '../src/views/production/clients.ts';
import { offered } from '../src/views/production/deployments.ts';
import { exampleOf, keysOf } from '../src/views/production/keys.ts';
import { notesOf } from '../src/views/production/notes.ts';
import { rustText } from '../src/views/production/rust-text.ts';
import { MEASURED, needsOf } from '../src/views/production/scale.ts';
import { scriptText } from '../src/views/production/scripts.ts';
import { argumentRows } from '../src/views/production/script-arguments.ts';

core.initSync({ module: readFileSync('generated/studio/ratelab_wasm_bg.wasm') });

const SEVEN = 'v=1&traffic=10@9.5s; 10@10.1s';
const LAYERS =
  'v=1&lanes=layers(cdn: fixed_window limit=60 key=everybody then token_bucket key=group then ' +
  'sliding_window_log)&traffic=1@0s by mobile&groups=mobile 2';

function asked(text: string) {
  const run = new core.Run(text);
  while (!run.advance(1000));
  const scenario = new core.Draft(text).describe();
  return scenario.lanes.map((lane, number) => ({
    scenario,
    lane,
    number,
    deployments: run.production(number).deployments,
  }));
}

function only(text: string) {
  const [{ lane, deployments, scenario }] = asked(text) as [ReturnType<typeof asked>[number]];
  const [deployment] = deployments as [Deployment];
  return { lane, deployment, scenario, redis: deployment.redis as InRedis, keys: keysOf(lane, deployment.key_prefix) };
}

function clientOf(name: string, deployed: ReturnType<typeof only>): string {
  const client = CLIENTS.find((one) => one.name === name);
  assert.ok(client);
  return textOf(filled(client, deployed));
}

test('the text of every script has the digest that the bindings call it by', () => {
  const lanes = [...asked(SEVEN), ...asked(LAYERS), ...asked('v=1&lanes=all_of(gcra + fixed_window)&traffic=1@0s')];
  const scripts = lanes.flatMap(({ deployments }) => deployments.map(({ redis }) => redis as InRedis));
  assert.equal(new Set(scripts.map(({ script }) => script)).size, 8);
  for (const { script, digest } of scripts)
    assert.equal(createHash('sha1').update(scriptText(script)).digest('hex'), digest, script);
});

test('every client is filled for every limiter, and says its numbers', () => {
  for (const { lane, deployments } of [...asked(SEVEN), ...asked(LAYERS)]) {
    for (const deployment of deployments) {
      for (const client of CLIENTS) {
        const code = filled(client, { deployment, keys: keysOf(lane, deployment.key_prefix) });
        assert.doesNotMatch(textOf(code), /__[A-Z_]+__|undefined/, `${client.name} of ${lane.algorithm}`);
        const own = code.filter(({ isOwn }) => isOwn).map(({ text }) => text);
        assert.equal(own.length, 1, `${client.name}: the numbers are in one piece`);
        if (client.template.includes('__POLICY__'))
          assert.equal(own[0]?.replace(/\n {4}/g, '\n'), rustText(deployment).expression);
        else assert.deepEqual(own[0]?.match(/\w+/g), deployment.redis?.arguments);
      }
    }
  }
});

test('a key is written as each language writes it', () => {
  const deployed = only('v=1&lanes=gcra&traffic=1@0s');
  const { key_prefix: prefix } = deployed.deployment;
  assert.match(prefix, /^rl:\w+:$/);
  assert.ok(clientOf('python', deployed).includes(`keys = [f"${prefix}{{{tag}}}"]`));
  assert.ok(clientOf('node', deployed).includes(`keys = [\`${prefix}{\${tag}}\`]`));
  assert.ok(clientOf('go', deployed).includes(`keys := []string{"${prefix}{" + tag + "}"}`));
  assert.ok(clientOf('redis-cli', deployed).includes(`1 "${prefix}{$tag}"\n    check "$cost" ''`));
  assert.match(clientOf('redis-cli', deployed), /local client=\$1 cost=\$\{2:-1\} reply\n/);
  assert.ok(clientOf('rust', deployed).includes('let answer = clients.check("ada");'));
});

test('limiters that count different things share the tag of the widest', () => {
  const deployed = only(LAYERS);
  const { key_prefix: prefix } = deployed.deployment;
  assert.deepEqual(deployed.keys.kinds, ['everybody', 'group', 'client']);
  assert.deepEqual(
    deployed.keys.names.map((name) => exampleOf(name, deployed.keys.kinds)),
    [`${prefix}{everybody}:0`, `${prefix}{everybody}:1:acme`, `${prefix}{everybody}:2:ada`],
  );
  assert.ok(clientOf('python', deployed).includes('def check(everybody, group, client, cost=1):'));
  const shell = clientOf('redis-cli', deployed);
  assert.match(shell, /local everybody=\$1 group=\$2 client=\$3 cost=\$\{4:-1\} reply\n/);
  assert.ok(shell.includes(`3 "${prefix}{$tag}:0" "${prefix}{$tag}:1:$group" "${prefix}{$tag}:2:$client"\n`));
  assert.ok(clientOf('rust', deployed).includes('clients.check_parts("everybody", &[b"", b"acme", b"ada"], 1)'));
  assert.equal(keysOf({ key: 'group', members: [] }, prefix).kinds[0], 'group');
});

test('moving from one process to Redis changes one statement of the program', () => {
  const deployed = only('v=1&lanes=token_bucket&traffic=1@0s');
  const statements = (name: string) => clientOf(name, deployed).split('\n').slice(1).join('\n').split(';\n');
  const [here, there] = [statements('in-process'), statements('rust')];
  assert.equal(here.length, there.length);
  const changed = here.filter((statement, at) => statement !== there[at]);
  assert.deepEqual(changed, ['    let clients = ratelab_store::InProcess::new(policy)']);
});

const { limiters: LIMITERS } = core.bounds();

/** The deployment of a policy as the core prints it: `gcra burst=2 amount=1 period=1000000000`. */
function printed(policy: string): Parameters<typeof rustText>[0] {
  const limiter = (text: string) => {
    const [algorithm = '', ...words] = text.split(' ');
    const parameters = LIMITERS.find((one) => one.algorithm === algorithm)?.parameters ?? [];
    const settings = words.flatMap((word) => {
      const [name, value = ''] = word.split('=');
      return parameters.filter((one) => one.name === name).map(({ role, unit }) => ({ name, role, unit, value }));
    });
    return { algorithm, settings };
  };
  const members = [...policy.matchAll(/\(([^)]*)\)/g)].map(([, member = '']) => limiter(member));
  return { algorithm: limiter(policy).algorithm, limiters: members.length > 0 ? members : [limiter(policy)] };
}

/** Without spaces and a comma at the end, which are a matter of layout. */
const squeezed = (code: string) => code.replace(/\s/g, '').replace(',]', ']');

test('the Rust of a policy is the code that makes it, as cargo has compiled it', () => {
  const rows = [
    ...readFileSync('../crates/store/tests/it/shown/mod.rs', 'utf8').matchAll(/^ {8}"(.*)" => \{([^]*?)\}$/gm),
  ];
  assert.ok(rows.length >= 15, `${rows.length} rows`);
  for (const [, policy = '', code = ''] of rows)
    assert.equal(squeezed(rustText(printed(policy)).expression), squeezed(code), policy);
});

test('the clients in Rust are those that cargo has compiled', () => {
  for (const [name, file] of [
    ['in-process', 'store/tests/it/shown/in_process.rs'],
    ['rust', 'redis/tests/it/store/shown.rs'],
  ] as const) {
    assert.equal(
      clientOf(name, only(LAYERS)),
      readFileSync(`../crates/${file}`, 'utf8'),
      `crates/${file} is not the client that the page shows`,
    );
  }
});

test('what Redis cannot hold exactly is refused with its field, and in process is offered', () => {
  const { deployment } = only('v=1&limit=10/1500ns&lanes=fixed_window&traffic=1@0s');
  assert.equal(deployment.redis, undefined);
  assert.deepEqual(deployment.refusal, {
    field: 'window',
    message: 'window is 1500 ns, but must be a multiple of 1000 ns in Redis: its clock counts microseconds',
  });
  assert.equal(rustText(deployment).expression, 'FixedWindow::new(10, 1_500)?');
});

test('groups with their own limits have their own policies, and others share one', () => {
  const [{ deployments }] = asked(
    'v=1&lanes=gcra&traffic=1@0s by free; 1@0s by pro; 1@0s by trial&groups=free, pro limit=100/10s, trial',
  ) as [ReturnType<typeof asked>[number]];
  const limits = offered(deployments);
  assert.deepEqual(
    limits.map((limit) => [limit.who, rustText(limit).expression]),
    [
      ['free and trial', 'Gcra::new(10, 10, 10 * SECOND)?'],
      ['pro', 'Gcra::new(100, 100, 10 * SECOND)?'],
    ],
  );
  assert.deepEqual(
    offered(asked('v=1&lanes=gcra&traffic=1@0s')[0]?.deployments ?? []).map(({ who }) => who),
    [''],
  );
});

test('every argument has its place, its name and its meaning', () => {
  for (const { deployments } of [...asked(SEVEN), ...asked(LAYERS)]) {
    const redis = deployments[0]?.redis as InRedis;
    const rows = argumentRows(redis).flatMap((part) => part.rows);
    assert.deepEqual(
      rows.map(({ place }) => place),
      rows.map((_, at) => at + 1),
    );
    assert.deepEqual(
      rows.slice(3).map(({ value }) => value),
      redis.arguments,
    );
    assert.deepEqual(
      rows.filter(({ name, means }) => means === '' && name !== 'limiter'),
      [],
    );
  }
  const [first] = argumentRows(only('v=1&limit=10/10s&lanes=fixed_window&traffic=1@0s').redis);
  assert.deepEqual(
    first?.rows.slice(3, 5).map(({ name, value, means }) => [name, value, means]),
    [
      ['limit', '10', 'requests in a window'],
      ['window', '10000000', 'µs: 10 s'],
    ],
  );
});

const measured = {
  ...MEASURED,
  decisions_per_second: {
    ...MEASURED.decisions_per_second,
    gcra: { single: 20_000, pipelined: 100_000 },
    all_of: { single: 10_000, pipelined: 30_000, members: 2 },
  },
  table_bytes: 60,
};

test('memory, work and shards follow from what was measured', () => {
  const { redis, keys } = only('v=1&lanes=gcra&traffic=1@0s');
  const at = (decisions: number) => needsOf(redis, keys, { clients: 1_000, decisions }, measured);
  assert.deepEqual(at(7_000), {
    client: { keys: 104, tables: 60 },
    memory: 164_000,
    single: 20_000,
    pipelined: 100_000,
    busy: 0.35,
    shards: 1,
    isOnOneServer: false,
  });
  assert.deepEqual(
    [1, 14_000, 14_001, 28_000, 200_000].map((decisions) => at(decisions).shards),
    [1, 1, 2, 2, 15],
  );
  const bytesOf = (lane: string, limit: number) => {
    const deployed = only(`v=1&limit=${limit}/60s&lanes=${lane}&traffic=1@0s`);
    return needsOf(deployed.redis, deployed.keys, { clients: 2, decisions: 1 }, measured).memory / 2 - 60;
  };
  assert.equal(bytesOf('sliding_window_log', 10), 408);
  assert.deepEqual(
    [921, 922, 1_000_000].map((limit) => bytesOf('fixed_window', limit)),
    [72, 104, 104],
  );
});

test('a burst that a window ignores is reported, and that of a bucket is not', () => {
  const noteOf = (lane: string, limit: string) => {
    const { scenario, redis, keys } = only(`v=1&${limit}&lanes=${lane}&traffic=1@0s`);
    return notesOf(scenario, 0, redis, keys)[0];
  };
  const note =
    'Bursts of 20 do not apply here: a client may send all 100 at once. Only the token bucket, the meter and GCRA ' +
    'have bursts.';
  assert.equal(noteOf('fixed_window', 'limit=100/60s&burst=20'), note);
  assert.equal(noteOf('sliding_window_log', 'limit=100/60s&burst=20'), note);
  assert.equal(noteOf('gcra', 'limit=100/60s&burst=20'), undefined);
  assert.equal(noteOf('fixed_window', 'limit=100/60s'), undefined);
});

test('several limiters take longer, and only those of a client need memory for each', () => {
  const { redis, keys } = only(LAYERS);
  const needs = needsOf(redis, keys, { clients: 10, decisions: 1 }, measured);
  assert.deepEqual([needs.single, needs.pipelined, needs.isOnOneServer], [6_667, 20_000, true]);
  assert.equal(needs.memory, 10 * (440 + 60) + (72 + 60) + (136 + 60));
});

test('every limiter is measured', () => {
  const names = asked(SEVEN).map(({ lane }) => lane.algorithm);
  assert.deepEqual(Object.keys(MEASURED.decisions_per_second).sort(), [...names, 'all_of'].sort());
});

test('what changes between a scenario and Redis is stated', () => {
  const notes = (text: string) => {
    const { scenario, redis, keys } = only(text);
    return notesOf(scenario, 0, redis, keys).join(' ');
  };
  assert.equal(notes('v=1&lanes=gcra&traffic=1@0s'), '');
  assert.match(notes('v=1&lanes=gcra&traffic=1@0s&servers=3 local'), /each of 3 servers keeps its own count/);
  assert.match(notes('v=1&lanes=gcra&traffic=1@0s&servers=2 race 5ms set'), /atomically, so nothing is admitted twice/);
  assert.match(notes('v=1&lanes=gcra key=everybody&traffic=1@0s'), /one server of a cluster/);
  assert.match(notes('v=1&lanes=gcra amount=0&traffic=1@0s'), /its keys never expire/);
  assert.match(notes('v=1&lanes=layers(token_bucket amount=0 then gcra)&traffic=1@0s'), /its keys never expire/);
  assert.match(notes(LAYERS), /One call decides for 3 limiters: it asks them in order/);
});
