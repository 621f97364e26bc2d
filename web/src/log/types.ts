/** What the engine of this place is asked, and what it answers. */
export * from '../engine/logs/types.ts';
