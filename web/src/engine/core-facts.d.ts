// Facts of the core that need no run. `plugins/core-facts.mjs` reads them at build time.

declare module 'virtual:core-facts/page' {
  export const bounds: import('./index.ts').Bounds;
  export const opening: import('./index.ts').Scenario;
  /** The result of the opening scenario. */
  export const finding: import('./index.ts').Finding;
}

declare module 'virtual:core-facts/shapes' {
  /** Every shape of traffic, with what it makes and an example. */
  export const shapes: import('./index.ts').Help[];
}

declare module 'virtual:core-facts/limiters' {
  /** The titles of the seven limiters, by their names in scenarios. */
  export const LIMITERS: Readonly<Record<string, string>>;
  /** The limiters that count in windows, and have no burst. */
  export const WINDOWS: readonly string[];
  /** The ranges of the fields of a limit. */
  export const FIELDS: Readonly<Record<'amount' | 'period' | 'burst', { minimum: bigint; maximum: bigint }>>;
}

declare module 'virtual:core-facts/log' {
  /** The maximum margin of a proposal, in per cent. */
  export const MOST_MARGIN: number;
}

declare module 'virtual:core-facts/lanes' {
  /** The number of lanes in a scenario that names none, and the maximum. */
  export const USUAL_LANES: number;
  export const MOST_LANES: number;
  /** The limiters that decide exactly alike, unless their options differ. */
  export const EQUIVALENT_LANES: readonly string[];
}

declare module 'virtual:core-facts/scenarios' {
  /** The built-in scenarios by name, with the result of each that the small module draws. */
  export const SCENARIOS: Readonly<Record<string, { text: string; finding?: import('./index.ts').Finding }>>;
}
