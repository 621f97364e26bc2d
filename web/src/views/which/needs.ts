/**
 * The needs that a limiter can be asked to meet, one row each: how it is written in the language, what it is when it is
 * added, and what it means. What a need may be is the core's to say.
 */
import type { Advice, Needs, Scenario } from '../../engine/index.ts';

export type NeedName = 'never' | 'burst' | 'delay' | 'memory' | 'deny' | 'servers' | 'honest';

/** The values of the needs as the language writes them, without their words. */
export type Values = Partial<Record<NeedName | 'by', string>>;

export interface Need {
  name: NeedName;
  /** On the button that adds it. */
  title: string;
  /** What it is when it is added to what was advised. */
  usual: (scenario: Scenario, advice?: Advice) => string;
  /** As it is said. */
  print: (needs: Needs) => string | undefined;
  explains: string;
}

export const NEEDS: readonly Need[] = [
  {
    name: 'never',
    title: 'a guarantee',
    usual: ({ limit }) => `${limit.amount}/${limit.period}ns`,
    print: ({ never }) => never && `${never.amount}/${never.period}ns`,
    explains:
      'What stands behind the limiter never gets more than this from one client, wherever the time begins. Every limiter is given the largest settings that keep it. A larger bucket has to be slower, and in a longer queue requests wait longer: many sizes are tried on this traffic, and the best of them is shown.',
  },
  {
    name: 'burst',
    title: 'bursts',
    usual: ({ limit }, advice) =>
      String(burstNow(advice) ?? Math.max(1, Math.floor((advice?.needs.never ?? limit).amount / 2))),
    print: ({ burst }) => burst?.toString(),
    explains: 'A client that has sent nothing for a while may send so many at the same instant, and all are admitted.',
  },
  {
    name: 'delay',
    title: 'no waiting',
    usual: () => '0s',
    print: ({ delay }) => (delay === undefined ? undefined : `${delay}ns`),
    explains:
      'Only the queue makes requests wait. With a longest wait above zero it is told to deny what would wait longer.',
  },
  {
    name: 'memory',
    title: 'little memory',
    usual: () => '64 for 1000000',
    print: ({ memory }) => memory && `${memory.bytes} for ${memory.clients}`,
    explains:
      'The state of one client at worst, without its key. What the program or the database around it needs comes on top.',
  },
  {
    name: 'deny',
    title: 'few denials',
    usual: () => '1%',
    print: ({ deny }) => (deny === undefined ? undefined : `${deny / 10_000}%`),
    explains: 'Counted on the traffic above, as it is: whoever sends less in truth is denied less.',
  },
  {
    name: 'servers',
    title: 'several servers',
    usual: () => '3 sync 1s',
    print: ({ servers }) => servers && `${servers.count}${servers.sync === undefined ? '' : ` sync ${servers.sync}ns`}`,
    explains:
      'Each server decides by a state of its own and hears from the others only now and then. The guarantee is kept over all of them together.',
  },
  {
    name: 'honest',
    title: 'an honest Retry-After',
    usual: () => '',
    print: ({ honest }) => (honest ? '' : undefined),
    explains: 'A client that waits as long as it was told, and sends nothing else meanwhile, gets through.',
  },
];

/** What a bucket takes as it was advised: to ask for that changes nothing, and from there it can be more or less. */
function burstNow(advice: Advice | undefined): number | undefined {
  return advice?.rows.find(({ algorithms }) => algorithms.includes('token_bucket'))?.burst;
}

export function needNamed(name: NeedName): Need | undefined {
  return NEEDS.find((need) => need.name === name);
}

/** What is needed before anybody has said anything: what the scenario limits to, in any such time. */
export function usualNeeds(scenario: Scenario): string {
  return `never ${NEEDS[0].usual(scenario)}`;
}

export function valuesOf(needs: Needs): Values {
  const said = NEEDS.map(({ name, print }) => [name, print(needs)] as const).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(said), ...(needs.by === 'denied' ? {} : { by: needs.by }) };
}

/** The field `needs` of the language. */
export function printValues(values: Values): string {
  const words = [...NEEDS.map(({ name }) => name), 'by'] as const;
  return words.flatMap((word) => (values[word] === undefined ? [] : [`${word} ${values[word]}`.trimEnd()])).join('; ');
}
