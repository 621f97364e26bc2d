// Styles of the words in the picture.

import {
  BRACKET_HEIGHT,
  BRACKET_LINE,
  CANVAS_OVERHANG,
  LABEL_ASIDE,
  LABEL_BELOW,
  LABEL_HEIGHT,
  ROW_NAME_ASIDE,
  ROW_WORDS,
  SMALL_TEXT,
  WIDE,
  WINDOW_OPACITY,
} from './constants.ts';

export const LABELS = `
.labels { position: absolute; inset: 0; pointer-events: none; color: var(--plot-muted);
font-size: ${SMALL_TEXT / 16}rem; line-height: ${LABEL_HEIGHT}px; white-space: nowrap; }
.labels span {
  position: absolute; top: ${LABEL_BELOW}px;
  text-shadow: 0 0 2px var(--plot-lane), 0 0 3px var(--plot-lane), 0 0 4px var(--plot-lane);
}
.window { position: absolute; inset-block: 0; background: var(--plot-ink); opacity: ${WINDOW_OPACITY}; }
.bracket {
  position: absolute; top: 0; height: ${BRACKET_HEIGHT}px; box-sizing: border-box;
  border: ${BRACKET_LINE}px solid var(--plot-deny); border-bottom: 0;
}
.labels .broke { color: var(--deny-text, var(--plot-deny)); font-weight: 600; }
.labels .budget { top: auto; bottom: calc(var(--band) + 1px); right: ${LABEL_ASIDE}px; }
/* On the band, whose own colour must not dim the words. */
.labels .in-band { top: auto; bottom: 0; right: ${LABEL_ASIDE}px; color: var(--plot-ink);
line-height: min(var(--band), ${LABEL_HEIGHT}px); }
.labels .cause { line-height: ${ROW_WORDS}px; }
.row:has(.names) { position: relative; }
.names { position: absolute; inset: auto 0 0; pointer-events: none; color: var(--plot-muted);
font-size: ${SMALL_TEXT / 16}rem; line-height: ${ROW_WORDS}px; white-space: nowrap; }
.of-row { position: absolute; right: 100%; margin-right: ${CANVAS_OVERHANG + 2}px; }
.of-row::before { content: attr(data-number); }
.of-row i { display: none; }
@container (min-width: ${WIDE / 16}rem) {
  .names { grid-area: 1 / 2 / -1 / 3; inset: var(--marks) 0 auto; }
  .row:not(.numbered) .of-row { max-width: 7rem; margin-right: ${ROW_NAME_ASIDE}px;
  overflow: hidden; text-overflow: ellipsis; }
  .row:not(.numbered) .of-row::before { content: none; }
  .row:not(.numbered) .of-row i { display: inline; font-style: normal; }
  /* The words of a lane leave space for the names of its rows. */
  .row .caption, .row .equivalents { padding-inline-end: max(1em, var(--names, 0px)); }
}
.labels .later { right: ${LABEL_ASIDE}px; }
.labels .earlier { left: ${LABEL_ASIDE}px; }
.labels .budget, .labels .later, .labels .earlier { background: color-mix(in srgb, var(--plot-lane) 70%, transparent); }
.labels .edge { top: auto; bottom: ${LABEL_BELOW}px; }
/* Where lanes need more than the screen, the axis stays above the player. */
.rows:not(.guest) .axis {
  position: sticky; bottom: calc(var(--dock, 0px) + var(--target) + 0.6rem); z-index: 1; background: var(--plot-paper);
  /* Lanes overhang it on both sides. */
  box-shadow: ${CANVAS_OVERHANG}px 0 var(--plot-paper);
}
/* Numbers of rows are to its left, and to the left of the player. */
.rows:not(.guest) .axis::before {
  content: ''; position: absolute; inset: -2px 100% calc(-1 * var(--target) - 0.6rem) -1rem;
  background: var(--plot-paper);
}
@media (forced-colors: active) {
  .window { opacity: 1; background: none; border-inline: 1px dotted GrayText; }
  .labels span { background: Canvas; text-shadow: none; }
}
`;
