/**
 * The layout of the page. On a wide screen the controls are next to the figure, and one screen shows everything; on
 * a narrow one they are a sheet that the dock opens.
 */
import { css } from 'lit';

export const pageStyles = css`
  .skip {
    position: absolute;
    z-index: 5;
    translate: 0 -10rem;
  }
  .skip:focus {
    translate: 0.5rem 0.5rem;
  }
  footer a {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    color: inherit;
    text-underline-offset: 0.2em;
  }
  .brand p {
    color: var(--muted);
    font-size: var(--small);
  }
  .brand a {
    color: inherit;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    padding-block: 0.6rem 2.5rem;
  }
  .picture {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.6rem;
  }
  /* The picture of another script than the one in the box, which has a mistake: its text stays readable. */
  lane-figure[stale]::part(lane) {
    opacity: 0.3;
    filter: grayscale(1);
  }
  .stale {
    position: sticky;
    bottom: 4rem;
    justify-self: center;
    z-index: 2;
    margin-block: -0.5rem;
    padding: 0.35rem 0.9rem;
    border: 1px solid var(--deny-text);
    border-radius: 1.2rem;
    background: var(--raised);
    color: var(--deny-text);
    font-size: var(--small);
  }
  /* A sheet over the lower part of the screen, so that the lanes above it show what each change does. */
  .controls {
    position: fixed;
    inset: auto 0 0;
    width: 100%;
    max-width: none;
    max-height: 62dvh;
    overflow-y: auto;
    /* The focused element must not be hidden by the bar. */
    scroll-padding-top: 4rem;
    margin: 0;
    padding: 0 var(--gutter) 2rem;
    color: var(--ink);
    background: var(--paper);
    border: 0;
    border-top: 1px solid var(--edge);
    box-shadow: 0 -0.5rem 2rem rgb(0 0 0 / 14%);
  }
  .controls:popover-open {
    display: grid;
    align-items: start;
    align-content: start;
    gap: 2rem 3rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  }
  .bar {
    grid-column: 1 / -1;
    position: sticky;
    top: 0;
    z-index: 2;
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin: 0 calc(-1 * var(--gutter)) -1.25rem;
    padding: 0.25rem var(--gutter);
    background: var(--paper);
    border-bottom: 1px solid var(--line);
  }
  .bar h2 {
    font: 600 1.0625rem/1.3 var(--serif);
  }
  .dock {
    position: sticky;
    bottom: 0;
    z-index: 2;
    display: flex;
    align-items: center;
    gap: 0.5rem;
    padding: 0.35rem var(--gutter);
    background: var(--paper);
    border-top: 1px solid var(--line);
  }
  .dock .change {
    flex: 1;
    display: flex;
    justify-content: space-between;
    align-items: center;
  }
  lane-figure {
    --chart-height: 28rem;
    --dock: calc(var(--target) + 0.7rem + 1px);
  }
  .unknown {
    visibility: hidden;
  }
  /* These are loaded later. Their space is reserved, so that nothing moves. */
  view-tabs:not(:defined) {
    display: block;
    padding-top: calc(var(--target) + 1.25rem);
  }
  sender-controls:not(:defined),
  server-controls:not(:defined) {
    display: block;
    min-height: 4.75rem;
  }
  /* Hidden at first, because the progress of a short run would only flicker. */
  .progress {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    animation: appear 0s 250ms both;
  }
  .progress progress {
    flex: 1;
    height: 0.4rem;
    accent-color: var(--ink);
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
  footer {
    display: grid;
    gap: 1rem;
    padding-block: 2rem 3rem;
  }
  @media (max-width: 61.99rem) {
    share-bar::part(undo),
    share-bar::part(pin),
    share-bar::part(redo) {
      display: none;
    }
  }
  @media (max-width: 44rem) {
    .brand span {
      display: none;
    }
    .brand a {
      display: inline-block;
      line-height: var(--target);
    }
  }
  @media (min-width: 44rem) {
    lane-figure {
      --chart-height: max(26rem, 100dvh - 24rem);
    }
  }
  @media (min-width: 62rem) {
    .columns {
      grid-template-columns: 15.5rem minmax(0, 1fr);
      grid-template-rows: auto 1fr;
      gap: 0.5rem 1.75rem;
      padding-block-start: 0;
    }
    .picture {
      padding-block-start: 0.6rem;
    }
    .dock {
      display: none;
    }
    .controls,
    .controls:popover-open {
      position: sticky;
      inset: 0 auto auto;
      display: grid;
      align-content: start;
      grid-column: 1;
      grid-row: 1 / span 2;
      grid-template-columns: minmax(0, 1fr);
      gap: 1rem;
      max-height: 100dvh;
      /* Focus rings at its edge have space, and the text is in line with the heading above it. */
      width: calc(100% + 0.3rem);
      margin-inline-start: -0.3rem;
      padding-block: 0.6rem 1.5rem;
      padding-inline: 0.3rem 1.25rem;
      background: none;
      border: 0;
      border-inline-end: 1px solid var(--line);
      box-shadow: none;
      scrollbar-width: thin;
    }
    .controls > * + :not(.bar + *) {
      padding-top: 1rem;
      border-top: 1px solid var(--line);
    }
    .bar {
      position: absolute;
      clip-path: inset(50%);
    }
    .bar button {
      display: none;
    }
    lane-figure {
      --chart-height: max(17rem, 100dvh - 18.75rem);
      --dock: 0px;
    }
    @media (max-height: 45rem) {
      lane-figure {
        --chart-height: max(17rem, 100dvh - 17.75rem);
      }
    }
    .picture {
      grid-column: 2;
    }
    .numbers {
      grid-column: 2;
    }
  }
  @media (min-width: 100rem) {
    .columns {
      grid-template-columns: 18rem minmax(0, 1fr);
      column-gap: 3rem;
    }
  }
  @media print {
    .controls,
    .dock,
    .skip,
    .progress,
    footer {
      display: none !important;
    }
    .columns {
      display: block;
    }
    .numbers {
      margin-top: 1.5rem;
    }
  }
`;
