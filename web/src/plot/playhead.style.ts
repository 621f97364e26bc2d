// Styles of the playhead.

import { CANVAS_OVERHANG, WIDE } from './constants.ts';

const TEXT = `
.after {
  position: absolute; top: 0; bottom: calc(-1 * var(--through, 0px)); left: var(--playhead);
  right: -${CANVAS_OVERHANG}px;
  border-left: 1.5px solid var(--plot-ink); pointer-events: none; box-sizing: border-box;
  background: linear-gradient(color-mix(in srgb, var(--plot-paper) 66%,
  transparent) 0 0) no-repeat 5px 0 / 100% var(--height);
}
/* Peaks are of the whole run. Where words are above a lane, the totals replace them, so that lanes stay in place
   while the totals grow. */
.playing .beside { display: none; }
.playing .equivalents { flex-basis: 100%; }
.playing .row:not(.strip) .caption { flex: 0 0 100%; order: 1; min-height: 1.35rem; white-space: nowrap; }
.playing .area, .playing .ticks { order: 2; }
@container (min-width: ${WIDE / 16}rem) {
  .playing .row:not(.strip) .caption { white-space: normal; }
}
.answer {
  position: absolute; top: 3px; left: var(--playhead); margin-left: 8px; padding: 0 5px; border-radius: 3px;
  white-space: nowrap; font-size: 0.75rem; font-weight: 600; line-height: 1.5; pointer-events: none;
  background: var(--plot-lane);
}
.answer.turned { transform: translateX(-100%); margin-left: -8px; }
.answer.allowed { color: var(--plot-allow); }
.answer.denied { color: var(--deny-text, var(--plot-deny)); }
.answer.delayed { color: var(--delay-text, var(--plot-delay)); }
.grip {
  position: absolute; top: -4px; left: var(--playhead); z-index: 3; width: 44px; height: 32px; margin-left: -22px;
  display: grid; place-items: center; cursor: ew-resize; touch-action: none;
}
.grip-label {
  padding: 1px 6px; border-radius: 3px; white-space: nowrap; font-size: 0.75rem;
  color: var(--plot-paper); background: var(--plot-ink);
}
@media (forced-colors: active) { .after { background: none; } .grip-label { forced-color-adjust: none; } }
@media print { .after, .answer, .grip { display: none; } }
`;

let sheet: CSSStyleSheet | undefined;

export function playheadSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}
