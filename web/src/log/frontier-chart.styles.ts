/** Styles of `<frontier-chart>`. */
import { css } from 'lit';

/** Pixels. */
export const HEIGHT = 248;

export const frontierStyles = css`
  .chart {
    min-height: ${HEIGHT}px;
  }
  .limiter {
    stroke: var(--hue);
    stroke-width: 1.75;
    opacity: 0.75;
  }
  .limiter.chosen {
    stroke-width: 3;
    opacity: 1;
  }
  .leader {
    stroke: var(--hue);
  }
  .name text {
    fill: var(--muted);
  }
  .name.chosen text,
  .keys .chosen {
    fill: var(--ink);
    color: var(--ink);
    font-weight: 600;
  }
  .gap {
    stroke: var(--edge);
    stroke-dasharray: 2 3;
  }
  .gap.tight {
    stroke: var(--deny);
  }
  .point {
    cursor: move;
    touch-action: none;
  }
  .reach {
    fill: transparent;
  }
  .dot {
    fill: var(--allow);
    stroke: var(--paper);
    stroke-width: 2;
  }
  .point .note {
    font-size: 0.8125rem;
  }
  .tight .dot {
    fill: var(--deny);
  }
  .tight .note {
    fill: var(--deny-text);
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.25rem;
    color: var(--muted);
    font-size: var(--small);
  }
  .keys i {
    display: inline-block;
    width: 1rem;
    vertical-align: 0.25rem;
    border-top: 3px solid var(--hue);
  }
  @media (forced-colors: active) {
    .limiter {
      stroke: CanvasText;
    }
    .dot {
      fill: CanvasText;
    }
    .tight .note,
    .name text {
      fill: CanvasText;
    }
  }
`;
