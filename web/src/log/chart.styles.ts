/** Styles that the charts of a log share: axes, lines, labels, the table with the same values. */
import { css } from 'lit';
import { headingStyles } from './heading.styles.ts';

export const chartStyles = css`
  ${headingStyles}
  figure {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.1rem 1rem;
    min-height: var(--target);
  }
  svg {
    display: block;
    width: 100%;
    overflow: visible;
    user-select: none;
    -webkit-user-select: none;
    font-size: 0.75rem;
    fill: none;
    stroke-linejoin: round;
    touch-action: pan-y;
  }
  text {
    fill: var(--ink);
    stroke: none;
  }
  .tick {
    fill: var(--muted);
  }
  .grid {
    stroke: var(--line);
  }
  .axis {
    stroke: var(--edge);
  }
  .note {
    font-weight: 600;
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 4px;
  }
  .old {
    opacity: 0.55;
    transition: opacity 0s 250ms;
  }
  .table summary {
    display: inline-flex;
    align-items: center;
    min-height: var(--tight);
    color: var(--muted);
    font-size: 0.75rem;
    cursor: pointer;
  }
  .table summary:hover {
    color: var(--ink);
  }
  .table table {
    max-width: 34rem;
    margin-bottom: 1rem;
  }
  .table .scroll {
    max-height: 20rem;
    overflow: auto;
  }
  @media (forced-colors: active) {
    text,
    .tick {
      fill: CanvasText;
    }
    .note {
      stroke: Canvas;
    }
    .axis {
      stroke: CanvasText;
    }
  }
  @media print {
    figure {
      break-inside: avoid;
    }
    .table {
      display: none;
    }
  }
`;
