/** What the core knows without a run; `plugins/known.mjs` asks it. */
declare module 'virtual:known' {
  export const bounds: import('../engine/index.ts').Bounds;
  export const opening: import('../engine/index.ts').Scenario;
}
