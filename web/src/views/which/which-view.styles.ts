/** Styles of the view that says which limiter to take. */
import { css } from 'lit';

/** Eight columns need more space than most tables. */
export const STACKED_BELOW = css`54rem`;

export const whichStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }
  .headline:focus {
    outline: none;
  }
  .headline {
    color: var(--ink);
    font: 400 1.5rem/1.25 var(--serif);
    letter-spacing: normal;
    text-transform: none;
    text-wrap: balance;
  }
  section {
    display: grid;
    gap: 0.25rem;
    margin-bottom: 0.75rem;
  }
  /* The picture that no longer belongs to what is typed. */
  .stale {
    opacity: 0.6;
  }
  .settings {
    display: block;
    font-weight: 400;
  }
  .taken th,
  .taken td {
    font-weight: 600;
  }
  .taken .settings {
    font-weight: 400;
  }
  td.met:not(.verdict) {
    color: var(--allow-text, var(--allow));
  }
  td.failed {
    color: var(--deny-text);
  }
  td.failed:not(.verdict)::after {
    content: ' ✕';
  }
  /* The only column of words begins where its words begin. */
  th.verdict,
  td.verdict {
    width: 13.5rem;
    min-width: 13.5rem;
    max-width: none;
    padding-inline-start: 2rem;
    text-align: start;
    white-space: normal;
  }
  .links {
    display: flex;
    column-gap: 0.75rem;
    color: var(--muted);
    font-weight: 400;
    white-space: nowrap;
  }
  .links button,
  .word {
    min-width: 0;
    min-height: 1.5rem;
    padding: 0;
    border: 0;
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  /* A reason has the width of the table, and belongs to the row above it. */
  .explained th,
  .explained td {
    padding-bottom: 0.1rem;
    border-bottom: 0;
  }
  .why td {
    padding: 0 0 0.5rem;
    text-align: start;
    text-wrap: pretty;
    white-space: normal;
  }
  .refused {
    margin: 0.5rem 0 0;
    padding: 0;
    list-style: none;
    font-size: var(--small);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin-top: 0.9rem;
  }
  td .title {
    font-weight: 400;
  }
  @container (max-width: ${STACKED_BELOW}) {
    caption {
      display: block;
    }
    /* Titles may have two lines, numbers only one. */
    tr {
      align-items: end;
    }
    td.verdict {
      grid-column: 1 / -1;
      width: auto;
      min-width: 0;
      padding: 0;
    }
    .explained {
      padding-bottom: 0.1rem;
      border-bottom: 0;
    }
    .why {
      display: block;
      padding-block: 0 0.6rem;
    }
    .why td {
      padding: 0;
    }
  }
  @container (max-width: 30rem) {
    .headline {
      font-size: 1.25rem;
    }
  }
  @media (pointer: coarse) {
    .links button,
    .word {
      min-width: var(--target);
      min-height: var(--target);
    }
  }
  @media print {
    .actions,
    .links {
      display: none;
    }
  }
`;
