/** Layout of the figure on the page. The plot styles the chart itself. */
import { css } from 'lit';

export const figureStyles = css`
  h2 {
    margin: 0;
    font: 400 clamp(1.125rem, 0.6rem + 1vw, 1.625rem) / 1.3 var(--serif);
    text-wrap: balance;
    min-height: 1.3em;
  }
  /* An embed says how much space its sentences need. */
  figcaption {
    min-height: var(--caption);
  }
  figcaption p {
    color: var(--muted);
    line-height: 1.4;
    text-wrap: pretty;
    min-height: 1.4em;
    margin-bottom: 0.5rem;
  }
  /* Short screens have smaller words, so that the lanes keep their height. */
  @media (min-width: 62rem) {
    figcaption {
      min-height: var(--caption, 5rem);
    }
    @media (max-height: 45rem) {
      figcaption {
        min-height: var(--caption, 3.25rem);
      }
      h2 {
        font-size: 1.25rem;
      }
      figcaption p {
        font-size: var(--small);
      }
    }
  }
  /* Space for sentences of several lines, so that lanes do not move while a person paints on them. */
  @media (max-width: 30rem) {
    h2 {
      min-height: 2.6em;
    }
    figcaption p {
      min-height: 2.8em;
    }
  }
  /* The maximum height of the chart; none without --chart-height. */
  .ruler {
    position: absolute;
    visibility: hidden;
    width: 0;
    height: calc(var(--chart-height, 0px) - var(--bar, 0px));
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
      min-height: var(--picture);
    }
  }
  .chart:focus-visible {
    outline-offset: 6px;
  }
  live-player {
    display: block;
    position: sticky;
    bottom: var(--dock, 0);
    z-index: 1;
    min-height: var(--target);
    padding-block: 0.3rem;
    background: var(--paper);
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
