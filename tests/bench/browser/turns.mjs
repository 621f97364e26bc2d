// Sides of a comparison take turns, and only times of the same round are compared: the speed of the machine changes
// from one second to the next.

export function timed(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1e6;
}

// Measures each side once per round. The first round is a warm-up and does not count.
export function takeTurns(sides, rounds) {
  const names = Object.keys(sides);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const time = sides[name]();
      if (round > 0) times[name].push(time);
    }
  }
  return times;
}
