// Facts of the core that need no run. `plugins/core-facts.mjs` reads them at build time.

declare module 'virtual:core-facts/page' {
  export const bounds: import('./index.ts').Bounds;
  export const opening: import('./index.ts').Scenario;
}

declare module 'virtual:core-facts/lanes' {
  /** The number of lanes in a scenario that names none, and the maximum. */
  export const USUAL_LANES: number;
  export const MOST_LANES: number;
  /** The limiters that decide exactly alike, unless their options differ. */
  export const TWINS: readonly string[];
}

declare module 'virtual:core-facts/scenarios' {
  /** The texts of the built-in scenarios by name. */
  export const TEXTS: Readonly<Record<string, string>>;
}
