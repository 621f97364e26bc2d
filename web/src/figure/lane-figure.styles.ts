/** Layout of the figure on the page. The plot styles the chart itself. */
import { css } from 'lit';

export const figureStyles = css`
  h2 {
    max-width: 46rem;
    margin: 0 0 1rem;
    font: 400 clamp(1.125rem, 0.9rem + 0.9vw, 1.5rem) / 1.35 var(--serif);
    text-wrap: balance;
    min-height: 2.7em;
  }
  /* Room for sentences of two to four lines, so that lanes do not move while a person paints on them. */
  @media (max-width: 30rem) {
    h2 {
      min-height: 5.4em;
    }
  }
  .chart {
    position: relative;
    display: block;
    min-height: 12rem;
    border-radius: 2px;
  }
  /* The height with lanes, so that nothing moves when they appear. */
  figure:has(.awaited) {
    container-type: inline-size;
  }
  .awaited {
    min-height: calc(114px + var(--marks) + var(--lanes) * (var(--marks) + 78px));
  }
  .awaited > * {
    visibility: hidden;
  }
  @container (min-width: 640px) {
    .awaited {
      min-height: calc(49px + var(--marks) + var(--lanes) * (var(--marks) + 32px));
    }
  }
  .chart:focus-visible {
    outline-offset: 6px;
  }
  live-player {
    display: block;
    min-height: var(--target);
    margin-top: 0.9rem;
  }
  @media print {
    .chart {
      break-inside: avoid;
    }
    live-player {
      display: none;
    }
  }
`;
