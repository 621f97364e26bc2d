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
  /** Its first value when it is added, after the advice. */
  usual: (scenario: Scenario, advice?: Advice) => string;
  /** The need in words. */
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
      'No client can send your backend more than this in any period of that length. Every limiter gets ' +
      'settings that guarantee it. A larger bucket must refill more slowly, and a longer queue means longer waits: ' +
      'many sizes and all options are tried on this traffic, and the best is shown.',
  },
  {
    name: 'burst',
    title: 'bursts',
    usual: ({ limit }, advice) =>
      String(burstNow(advice) ?? Math.max(1, Math.floor((advice?.needs.never ?? limit).amount / 2))),
    print: ({ burst }) => burst?.toString(),
    explains:
      'A client that has sent nothing for a while may send this many at the same instant, and all are admitted.',
  },
  {
    name: 'delay',
    title: 'no waiting',
    usual: () => '0s',
    print: ({ delay }) => (delay === undefined ? undefined : `${delay}ns`),
    explains:
      'Only the queue makes requests wait. With a maximum wait above zero, it denies requests that would wait longer.',
  },
  {
    name: 'memory',
    title: 'little memory',
    usual: () => '64 for 1000000',
    print: ({ memory }) => memory && `${memory.bytes} for ${memory.clients}`,
    explains:
      'The worst-case state of one client, without its key. The program or database around it needs additional memory.',
  },
  {
    name: 'deny',
    title: 'few denials',
    usual: () => '1%',
    print: ({ deny }) => (deny === undefined ? undefined : `${deny / 10_000}%`),
    explains: 'Counted on the traffic above: clients that actually send less are denied less.',
  },
  {
    name: 'servers',
    title: 'several servers',
    usual: () => '3 sync 1s',
    print: ({ servers }) => servers && `${servers.count}${servers.sync === undefined ? '' : ` sync ${servers.sync}ns`}`,
    explains:
      'Each server decides by its own state and syncs with the others periodically. The guarantee holds for all of ' +
      'them together.',
  },
  {
    name: 'honest',
    title: 'an accurate Retry-After',
    usual: () => '',
    print: ({ honest }) => (honest ? '' : undefined),
    explains: 'A client that waits for the stated time, and sends nothing else meanwhile, gets through.',
  },
];

/** The advised bucket's burst: a need for it changes nothing, and can then be raised or lowered. */
function burstNow(advice: Advice | undefined): number | undefined {
  return advice?.rows.find(({ algorithms }) => algorithms.includes('token_bucket'))?.burst;
}

export function needNamed(name: string): Need | undefined {
  return NEEDS.find((need) => need.name === name);
}

/** The default need: the scenario's limit, in any interval of its length. */
export function usualNeeds(scenario: Scenario): string {
  return `never ${NEEDS[0].usual(scenario)}`;
}

export function valuesOf(needs: Needs): Values {
  const stated = NEEDS.map(({ name, print }) => [name, print(needs)] as const).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(stated), ...(needs.by === 'denied' ? {} : { by: needs.by }) };
}

/** The field `needs` of the language. */
export function printValues(values: Values): string {
  const words = [...NEEDS.map(({ name }) => name), 'by'] as const;
  return words.flatMap((word) => (values[word] === undefined ? [] : [`${word} ${values[word]}`.trimEnd()])).join('; ');
}
