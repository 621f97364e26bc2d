/** The layout of the page: the figure first on a narrow screen, beside the controls on a wide one. */
import { css } from 'lit';

export const pageStyles = css`
  :host {
    overflow-x: clip;
  }
  header,
  .notice,
  .columns,
  footer {
    max-width: 110rem;
    margin-inline: auto;
    padding-inline: var(--gutter);
  }
  header {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    padding-block: 1rem 0.9rem;
  }
  /* Lines span the whole window, even where the content is narrower. */
  header,
  footer {
    position: relative;
  }
  header::after,
  footer::before {
    content: '';
    position: absolute;
    bottom: 0;
    left: 50%;
    width: 100vw;
    translate: -50%;
    border-bottom: 1px solid var(--line);
  }
  footer::before {
    top: 0;
    bottom: auto;
  }
  .brand {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1rem;
  }
  h1 {
    margin: 0;
    font: 600 1.5rem/1.2 var(--serif);
  }
  .brand p {
    color: var(--muted);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2.5rem;
    padding-block: 1.25rem 2.5rem;
  }
  .picture {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 1.25rem;
  }
  .look {
    color: var(--muted);
    max-width: 46rem;
    margin-bottom: -0.75rem;
  }
  .look span {
    position: absolute;
  }
  .look i {
    visibility: hidden;
    font-style: normal;
  }
  .controls {
    display: grid;
    align-items: start;
    align-content: start;
    gap: 2rem 3rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  }
  .unknown {
    visibility: hidden;
  }
  /* The tabs are loaded later. Their room is reserved, so that nothing moves. */
  view-tabs:not(:defined) {
    display: block;
    padding-top: calc(var(--target) + 1.25rem);
  }
  .legend {
    margin-top: -0.75rem;
  }
  .jumps {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.35rem;
    margin-left: auto;
  }
  .jumps button {
    padding-inline: 0.25rem;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-decoration-color: var(--line);
  }
  .notice {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    padding-block: 0.5rem;
    border-block: 1px solid var(--deny-text);
  }
  .notice p {
    max-width: 60rem;
    overflow-wrap: anywhere;
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
  footer h2 {
    font: 400 1.25rem/1.3 var(--serif);
  }
  @media (min-width: 44rem) {
    header {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: start;
    }
    scenario-cards[layout='row'] {
      grid-column: 1 / -1;
    }
  }
  @media (min-width: 62rem) {
    .columns {
      grid-template-columns: 16.5rem minmax(0, 1fr);
      grid-template-rows: auto 1fr;
      gap: 2.25rem 2.75rem;
    }
    .controls {
      grid-column: 1;
      grid-row: 1 / span 2;
      grid-template-columns: minmax(0, 1fr);
    }
    .controls > * + * {
      padding-top: 1.5rem;
      border-top: 1px solid var(--line);
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
      grid-template-columns: 19rem minmax(0, 1fr);
      column-gap: 4rem;
    }
  }
  @media print {
    .controls,
    .jumps,
    .progress,
    footer {
      display: none;
    }
    .columns {
      display: block;
    }
    .numbers {
      margin-top: 1.5rem;
    }
  }
`;
