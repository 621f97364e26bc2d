// From the attributes of an element to the text of a scenario.

import type { Engine } from '../engine/index.ts';
import type { House, Settings } from './types.ts';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A name is looked up, what is as it stands in a link is read as one, all else is the text itself. */
export async function readText(engine: Engine, house: House, settings: Settings): Promise<string> {
  const given = (settings.scenario ?? '').trim();
  return house.textOf({ ...settings, scenario: await plain(engine, given) });
}

async function plain(engine: Engine, given: string): Promise<string> {
  if (NAME.test(given)) {
    const { scenarios } = await engine.bounds();
    return scenarios.find(({ name }) => name === given)?.text ?? given;
  }
  return isLink(given) ? engine.fromLink(given.replace(/^#/, '')) : given;
}

/** Blanks are escaped in links, and nowhere else. */
function isLink(given: string): boolean {
  return given.startsWith('#') || (!/\s/.test(given) && /\+|%[0-9a-f]{2}/i.test(given));
}
