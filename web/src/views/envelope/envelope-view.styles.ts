/** Styles of the envelope: solid lines for the run, dotted lines for the worst case, a colour for each limiter. */
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
  .value {
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
  .limit,
  .dashes {
    stroke: var(--ink);
    stroke-dasharray: 6 4;
  }
  rect.beyond {
    fill: var(--deny);
    opacity: 0.06;
  }
  .note.beyond {
    fill: var(--deny-text);
  }
  .line path {
    stroke: var(--hue);
    stroke-width: 2.25;
  }
  .bound path {
    stroke-width: 2.5;
    stroke-linecap: round;
  }
  .leader {
    stroke: var(--hue);
  }
  .cursor {
    stroke: var(--ink);
    opacity: 0.45;
  }
  .dot {
    fill: var(--hue);
    stroke: var(--paper);
    stroke-width: 1.5;
  }
  .length,
  .value {
    font-weight: 600;
  }
  .weak {
    opacity: 0.25;
  }
  .name.weak {
    opacity: 0.5;
  }
  .line.strong path {
    stroke-width: 3.5;
    stroke-dasharray: none;
  }
  .bound.strong path {
    stroke-dasharray: 0 5;
  }
  .name.strong text {
    font-weight: 600;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 1.5rem;
  }
  .keys svg {
    display: inline-block;
    width: 1.75rem;
    height: 0.5rem;
    vertical-align: middle;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .keys .dots {
    stroke-dasharray: 0 5;
    stroke-linecap: round;
    stroke-width: 2.5;
  }
  .keys .dashes {
    stroke-width: 1.25;
  }
  /* The slider lies on the x axis, with its thumb below the cursor line. With a mouse, only the thumb takes pointer
     events: the chart gets the others. */
  input[type='range'] {
    position: absolute;
    left: calc(var(--chart-left) - 0.5rem);
    bottom: calc(var(--chart-floor) - var(--target) / 2);
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
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
    gap: 0 2rem;
    margin-top: 0.25rem;
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
    text-align: start;
    background: none;
  }
  .readout button[aria-pressed='true'] {
    border-bottom-color: var(--ink);
  }
  .readout i {
    flex: none;
    width: 1rem;
    border-top: 3px solid var(--hue);
  }
  .readout .found {
    margin-inline-start: auto;
    white-space: nowrap;
  }
  .readout b {
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .cursor,
    .limit,
    .axis {
      stroke: CanvasText;
    }
    .grid {
      stroke: none;
    }
    rect.beyond {
      display: none;
    }
    text,
    .tick,
    .note.beyond {
      fill: CanvasText;
    }
    .value,
    .note {
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
