/**
 * The views: what stands below the picture, or in its place in an embedded figure. A view is a folder, with an element
 * that takes what `ViewElement` says, and a row here. Tabs, links and the embed follow from the table.
 */
import type { Bounds, Engine, Picture, Result, Scenario } from '../engine/index.ts';

/** What every view is given, and shows as much of as it wants. */
export interface Shown {
  engine: Engine;
  /** The newest of which everything is of one run. */
  result: Result | undefined;
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
  /** What is in view in the picture, where there is one. */
  picture?: Picture | undefined;
}

export type ViewElement = HTMLElement & Partial<Shown>;

export interface View {
  /** In links and attributes. The first view of the page needs no name in a link. */
  name: string;
  title: string;
  /** What an embedded figure shows that shows this view. */
  shows: string;
  tag: string;
  load(): Promise<unknown>;
}

export const VIEWS: readonly View[] = [
  {
    name: 'decisions',
    title: 'Decisions',
    shows: 'tables of decisions',
    tag: 'decisions-view',
    load: () => import('./decisions/index.ts'),
  },
  {
    name: 'envelope',
    title: 'Envelope',
    shows: 'the envelope',
    tag: 'envelope-view',
    load: () => import('./envelope/envelope-view.ts'),
  },
  {
    name: 'memory',
    title: 'Memory',
    shows: 'memory',
    tag: 'memory-view',
    load: () => import('./memory/memory-view.ts'),
  },
];

/** Makes each element once, and gives it what is shown now. It may be loaded later. */
export class ViewElements {
  private readonly made = new Map<string, ViewElement>();

  of({ name, tag }: View, shown: Shown): ViewElement {
    let element = this.made.get(name);
    if (element === undefined) {
      element = document.createElement(tag);
      element.slot = name;
      this.made.set(name, element);
    }
    return Object.assign(element, shown);
  }
}
