// The only code that reads a clock in the page. It measures durations, never the time of day: decisions depend on the
// scenario's own time alone.

/** Returns a function that returns the milliseconds since this call. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

/** Playback skips the rest of a longer pause, as in a hidden tab. */
const LONGEST = 250;
/** Milliseconds between two steps for people who prefer reduced motion. */
const CALM = 250;

/** Calls `tick` with the milliseconds since the last call, on every frame or every `CALM`, until stopped. */
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
