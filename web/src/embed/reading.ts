// Turns the attributes of an element into the text of a scenario.

import { textOfLink } from '../engine/index.ts';
import type { Engine, Finding } from '../engine/index.ts';
import { textOf } from './fields.ts';
import type { Settings } from './types.ts';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The attribute `scenario` is the name of a built-in scenario, a link, or a text. */
export async function readText(engine: Engine, settings: Settings): Promise<string> {
  const given = (settings.scenario ?? '').trim();
  return textOf({ ...settings, scenario: await plain(engine, given) });
}

/** The result of a built-in scenario, if one was named on this page. */
export function prebuilt(text: string): Finding | undefined {
  return Object.values(builtIn).find((scenario) => scenario.text === text)?.finding;
}

/** Loaded with the first name. */
let builtIn: typeof import('virtual:core-facts/scenarios').SCENARIOS = {};

async function plain(engine: Engine, given: string): Promise<string> {
  if (NAME.test(given)) {
    builtIn = (await import('virtual:core-facts/scenarios')).SCENARIOS;
    return builtIn[given]?.text ?? given;
  }
  if (!isLink(given)) return given;
  const link = given.replace(/^#/, '');
  return textOfLink(link) ?? engine.ask('fromLink', link);
}

/** Only links escape characters, so a value with escapes and without spaces is a link. */
function isLink(given: string): boolean {
  return given.startsWith('#') || (!/\s/.test(given) && /\+|%[0-9a-f]{2}/i.test(given));
}
