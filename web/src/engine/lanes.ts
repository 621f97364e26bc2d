// Estimates the number of lanes in a text before the core is loaded.

import { MOST_LANES, USUAL_LANES } from 'virtual:core-facts/lanes';
import { fieldsIn, keyOf } from './text.ts';

/** The approximate number of lanes, to reserve room for them. */
export function lanesOf(text: string): number {
  const field = fieldsIn(text).find((field) => keyOf(field) === 'lanes');
  const lanes = field?.replace(/\([^)]*\)/g, '').split(',').length ?? USUAL_LANES;
  return Math.min(lanes, MOST_LANES);
}
