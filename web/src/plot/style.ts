// Layout of the picture. Words are left of their lane, or above it in a narrow figure; the number is right
// of it, or after the words.

import {
  CANVAS_OVERHANG,
  NARROW_LANE_GAP,
  PEAK_WIDTHS,
  SMALL_TEXT,
  TICK_HEIGHT,
  TITLE_TEXT,
  WIDE,
  WIDER,
  WORDS_WIDTHS,
} from './constants.ts';
import { LANE_GAP, STRIP_HEIGHT } from './height-constants.ts';

const TEXT = `
:host {
  --plot-allow: var(--allow);
  --plot-deny: var(--deny);
  --plot-delay: var(--delay);
  --plot-ink: var(--ink);
  --plot-muted: var(--muted);
  --plot-lane: var(--lane);
  --plot-paper: var(--paper);
  display: block;
  container-type: inline-size;
  color: var(--plot-ink);
  font-variant-numeric: tabular-nums;
  font-size: 0.8125rem;
  line-height: 1.35;
}
@media (forced-colors: active) {
  :host {
    --plot-allow: CanvasText;
    --plot-deny: LinkText;
    --plot-delay: GrayText;
    --plot-ink: CanvasText;
    --plot-muted: CanvasText;
    --plot-lane: Canvas;
    --plot-paper: Canvas;
  }
}
.swatches {
  position: absolute; visibility: hidden; width: 0; height: 0; overflow: hidden;
  forced-color-adjust: none;
}
.swatches i { transition: color 1ms; }
.allow { color: var(--plot-allow); }
.deny { color: var(--plot-deny); }
.delay { color: var(--plot-delay); }
.ink { color: var(--plot-ink); }
.muted { color: var(--plot-muted); }
.lane { color: var(--plot-lane); }

.rows {
  --words: 0px; --beside: 0px; --gap: ${NARROW_LANE_GAP / 16}rem; position: relative; user-select: none;
  -webkit-user-select: none;
}
.row {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.6em; margin-bottom: var(--gap);
  break-inside: avoid;
}
.title { font-weight: 600; font-size: ${TITLE_TEXT / 16}rem; }
.caption, .scale { text-wrap: pretty; color: var(--plot-muted); font-size: ${SMALL_TEXT / 16}rem; }
.area {
  flex: 0 0 100%; position: relative; height: var(--height); margin-top: 0.25em;
  background: var(--plot-lane); cursor: crosshair; touch-action: pan-y;
  -webkit-tap-highlight-color: transparent;
}
.area:active { cursor: grabbing; }
.guest .area { touch-action: auto; }
canvas { position: absolute; top: 0; left: -${CANVAS_OVERHANG}px; width: calc(100% + ${2 * CANVAS_OVERHANG}px);
height: 100%; }
.row.strip .title, .row.strip .beside { display: none; }
.row.strip .area { cursor: pointer; }
.beside { flex: 0 0 100%; min-height: 1.35rem; }

.axis { height: 1.9em; margin: calc(4px - var(--gap)) 0 0; }
.ticks { flex: 0 0 100%; position: relative; height: 100%; font-size: ${SMALL_TEXT / 16}rem; color: var(--plot-muted); }
.tick { position: absolute; top: 0; padding-top: 5px; white-space: nowrap; transform: translateX(-50%); }
.tick::before {
  content: ''; position: absolute; left: 50%; top: -2px; height: ${TICK_HEIGHT}px;
  border-left: 1px solid var(--plot-muted);
}
.tick.first { transform: translateX(-1px); }
.tick.first::before { left: 0; }
.tick.last { transform: translateX(calc(-100% + 1px)); }
.tick.last::before { left: auto; right: 0; }
.base { position: absolute; left: 0; top: 1.6em; white-space: nowrap; }
.axis.deep { height: 3.2em; }

.cursor {
  position: absolute; top: 0; bottom: calc(-1 * var(--through, 0px)); left: var(--cursor);
  width: 0; border-left: 1px solid var(--plot-ink); opacity: 0.45; pointer-events: none;
}
.now {
  position: absolute; top: 3px; left: var(--cursor); transform: translateX(-50%); z-index: 2;
  padding: 1px 5px; border-radius: 3px; white-space: nowrap; font-size: ${SMALL_TEXT / 16}rem;
  color: var(--plot-paper); background: var(--plot-ink); pointer-events: none;
}
.rows:not(.pointed) .cursor, .rows:not(.pointed) .now { display: none; }
.ring {
  position: absolute; width: 15px; height: 15px; margin: -7.5px 0 0 -7.5px;
  border: 1.5px solid var(--plot-ink); border-radius: 50%; pointer-events: none;
  box-sizing: border-box;
}
.ring.other { width: 11px; height: 11px; margin: -5.5px 0 0 -5.5px; border-width: 1px; opacity: 0.4; }
.ring.other.differs { opacity: 1; border-style: dashed; width: 15px; height: 15px; margin: -7.5px 0 0 -7.5px; }
.pass { position: absolute; height: 0; border-top: 1px dotted var(--plot-ink); pointer-events: none; }
.pass::after {
  content: ''; position: absolute; right: -4px; top: -4.5px; width: 7px; height: 7px;
  border: 1.5px solid var(--plot-ink); background: var(--plot-lane); transform: rotate(45deg);
  box-sizing: border-box;
}
.pass.beyond::after { border-width: 1.5px 1.5px 0 0; background: none; right: 2px; }
[hidden] { display: none !important; }

@container (min-width: ${WIDE / 16}rem) {
  .rows { --words: ${WORDS_WIDTHS[0] / 16}rem; --beside: ${PEAK_WIDTHS[0] / 16}rem; --gap: ${LANE_GAP}px;
  --through: var(--gap); }
  .row {
    display: grid; grid-template: auto auto auto minmax(0, 1fr) / var(--words) minmax(0, 1fr) var(--beside);
    gap: 0; align-items: start;
  }
  .title { grid-area: 1 / 1; padding: 0 1em 0 0; line-height: 1.25; }
  .caption { grid-area: 2 / 1; padding: 0 1em 0 0; line-height: 1.3; }
  .scale { grid-area: 4 / 1; padding: 0 1em 0 0; }
  .row.strip .caption { grid-area: 1 / 1; padding-top: 0; line-height: ${STRIP_HEIGHT}px; }
  .area, .ticks { grid-area: 1 / 2 / -1 / 3; margin: 0; }
  .beside { grid-area: 1 / 3 / -1 / 4; margin: 0; padding: 0 0 0 0.9em; align-self: stretch; }
  .axis { margin-top: calc(2px - var(--gap)); }
}
@container (min-width: ${WIDER / 16}rem) {
  .rows { --words: ${WORDS_WIDTHS[1] / 16}rem; --beside: ${PEAK_WIDTHS[1] / 16}rem; }
}
@media print {
  .area { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .rows .cursor, .rows .now { display: none; }
}
`;

let sheet: CSSStyleSheet | undefined;

/** One stylesheet for all pictures of a page. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}
