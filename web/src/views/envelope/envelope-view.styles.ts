/** Styles of the envelope: solid lines for the run, dashed lines for the worst case, another colour above the limit. */
import { css } from 'lit';

export const envelopeStyles = css`
  figure {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.35rem;
  }
  /* The chart of the previous run, while the newest is measured. The delay avoids flicker if that is quick. */
  .old svg {
    opacity: 0.5;
    transition: opacity 0s 300ms;
  }
  figcaption {
    display: grid;
    gap: 0.2rem;
  }
  .chart {
    position: relative;
    margin-top: 0.5rem;
    min-height: var(--chart-height);
  }
  svg {
    display: block;
    width: 100%;
    overflow: visible;
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
    cursor: crosshair;
    font-size: 0.75rem;
    fill: none;
    stroke-linejoin: round;
  }
  text {
    fill: var(--ink);
    stroke: none;
  }
  .tick,
  .note {
    fill: var(--muted);
  }
  .note,
  .name.inside {
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 4px;
  }
  .grid {
    stroke: var(--line);
  }
  .axis {
    stroke: var(--edge);
  }
  .limit {
    stroke: var(--ink);
    stroke-dasharray: 1 3;
  }
  .leader {
    stroke: var(--line);
  }
  .bound {
    stroke: var(--edge);
    stroke-dasharray: 5 4;
  }
  .line {
    stroke: var(--allow);
    stroke-width: 2;
  }
  .line.over {
    stroke: var(--deny);
  }
  .cursor {
    stroke: var(--ink);
    opacity: 0.45;
  }
  .dot {
    fill: var(--ink);
    stroke: var(--paper);
    stroke-width: 1.5;
  }
  .weak {
    opacity: 0.25;
  }
  text.weak,
  .name.weak {
    opacity: 0.5;
  }
  .strong.line {
    stroke-width: 3;
  }
  .strong.bound {
    stroke: var(--ink);
  }
  .strong.name,
  .name.strong text {
    font-weight: 600;
  }
  /* The slider lies on the x axis, with its thumb below the cursor line. With a mouse, only the thumb takes pointer
     events: the chart gets the others. */
  input[type='range'] {
    position: absolute;
    left: calc(var(--chart-left) - 0.5rem);
    bottom: calc(26px - var(--target) / 2);
    width: calc(100% - var(--chart-left) - var(--chart-right) + 1rem);
    appearance: none;
    background: none;
    pointer-events: none;
  }
  input[type='range']:focus-visible {
    outline: none;
  }
  input:focus-visible::-webkit-slider-thumb {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  input:focus-visible::-moz-range-thumb {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  input::-webkit-slider-runnable-track {
    height: var(--target);
    background: none;
  }
  input::-moz-range-track {
    background: none;
  }
  input::-webkit-slider-thumb {
    appearance: none;
    width: 1rem;
    height: 1rem;
    margin-top: calc((var(--target) - 1rem) / 2);
    border: 2px solid var(--paper);
    border-radius: 50%;
    background: var(--ink);
    cursor: ew-resize;
    pointer-events: auto;
  }
  input::-moz-range-thumb {
    width: calc(1rem - 4px);
    height: calc(1rem - 4px);
    border: 2px solid var(--paper);
    border-radius: 50%;
    background: var(--ink);
    cursor: ew-resize;
    pointer-events: auto;
  }
  @media (pointer: coarse) {
    input[type='range'] {
      pointer-events: auto;
      touch-action: pan-y;
    }
  }
  .readout {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: 0 2rem;
    font-size: var(--small);
  }
  .readout li {
    display: grid;
  }
  .readout button {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    width: 100%;
    min-height: max(1.75rem, var(--tight));
    padding: 0.1rem 0;
    border: 0;
    border-bottom: 1px solid var(--line);
    border-radius: 0;
    text-align: left;
    background: none;
  }
  .readout button[aria-pressed='true'] {
    border-bottom-color: var(--ink);
  }
  .readout .of {
    margin-left: auto;
    white-space: nowrap;
  }
  .readout b {
    font-weight: 600;
  }
  .length {
    margin-top: 0.5rem;
    font: 400 1.0625rem/1.4 var(--serif);
  }
  @media (forced-colors: active) {
    .line,
    .cursor,
    .limit,
    .axis {
      stroke: CanvasText;
    }
    .line.over {
      stroke: LinkText;
    }
    .bound,
    .leader {
      stroke: GrayText;
    }
    .grid {
      stroke: none;
    }
    text,
    .tick,
    .note {
      fill: CanvasText;
    }
    .dot {
      fill: CanvasText;
    }
    .note,
    .name.inside {
      stroke: Canvas;
    }
    input::-webkit-slider-thumb {
      background: CanvasText;
    }
  }
  @media print {
    input[type='range'],
    .cursor {
      display: none;
    }
  }
`;
