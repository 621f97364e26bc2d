/** The look of `<peaks-chart>`. */
import { css } from 'lit';
import { BEYOND_OPACITY, CURVE_LINE, CURVE_OPACITY, LIMIT_LINE } from './peaks-constants.ts';

/** Pixels. */
export const HEIGHT = 264;

export const peaksStyles = css`
  .chart {
    min-height: ${HEIGHT}px;
  }
  .periods {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    font-size: var(--small);
    color: var(--muted);
  }
  @media (max-width: 30rem) {
    .periods span {
      flex: 0 0 100%;
    }
  }
  .periods button {
    padding-inline: 0.5rem;
    font-size: var(--small);
    border: 0;
  }
  .periods button[aria-pressed='true'] {
    color: var(--ink);
    font-weight: 600;
    text-decoration: underline 2px;
    text-underline-offset: 0.5em;
  }
  .area {
    fill: var(--allow);
    opacity: ${CURVE_OPACITY};
  }
  /* Where the limiter needs something else, the peaks are the ground behind it. */
  .behind.area {
    fill: var(--muted);
    opacity: 0.13;
  }
  .curve.behind {
    stroke: var(--muted);
    stroke-width: 1.25;
  }
  .area.above {
    fill: var(--deny);
    opacity: ${BEYOND_OPACITY};
  }
  .curve {
    stroke: var(--allow);
    stroke-width: ${CURVE_LINE};
  }
  .curve.above {
    stroke: var(--deny);
    stroke-width: 2.25;
  }
  .named {
    pointer-events: none;
    font-weight: 600;
    fill: var(--ink);
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 4px;
  }
  .named.of-peaks {
    font-weight: 400;
    fill: var(--muted);
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    color: var(--muted);
    font-size: var(--small);
  }
  .keys i {
    display: inline-block;
    width: 1rem;
    vertical-align: 0.25rem;
    border-top: 3px solid var(--allow);
  }
  .keys i.of-peaks {
    border-top: 1px solid var(--muted);
  }
  .note,
  .cursor,
  .dot {
    pointer-events: none;
  }
  .cursor {
    stroke: var(--ink);
    opacity: 0.35;
  }
  .dot {
    fill: var(--ink);
    stroke: var(--paper);
    stroke-width: 1.5;
  }
  .line {
    cursor: ns-resize;
    touch-action: none;
    outline: none;
  }
  .line rect {
    fill: transparent;
  }
  .line path {
    stroke: var(--deny);
    stroke-width: ${LIMIT_LINE};
  }
  .line .note {
    fill: var(--deny-text);
    font-size: 0.8125rem;
  }
  .knob {
    fill: var(--paper);
    stroke: var(--deny);
    stroke-width: 2;
  }
  .line .arrows {
    stroke-width: 1.5;
  }
  .line:focus-visible .ring {
    stroke: var(--focus);
    stroke-width: 2;
  }
  @media (hover: hover) {
    .line:hover path {
      stroke-width: 2.75;
    }
    .line:hover .arrows {
      stroke-width: 1.5;
    }
  }
  @media (forced-colors: active) {
    .area {
      fill: none;
    }
    .area.above {
      fill: Highlight;
    }
    .curve,
    .line path,
    .knob {
      stroke: CanvasText;
    }
    .line .note {
      fill: CanvasText;
    }
    .knob {
      fill: Canvas;
    }
  }
`;
