// Rows of the bench's table, and their statistics.

export function row(id, what, against, ours, theirs, bar) {
  const ratios = ours.map((time, round) => time / theirs[round]);
  return {
    id,
    what,
    against,
    unit: 'ns',
    bar: bar ?? null,
    ours: median(ours),
    theirs: median(theirs),
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  };
}

export const median = (numbers) => quantile(numbers, 0.5);

export function quantile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
