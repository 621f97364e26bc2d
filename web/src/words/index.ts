/** Numbers, times and names for people, in English. All formatting on the page is here. */
export * from './faults.ts';
export * from './lanes.ts';
export * from './numbers.ts';
export * from './times.ts';
