/** Opens another scenario as changes to the current one, so that they can be undone, and scrolls to the figure. */
import { fieldsIn, keyOf } from '../../engine/text.ts';
import type { Fields } from '../../engine/index.ts';

/** Returns the field values that turn one scenario into another. Fields that the other lacks get their defaults. */
export function fieldsFrom(text: string, other: string): Fields {
  const read = (scenario: string) =>
    new Map(fieldsIn(scenario).map((field) => [keyOf(field), field.slice(field.indexOf('=') + 1).trim()] as const));
  const [mine, theirs] = [read(text), read(other)];
  const gone = [...mine.keys()].filter((key) => !theirs.has(key)).map((key): [string, string] => [key, '']);
  const changed = [...theirs].filter(([key, value]) => mine.get(key) !== value);
  return [...gone, ...changed].filter(([key]) => key !== 'v' && key !== '');
}

/**
 * Scrolls to the figure above a view, and returns whether there is one: an embedded view replaces it. At once, because
 * the figure is about to change its height, which ends a smooth scroll on the way in Firefox.
 */
export function showFigure(view: Element): boolean {
  const figure = (view.getRootNode() as ParentNode).querySelector('lane-figure');
  figure?.scrollIntoView({ behavior: 'instant' });
  return figure !== null;
}
