// Estimates the number of lanes in a text before the core is loaded.

import { MOST_LANES, EQUIVALENT_LANES, USUAL_LANES } from 'virtual:core-facts/lanes';
import { fieldsIn, keyOf } from './text.ts';

/** The approximate number of lanes that are drawn, to reserve space for them: limiters that decide alike are one. */
export function lanesOf(text: string): number {
  const field = fieldsIn(text).find((field) => keyOf(field) === 'lanes');
  const names = field
    ?.replace(/^[^=]*=|\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.replaceAll('+', ' ').trim());
  const alike = names?.filter((name) => EQUIVALENT_LANES.includes(name)) ?? EQUIVALENT_LANES;
  return Math.min(names?.length ?? USUAL_LANES, MOST_LANES) - Math.max(0, new Set(alike).size - 1);
}
