/** The names of keys in Redis, as in `crates/redis/src/key.rs`, and the kinds of names in them. */
import type { Lane } from '../../engine/index.ts';

/** The kinds of senders whose requests a limiter counts together, the widest first. */
const KINDS = ['everybody', 'group', 'client'] as const;

export type Kind = (typeof KINDS)[number];

/** The example name of each kind. */
export const EXAMPLES: Record<Kind, string> = { everybody: 'everybody', group: 'acme', client: 'ada' };

/** A part of a key's name: text, or the kind of name that is inserted. */
export type Piece = string | { kind: 'tag' } | { kind: Kind };

export interface Keys {
  /**
   * The names that a caller passes. The first is the tag, which all keys have in braces: a cluster keeps them on one
   * server.
   */
  kinds: Kind[];
  /** The names, one for each limiter. */
  names: Piece[][];
  /** For each limiter, the name in addition to the tag; undefined if there is none. */
  parts: (Kind | undefined)[];
}

/** The keys of a lane. Limiters that count different things share the tag of the widest. */
export function keysOf({ key, members }: Pick<Lane, 'key' | 'members'>, prefix: string): Keys {
  const named = (end: string): Piece[] => [`${prefix}{`, { kind: 'tag' }, `}${end}`];
  if (members.length === 0) return { kinds: [key], names: [named('')], parts: [undefined] };
  const kinds = KINDS.filter((kind) => members.some((member) => member.key === kind));
  const parts = members.map((member) => (member.key === kinds[0] ? undefined : member.key));
  const names = parts.map((part, place) =>
    part === undefined ? named(`:${place}`) : [...named(`:${place}:`), { kind: part }],
  );
  return { kinds, names, parts };
}

/** A name with examples in it: `rl:k3f9:{ada}`. */
export function exampleOf(name: readonly Piece[], [tag]: readonly Kind[]): string {
  return name
    .map((piece) =>
      typeof piece === 'string' ? piece : EXAMPLES[piece.kind === 'tag' ? (tag ?? 'client') : piece.kind],
    )
    .join('');
}
