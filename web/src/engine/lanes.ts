// How many lanes a text has, as far as that can be seen before the core is there.

import { MOST_LANES, USUAL_LANES } from 'virtual:known/lanes';
import { fieldsIn, keyOf } from './text.ts';

/** About how many lanes there will be, to leave room for them. */
export function lanesOf(text: string): number {
  const field = fieldsIn(text).find((field) => keyOf(field) === 'lanes');
  const lanes = field?.replace(/\([^)]*\)/g, '').split(',').length ?? USUAL_LANES;
  return Math.min(lanes, MOST_LANES);
}
