// Reads the fields of a scenario's text before the engine is loaded.

import { lanesOf } from '../engine/lanes.ts';
import { fieldsIn, keyOf, textOfLink } from '../engine/text.ts';
import { FIELDS } from './types.ts';
import type { Settings } from './types.ts';

/** The text of the scenario. A field that is given as an attribute replaces the one in the text. */
export function textOf(settings: Settings): string {
  const given = FIELDS.filter((key) => settings[key] !== undefined);
  if (given.length === 0) return settings.scenario ?? '';
  const kept = fieldsIn(settings.scenario ?? '').filter((field) => !given.some((key) => keyOf(field) === key));
  return [...kept, ...given.map((key) => `${key}=${settings[key]}`)].join('&');
}

/** The approximate number of lanes, to reserve space for them. In a frame, the scenario is a link. */
export function lanesIn(settings: Settings): number {
  const given = (settings.scenario ?? '').replace(/^#/, '');
  return lanesOf(textOf({ ...settings, scenario: textOfLink(given) ?? given }));
}
