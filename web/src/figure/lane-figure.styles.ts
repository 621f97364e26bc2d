/** How the figure stands on the page; what is in the chart is the plot's. */
import { css } from 'lit';

export const figureStyles = css`
  h2 {
    max-width: 46rem;
    margin: 0 0 1rem;
    font: 400 clamp(1.125rem, 0.9rem + 0.9vw, 1.5rem) / 1.35 var(--serif);
    text-wrap: balance;
    min-height: 2.7em;
  }
  /* Sentences of two to four lines: lanes stay where they are while they are painted on. */
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
  /* As high as it will be with lanes in it, so that nothing moves when they come. */
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
