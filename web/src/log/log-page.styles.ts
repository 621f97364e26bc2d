/** The layout of the log page: the numbers are next to the charts on a wide screen, below them on a narrow one. */
import { css } from 'lit';

export const logStyles = css`
  footer {
    padding-block: 1.5rem 3rem;
  }
  .brand,
  nav {
    column-gap: 1.25rem;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
  }
  nav a {
    text-decoration: none;
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    color: var(--muted);
    font-size: 0.875rem;
  }
  nav a[aria-current] {
    color: var(--ink);
    font-weight: 600;
    text-decoration: underline 2px;
    text-underline-offset: 0.5em;
  }
  @media (hover: hover) {
    nav a:hover {
      color: var(--ink);
    }
  }
  .share {
    position: relative;
  }
  main {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding-block: 1rem 2.5rem;
  }
  log-start {
    margin-block: 1rem;
    justify-self: center;
    width: 100%;
  }
  log-start + reading-form {
    justify-self: center;
    width: 100%;
    max-width: 56rem;
    margin-top: -1.5rem;
  }
  .progress {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 0.1rem 0.75rem;
  }
  .progress p {
    grid-column: 1 / -1;
    font-size: var(--small);
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  progress {
    width: 100%;
    height: 0.4rem;
    accent-color: var(--ink);
  }
  .top {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25rem;
  }
  .finding {
    font: 400 clamp(1.375rem, 3vw, 1.6875rem) / 1.25 var(--serif);
    text-wrap: balance;
  }
  .finding em {
    font-style: normal;
  }
  .waiting {
    color: var(--muted);
  }
  .result:focus {
    outline: none;
  }
  .result:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 4px;
  }
  .strange {
    display: grid;
    gap: 0.35rem;
    margin-block: 0.5rem;
    overflow-wrap: anywhere;
  }
  .strange .finding {
    font-size: 1.25rem;
  }
  /* From the previous log or reading, until the new one has results. */
  .stale {
    opacity: 0.4;
    transition: opacity 0s 200ms;
  }
  /* The first chart, the numbers, the other charts: the order on a phone. */
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem 3rem;
  }
  .charts,
  .tables {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 1rem;
  }
  .tables > * + * {
    padding-top: 1rem;
    border-top: 1px solid var(--line);
  }
  .charts > :is(period-table, inference-list) {
    padding-top: 1rem;
    border-top: 1px solid var(--line);
  }
  .whom {
    overflow-wrap: anywhere;
  }
  .onward {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .button {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    padding: 0.2rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: var(--raised);
    color: inherit;
    text-decoration: none;
  }
  @media (hover: hover) {
    .button:hover {
      border-color: var(--edge);
    }
  }
  .over {
    position: fixed;
    inset: 0;
    z-index: 10;
    display: grid;
    place-items: center;
    padding: 2rem;
    outline: 3px dashed var(--allow);
    outline-offset: -1rem;
    background: color-mix(in srgb, var(--paper) 88%, transparent);
    pointer-events: none;
  }
  .over p {
    font: 400 1.75rem/1.3 var(--serif);
    text-align: center;
    text-wrap: balance;
  }
  @media (min-width: 62rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 22rem;
      grid-template-rows: auto 1fr;
    }
    .tables {
      grid-area: 1 / 2 / span 2;
    }
  }
  @media (min-width: 100rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 26rem;
      column-gap: 4rem;
    }
  }
  @media (max-width: 44rem) {
    /* The name and the button in one row, the navigation in the next. */
    .brand {
      display: contents;
    }
    nav {
      order: 1;
      flex: 0 0 100%;
    }
  }
  @media print {
    .share,
    nav,
    .onward,
    footer,
    reading-form,
    .progress {
      display: none;
    }
    .columns {
      display: block;
    }
  }
`;
