/** Styles of what a limiter needs at some scale: four numbers, side by side if there is space. */
import { css } from 'lit';

export const scaleStyles = css`
  h4 {
    margin: 0 0 0.6rem;
    font: 600 0.875rem/1.4 var(--sans);
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 16rem));
    gap: 0.75rem 1.5rem;
  }
  :host {
    container-type: inline-size;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.25rem 2rem;
    margin: 1.25rem 0;
  }
  dl.stale {
    opacity: 0.5;
  }
  dl > div {
    padding-top: 0.6rem;
    border-top: 1px solid var(--line);
  }
  dt {
    color: var(--muted);
    font-size: var(--small);
  }
  dd strong {
    font: 400 1.625rem/1.3 var(--serif);
    font-variant-numeric: tabular-nums;
  }
  dd p {
    line-height: 1.45;
    text-wrap: pretty;
  }
  svg {
    display: block;
    width: 100%;
    height: 0.4rem;
    margin: 0.15rem 0 0.4rem;
  }
  /* No colour of an outcome. */
  rect {
    fill: var(--edge);
  }
  rect.all {
    fill: var(--line);
  }
  @container (min-width: 28rem) {
    dl {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (min-width: 52rem) {
    dl {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
  @media (forced-colors: active) {
    rect {
      fill: CanvasText;
    }
    rect.all {
      fill: Canvas;
      stroke: CanvasText;
    }
  }
`;
