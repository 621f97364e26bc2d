// Types that the element, its figure and its frame share.

/** The fields of a scenario. Each is also an attribute. */
export const FIELDS = [
  'limit',
  'burst',
  'lanes',
  'traffic',
  'clients',
  'groups',
  'servers',
  'retry',
  'seed',
  'start',
  'show',
  'needs',
] as const;

/** Attributes that only change the presentation. They need no new run. */
export const PRESENTATION = ['view', 'at', 'controls', 'theme', 'playground'] as const;

export type Settings = Partial<Record<'scenario' | (typeof FIELDS)[number] | (typeof PRESENTATION)[number], string>>;

/** The result of one lane. */
export interface LaneSummary {
  title: string;
  sentence: string;
  allowed: number;
  denied: number;
  delayed: number;
}

/** The result of a run. */
export interface RunSummary {
  /** The scenario as canonical text. */
  scenario: string;
  /** The headline and the reason, as one text. */
  comparison: string;
  /** The result of the run, and its reason. */
  finding: { headline: string; reason: string };
  lanes: LaneSummary[];
}

/** The files that an element can create, by the name of the method that writes them. */
export type TextFile = 'toSVG' | 'toCSV';

/** A figure, in the page itself or in a frame. */
export interface Figure {
  show(settings: Settings): void;
  /** Sets whether the figure is visible. While it is not, it starts no run on its own. */
  see(isSeen: boolean): void;
  run(): Promise<RunSummary>;
  file(kind: TextFile): Promise<string>;
  dispose(): void;
}

/** The element around a figure, as the figure sees it. */
export interface FigureHost {
  /** The parent of the figure. */
  readonly base: HTMLElement;
  /** The shadow root that contains `base`. */
  readonly root: ShadowRoot;
  /** There is something to show: a picture, or only an error. With an error, the content of the tag stays. */
  ready(isPicture: boolean): void;
  changed(scenario: string): void;
  ran(summary: RunSummary): void;
}
