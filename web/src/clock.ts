// The only reader of a clock in the page. It tells how long something takes, never what time
// it is: what is decided depends on the scenario's own time alone.

/** How many milliseconds it has been. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

/** A pause longer than this, as in a tab that was hidden, is not made up for. */
const LONGEST = 250;
/** Between two steps for those who asked for less motion. */
const CALM = 250;

/** Calls `tick` with the milliseconds since the last call, until it is stopped: as often as is smooth. */
export function beat(tick: (milliseconds: number) => void): () => void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let elapsed = stopwatch();
  let timer: number | undefined;
  const next = () => (timer = calm ? window.setTimeout(go, CALM) : requestAnimationFrame(go));
  const go = () => {
    const passed = Math.min(LONGEST, elapsed());
    elapsed = stopwatch();
    next();
    tick(passed);
  };
  next();
  return () => (calm ? clearTimeout(timer) : cancelAnimationFrame(timer ?? 0));
}
