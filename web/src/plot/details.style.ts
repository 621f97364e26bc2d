// Styles of what `details.ts` adds to a row.

import {
  PEAK_BAR_HEIGHT,
  PEAK_BAR_WIDTH,
  PEAK_LINE_HEIGHT,
  PEAK_OVER_OPACITY,
  PEAK_TEXT,
  PEAK_WORST_WIDTH,
  SMALL_TEXT,
  WIDE,
} from './constants.ts';

export const DETAILS = `
.beside { display: grid; grid-template-columns: auto minmax(3rem, 1fr) auto; align-items: center; align-content: start;
gap: 0 0.5rem; }
.peak-head { grid-column: 1 / -1; justify-self: end; color: var(--plot-muted); font-size: ${SMALL_TEXT / 16}rem; }
.figure { font: ${PEAK_TEXT / 16}rem/1.2 var(--serif, ui-serif, Georgia, serif); font-variant-numeric: tabular-nums;
min-width: 2.2ch; }
.figure.strong { color: var(--deny-text, var(--plot-deny)); }
.beside-words { color: var(--plot-muted); font-size: ${SMALL_TEXT / 16}rem; }
.bar { position: relative; height: ${PEAK_LINE_HEIGHT / 16}rem; max-width: ${PEAK_BAR_WIDTH / 16}rem; }
.bar i { position: absolute; inset-block: ${(PEAK_LINE_HEIGHT - PEAK_BAR_HEIGHT) / 32}rem; }
.bar .within { left: 0; width: min(var(--most), var(--limit)); background: var(--plot-allow); }
.bar .over { left: var(--limit); width: max(0%, var(--most) - var(--limit));
background: color-mix(in srgb, var(--plot-allow) ${Math.round(100 * PEAK_OVER_OPACITY)}%, transparent); }
.bar.strong .over { background: var(--plot-deny); }
.bar .limit { inset-block: 0; left: calc(var(--limit) - 0.5px); border-left: 1px dotted var(--plot-ink); }
.bar.unbounded .worst { display: none; }
.bar .worst { inset-block: 0; left: calc(var(--worst) - ${PEAK_WORST_WIDTH}px);
border-left: ${PEAK_WORST_WIDTH}px solid var(--plot-muted); }
.name { cursor: help; text-decoration: underline dotted var(--edge, var(--plot-muted)); text-underline-offset: 0.2em; }
.name:hover { text-decoration-color: currentColor; }
.name:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
.hint {
  position: absolute; inset-block: 0; right: 0.75rem; display: grid; align-content: center; pointer-events: none;
  color: var(--plot-muted); font-size: ${SMALL_TEXT / 16}rem;
}
.hint:empty { display: none; }
.equivalents {
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 100%;
  border: 0; padding: 0; background: none; color: var(--plot-muted); font: inherit; font-size: ${SMALL_TEXT / 16}rem;
  line-height: 1.3;
  text-align: start; cursor: pointer; text-decoration: underline dotted; text-underline-offset: 0.2em;
}
.equivalents:hover { color: var(--plot-ink); }
.equivalents:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
@media (pointer: coarse) { .equivalents { min-height: 2.75rem; } }
@container (min-width: ${WIDE / 16}rem) {
  .beside { grid-template-columns: auto minmax(0, 1fr); }
  .beside-words { grid-column: 1 / -1; line-height: 1.25; }
  .peak-head { justify-self: start; }
  .equivalents { grid-area: 3 / 1; padding-inline-end: 1em; justify-self: start; }
}
@media print {
  .equivalents, .hint { display: none; }
}
@media (forced-colors: active) {
  .bar i { forced-color-adjust: none; }
}
`;
