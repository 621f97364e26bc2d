// The units of times and amounts of memory, from large to small. Generated from `words/units.rs` of the crate that
// writes sentences: change them there.

/** The smallest amount formatted in a unit, the length of the unit, and its name. */
export type Unit = readonly [least: bigint, length: bigint, name: string];

/** Units of time, in nanoseconds. */
export const TIMES: readonly Unit[] = [
  [172800000000000n, 86400000000000n, 'days'],
  [7200000000000n, 3600000000000n, 'h'],
  [120000000000n, 60000000000n, 'min'],
  [100000000n, 1000000000n, 's'],
  [1000000n, 1000000n, 'ms'],
  [1000n, 1000n, 'µs'],
  [1n, 1n, 'ns'],
];

/** Units of memory, in bytes. */
export const BYTES: readonly Unit[] = [
  [999500000000000n, 1000000000000000n, 'PB'],
  [999500000000n, 1000000000000n, 'TB'],
  [999500000n, 1000000000n, 'GB'],
  [999500n, 1000000n, 'MB'],
  [1000n, 1000n, 'kB'],
];

/** Units of time in the scenario language, from small to large, in nanoseconds. */
export const SCENARIO_TIMES = [
  { name: 'ns', length: 1n },
  { name: 'us', length: 1000n },
  { name: 'ms', length: 1000000n },
  { name: 's', length: 1000000000n },
  { name: 'm', length: 60000000000n },
  { name: 'h', length: 3600000000000n },
  { name: 'd', length: 86400000000000n },
] as const;
