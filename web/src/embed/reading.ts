// From the attributes of an element to the text of a scenario.

import { textOfLink } from '../engine/index.ts';
import type { Engine } from '../engine/index.ts';
import type { FigureHost, Settings } from './types.ts';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A name is looked up, what is written as in a link is read as one, all else is the text itself. */
export async function readText(engine: Engine, host: FigureHost, settings: Settings): Promise<string> {
  const given = (settings.scenario ?? '').trim();
  return host.textOf({ ...settings, scenario: await plain(engine, given) });
}

async function plain(engine: Engine, given: string): Promise<string> {
  if (NAME.test(given)) return (await import('virtual:known/scenarios')).TEXTS[given] ?? given;
  if (!isLink(given)) return given;
  const link = given.replace(/^#/, '');
  return textOfLink(link) ?? engine.ask('fromLink', link);
}

/** Blanks are escaped in links, and nowhere else. */
function isLink(given: string): boolean {
  return given.startsWith('#') || (!/\s/.test(given) && /\+|%[0-9a-f]{2}/i.test(given));
}
