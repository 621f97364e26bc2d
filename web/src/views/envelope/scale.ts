/** Scales, ticks and label positions for charts with logarithmic axes. */

export interface Scale {
  (value: number): number;
  invert(place: number): number;
}

/** Maps values from `low` to `high` to positions, with the same distance for every power of ten. */
export function logScale([low, high]: [number, number], [from, to]: [number, number]): Scale {
  const length = Math.log(high / low) || 1;
  const place = (value: number) => from + (Math.log(value / low) / length) * (to - from);
  const invert = (at: number) => low * Math.exp(((at - from) / (to - from)) * length);
  return Object.assign(place, { invert });
}

/** 1, 2, 5, 10, 20 and so on within a range, or only powers of ten if there would be more than `most`. */
export function roundNumbers(low: number, high: number, most: number): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) + 1 }, (_, power) => 10 ** power);
  const inside = (numbers: number[]) => numbers.filter((number) => number >= low && number <= high);
  const all = inside(powers.flatMap((power) => [power, 2 * power, 5 * power]));
  return all.length <= most ? all : inside(powers);
}

/** The tops of blocks that must not overlap, each block centred as near as possible to its `at`. */
export function spread(wanted: { at: number; height: number }[], low: number, high: number): number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => wanted[one].at - wanted[other].at);
  const tops = wanted.map(({ at, height }) => at - height / 2);
  let free = low;
  for (const index of order) {
    tops[index] = Math.max(tops[index], free);
    free = tops[index] + wanted[index].height;
  }
  // Blocks that are now beyond the end move back, and move those before them.
  let end = high;
  for (const index of order.reverse()) {
    tops[index] = Math.min(tops[index], end - wanted[index].height);
    end = tops[index];
  }
  return tops;
}

/** Groups the indices of things with the same key, in the order of their first occurrence. */
export function alike<T>(things: T[], key: (thing: T) => string): number[][] {
  const groups = new Map<string, number[]>();
  things.forEach((thing, index) => {
    const group = groups.get(key(thing));
    if (group === undefined) groups.set(key(thing), [index]);
    else group.push(index);
  });
  return [...groups.values()];
}
