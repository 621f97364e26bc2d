// What the element, what it shows the figure with, and the frame tell each other.

/** The fields of a scenario, each of which may be an attribute of its own. */
export const FIELDS = ['limit', 'burst', 'lanes', 'traffic', 'clients', 'retry', 'seed', 'start', 'show'] as const;

/** How a figure is shown. A change of these needs no other. */
export const MANNERS = ['view', 'controls', 'theme', 'playground'] as const;

export type Settings = Partial<Record<'scenario' | (typeof FIELDS)[number] | (typeof MANNERS)[number], string>>;

/** A lane, and what it did. */
export interface LaneSummary {
  title: string;
  sentence: string;
  allowed: number;
  denied: number;
  delayed: number;
}

/** What came of a run. */
export interface RunSummary {
  /** The scenario as text, complete and in its usual form. */
  scenario: string;
  /** What the lanes did beside each other, in a sentence or two. */
  comparison: string;
  lanes: LaneSummary[];
}

/** The files that an element gives, by the method of a run that writes them. */
export type TextFile = 'toSVG' | 'toCSV';

/** What shows the figure: elements of ours, or a frame. */
export interface Figure {
  show(settings: Settings): void;
  /** Whether anybody could see it: out of sight nothing is computed. */
  see(isSeen: boolean): void;
  run(): Promise<RunSummary>;
  file(kind: TextFile): Promise<string>;
  dispose(): void;
}

/** What a figure is given, and reports to. */
export interface FigureHost {
  /** Where it may show itself. */
  readonly base: HTMLElement;
  /** The tree that this is in. */
  readonly root: ShadowRoot;
  /** The text of a scenario in which attributes stand in place of its fields. */
  textOf(settings: Settings): string;
  /** There is something to show: a picture, or else a word beside what stands in its place. */
  ready(isPicture: boolean): void;
  changed(scenario: string): void;
  ran(summary: RunSummary): void;
}
