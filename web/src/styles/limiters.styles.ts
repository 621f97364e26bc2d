/**
 * A colour for each limiter, for charts with a line for each. They differ for every kind of sight, in light and in
 * dark, and none looks like the colour of a denial; a test measures it. In grey they need a name beside them.
 *
 * An element with `data-hue` has its colour in `--hue`. Not in `tokens.css`: the first picture does not need them.
 */
import { css, unsafeCSS } from 'lit';

/** By the limiter's name in scenarios: in light and in dark. The log is grey: the others are measured against it. */
export const HUES: Record<string, readonly [light: string, dark: string]> = {
  fixed_window: ['#cf5582', '#f73f75'],
  sliding_window_log: ['#484848', '#b7b7b7'],
  sliding_window_counter: ['#b28324', '#dd9444'],
  token_bucket: ['#425aec', '#7876f4'],
  leaky_bucket_meter: ['#4097bd', '#2cc8f7'],
  leaky_bucket_queue: ['#6e119b', '#a676b0'],
  gcra: ['#657e4b', '#b6f06a'],
};

const rules = Object.entries(HUES).map(
  ([name, [light, dark]]) => `[data-hue='${name}']{--hue:light-dark(${light},${dark})}`,
);

export const limiterStyles = css`
  [data-hue] {
    --hue: var(--ink);
  }
  ${unsafeCSS(rules.join(''))}
  @media (forced-colors: active) {
    [data-hue] {
      --hue: CanvasText;
    }
  }
`;

/** A hue for each of several limiters: their own, or one that is free where a limiter comes again. */
export function huesOf(limiters: readonly string[]): string[] {
  const taken = new Set<string>();
  return limiters.map((limiter) => {
    const isFree = (name: string) => !taken.has(name) && (name === limiter || !limiters.includes(name));
    const hue = [limiter, ...Object.keys(HUES)].find(isFree) ?? limiter;
    taken.add(hue);
    return hue;
  });
}
