/** Names of limiters within sentences and labels. Loaded with the views that need them. */

/** Limiters that do the same, as one: `Token bucket = leaky meter = GCRA`. */
export function sharedName([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((name) => name.replace('Leaky bucket, ', 'leaky '))].join(' = ');
}

/** A limiter within a sentence: `the leaky bucket queue`, `the token bucket with capacity 20`. */
export function spoken(name: string): string {
  const plain = name.replace('Leaky bucket, ', 'Leaky bucket ').replace(', ', ' with ');
  return plain.startsWith('GCRA') ? plain : `the ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
}
