// The text of a scenario as its fields, as far as an element must know it without the engine.

import { FIELDS } from './types.ts';
import type { Settings } from './types.ts';

/** What a scenario has that says nothing of its lanes. */
const USUAL_LANES = 7;
const MOST_LANES = 16;

/** The text in which fields that are given for themselves stand in place of its own. */
export function textOf(settings: Settings): string {
  const given = FIELDS.filter((key) => settings[key] !== undefined);
  if (given.length === 0) return settings.scenario ?? '';
  const kept = fieldsIn(settings.scenario ?? '').filter((field) => !given.some((key) => keyOf(field) === key));
  return [...kept, ...given.map((key) => `${key}=${settings[key]}`)].join('&');
}

/** About how many lanes there will be, to leave room for them. */
export function lanesOf(settings: Settings): number {
  const text = textOf({ ...settings, scenario: unescaped(settings.scenario ?? '') });
  const field = fieldsIn(text).find((field) => keyOf(field) === 'lanes');
  const lanes = field?.replace(/\([^)]*\)/g, '').split(',').length ?? USUAL_LANES;
  return Math.min(lanes, MOST_LANES);
}

/** As far as a link can be read here: frames have one, with every sign escaped. */
function unescaped(scenario: string): string {
  try {
    return decodeURIComponent(scenario.replace(/^#/, ''));
  } catch {
    return scenario;
  }
}

function fieldsIn(text: string): string[] {
  return text.split(/[&\n]/);
}

function keyOf(field: string): string {
  return field.split('=', 1)[0].trim();
}
