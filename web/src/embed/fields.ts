// The text of a scenario as its fields, as far as an element must know it without the engine.

import { lanesOf } from '../engine/lanes.ts';
import { fieldsIn, keyOf, textOfLink } from '../engine/text.ts';
import { FIELDS } from './types.ts';
import type { Settings } from './types.ts';

/** The text in which attributes stand in place of its own fields. */
export function textOf(settings: Settings): string {
  const given = FIELDS.filter((key) => settings[key] !== undefined);
  if (given.length === 0) return settings.scenario ?? '';
  const kept = fieldsIn(settings.scenario ?? '').filter((field) => !given.some((key) => keyOf(field) === key));
  return [...kept, ...given.map((key) => `${key}=${settings[key]}`)].join('&');
}

/** About how many lanes there will be, to leave room for them. A frame gives its scenario as a link. */
export function lanesIn(settings: Settings): number {
  const given = (settings.scenario ?? '').replace(/^#/, '');
  return lanesOf(textOf({ ...settings, scenario: textOfLink(given) ?? given }));
}
