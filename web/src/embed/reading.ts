// Turns the attributes of an element into the text of a scenario.

import { textOfLink } from '../engine/index.ts';
import type { Engine } from '../engine/index.ts';
import type { FigureHost, Settings } from './types.ts';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The attribute `scenario` is the name of a built-in scenario, a link, or a text. */
export async function readText(engine: Engine, host: FigureHost, settings: Settings): Promise<string> {
  const given = (settings.scenario ?? '').trim();
  return host.textOf({ ...settings, scenario: await plain(engine, given) });
}

async function plain(engine: Engine, given: string): Promise<string> {
  if (NAME.test(given)) return (await import('virtual:core-facts/scenarios')).TEXTS[given] ?? given;
  if (!isLink(given)) return given;
  const link = given.replace(/^#/, '');
  return textOfLink(link) ?? engine.ask('fromLink', link);
}

/** Only links escape characters, so a value with escapes and without spaces is a link. */
function isLink(given: string): boolean {
  return given.startsWith('#') || (!/\s/.test(given) && /\+|%[0-9a-f]{2}/i.test(given));
}
