/** The differences between a scenario and Redis, as sentences. */
import type { InRedis, Lane, Scenario } from '../../engine/index.ts';
import { hasOwnStates, storeOf } from '../../figure/rows.ts';
import { count, counted } from '../../words/index.ts';
import type { Keys } from './keys.ts';

export function notesOf(scenario: Scenario, lane: number, redis: InRedis | undefined, keys: Keys): string[] {
  const notes = [
    unheeded(scenario, redis),
    several(scenario.lanes[lane], redis),
    named(keys),
    kept(redis),
    stored(scenario, lane),
  ];
  return notes.filter((note) => note !== undefined);
}

/** Windows have no bursts: a person who set one has to know. */
function unheeded({ limit, burst }: Scenario, redis: InRedis | undefined): string | undefined {
  const roles = redis?.members.flatMap((member) => member.arguments.map(({ role }) => role)) ?? [];
  if (burst === undefined || burst === limit.amount || !roles.includes('limit') || roles.includes('burst'))
    return undefined;
  return (
    `Bursts of ${count(burst)} do not apply here: a client may send all ${count(limit.amount)} at once. Only ` +
    `the token bucket, the meter and GCRA have bursts.`
  );
}

function several(lane: Lane | undefined, redis: InRedis | undefined): string | undefined {
  const members = lane?.members.length ?? 0;
  if (members === 0 || redis === undefined) return undefined;
  const how =
    lane?.algorithm === 'layers' ? 'asks them in order and stops at the first refusal' : 'charges all of them or none';
  return `One call decides for ${counted(members, 'limiter')}: it ${how}.`;
}

/** Describes the names in the keys. */
function named({ kinds: [tag, ...others] }: Keys): string | undefined {
  if (tag === 'everybody')
    return 'All clients share a count, so all keys have the same tag and one server of a cluster holds them.';
  if (tag !== 'group') return undefined;
  return others.length === 0
    ? 'It counts each group together: the name in braces is the group’s.'
    : 'Some limiters count a group together: the name in braces is the group’s, and a cluster keeps a group on one ' +
        'server.';
}

/** Without expiry, memory grows with every client that was ever seen. */
function kept(redis: InRedis | undefined): string | undefined {
  if (redis?.members.every(({ expires }) => expires) ?? true) return undefined;
  return (
    'A budget that never comes back is stored for good: its keys never expire, so delete those of clients that are ' +
    'gone.'
  );
}

/** The behaviour of servers in the scenario that one script on one state cannot have. */
function stored(scenario: Scenario, lane: number): string | undefined {
  const store = storeOf(scenario, lane);
  const servers = counted(scenario.servers.count, 'server');
  if (hasOwnStates(scenario, lane)) {
    return (
      `In this scenario each of ${servers} keeps its own count. With Redis they share one; in process, each ` +
      `grants the full limit.`
    );
  }
  if (store?.kind === 'race')
    return (
      'In this scenario servers read and write in two steps. A script does both atomically, so nothing is ' +
      'admitted twice.'
    );
  if (store?.kind === 'down')
    return (
      'In this scenario the store is unavailable for a while. The Rust store then denies, admits or counts in ' +
      'process, as you choose with OnFailure. The other clients raise an error for you to handle.'
    );
  if (scenario.servers.clocks.some((ahead) => ahead !== 0)) {
    return `In this scenario ${count(
      scenario.servers.clocks.filter((ahead) => ahead !== 0).length,
    )} of the clocks are wrong. With Redis, all servers use its clock.`;
  }
  return undefined;
}
