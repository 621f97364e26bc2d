/** Formats numbers, times and names in English. All text formatting of the page is in this folder. */
export * from './faults.ts';
export * from './lanes.ts';
export * from './numbers.ts';
export * from './times.ts';
