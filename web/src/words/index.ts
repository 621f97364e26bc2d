/** Numbers, times and names as people read them, in English. Nothing else on the page formats them. */
export * from './faults.ts';
export * from './lanes.ts';
export * from './numbers.ts';
export * from './times.ts';
