/**
 * The views: shown below the picture, or instead of it in an embedded figure. A view is a folder with an element of
 * type `ViewElement`, and a row in this table. Tabs, links and the embed dialog are generated from the table.
 */
import type { Bounds, Engine, Picture, Result, Scenario } from '../engine/index.ts';
import type { Before } from '../figure/ghosts.ts';

/** The properties that every view receives. A view uses those that it needs. */
export interface ViewProperties {
  engine: Engine;
  /** The newest complete result. */
  result: Result | undefined;
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
  /** The visible part of the picture, if a picture is shown. */
  picture?: Picture | undefined;
  /** The lane and the instant that a link or the reader chose. */
  at?: Moment | undefined;
  /** An earlier result to compare with. */
  past?: Before | undefined;
}

/** A lane at an instant of the scenario. */
export interface Moment {
  lane: number;
  time: bigint;
}

export type ViewElement = HTMLElement &
  Partial<ViewProperties> & {
    /** Follows the cursor and the playhead of the picture. */
    goTo?(time: bigint): void;
  };

export interface View {
  /** Used in links and attributes. Links omit the name of the first view, which is the default. */
  name: string;
  title: string;
  /** The name of the view in the options of the embed dialog. */
  shows: string;
  tag: string;
  /** Loaded only when opened. */
  isRare?: boolean;
  /** It shows one lane, at an instant or at any: links have both. */
  isOfLane?: boolean;
  load(): Promise<unknown>;
}

export const VIEWS: readonly View[] = [
  {
    name: 'decisions',
    title: 'Numbers',
    shows: 'the numbers',
    tag: 'decisions-view',
    load: () => import('./decisions/index.ts'),
  },
  {
    name: 'envelope',
    title: 'Any interval',
    shows: 'the peak in any interval',
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
  {
    name: 'which',
    title: 'Which one for me?',
    shows: 'which limiter to choose',
    tag: 'which-view',
    isRare: true,
    load: () => import('./which/which-view.ts'),
  },
  {
    name: 'anatomy',
    title: 'How it works',
    shows: 'how one limiter works',
    tag: 'anatomy-view',
    isRare: true,
    isOfLane: true,
    load: () => import('./anatomy/anatomy-view.ts'),
  },
  {
    name: 'production',
    title: 'Take it to production',
    shows: 'how to deploy it',
    tag: 'production-view',
    isRare: true,
    isOfLane: true,
    load: () => import('./production/production-view.ts'),
  },
];

/** The lane and the instant, if the view with this name shows one. */
export function momentIn(view: string | undefined, at: Moment | undefined): Moment | undefined {
  return VIEWS.find(({ name }) => name === view)?.isOfLane === true ? at : undefined;
}

/** Creates each element once, and sets its properties. They also work if the element's code is loaded later. */
export class ViewElements {
  private readonly made = new Map<string, ViewElement>();

  elementFor({ name, tag }: View, shown: ViewProperties): ViewElement {
    let element = this.made.get(name);
    if (element === undefined) {
      element = document.createElement(tag);
      element.slot = name;
      this.made.set(name, element);
    }
    return Object.assign(element, shown);
  }

  /** Takes the views that follow the picture to an instant. */
  goTo(time: bigint): void {
    for (const element of this.made.values()) element.goTo?.(time);
  }
}
