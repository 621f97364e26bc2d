/** Names of limiters within sentences and labels. Loaded with the views that need them. */

/** Limiters that do the same, as one: `Token bucket = leaky meter = GCRA`. */
export function sharedName([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((name) => name.replace('Leaky bucket, ', 'leaky '))].join(' = ');
}

/** A limiter within a sentence: `the leaky bucket queue`. */
export function spoken(name: string): string {
  return name === 'GCRA' ? name : `the ${name.charAt(0).toLowerCase()}${name.slice(1).replace(', ', ' ')}`;
}

/** `one`, `one and another`, `one, another and a third`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
