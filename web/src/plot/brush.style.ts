// Styles of the lane of arrivals under a brush.

const TEXT = `
.area.paintable { cursor: cell; }
.area.paintable.on-mark { cursor: ew-resize; }
.area.paintable.erasing { cursor: not-allowed; }
.area.paintable:active { cursor: cell; }
.area.paintable.on-mark:active { cursor: ew-resize; }
.ghost {
  position: absolute; width: 9px; height: 9px; margin: -4.5px 0 0 -4.5px; box-sizing: border-box;
  border: 1.5px solid var(--plot-ink); border-radius: 50%; background: var(--plot-lane);
  pointer-events: none; z-index: 1;
}
.area.paintable { -webkit-touch-callout: none; }
.ghost-label {
  position: absolute; left: 13px; top: 50%; transform: translateY(-50%); padding: 0 4px; border-radius: 3px;
  white-space: nowrap; font-size: 0.75rem; line-height: 1.4; color: var(--plot-ink);
  background: var(--plot-lane);
}
/* A little more than what it is around. */
.grasp {
  position: absolute; width: 13px; margin: -4px 0 0 -6.5px; padding: 4px 0; border-radius: 7px; pointer-events: none;
  outline: 1.5px dashed var(--plot-ink); outline-offset: -1.5px;
}
.ghost.down { border-color: transparent; background: none; }
@media (pointer: coarse) { .ghost-label { top: -32px; } }
.ghost.turned .ghost-label { left: auto; right: 13px; }
@media print { .ghost, .grasp { display: none; } }
`;

let sheet: CSSStyleSheet | undefined;

export function brushSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}
