// What the core knows without a run; `plugins/known.mjs` asks it when the page is built.

declare module 'virtual:known/page' {
  export const bounds: import('./index.ts').Bounds;
  export const opening: import('./index.ts').Scenario;
}

declare module 'virtual:known/lanes' {
  /** How many lanes a scenario has that names none, and how many it can have. */
  export const USUAL_LANES: number;
  export const MOST_LANES: number;
}

declare module 'virtual:known/scenarios' {
  /** The texts of the built-in scenarios by their names. */
  export const TEXTS: Readonly<Record<string, string>>;
}
