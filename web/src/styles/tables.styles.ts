/** Styles of tables of numbers. The first column stays visible while the table scrolls sideways. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

/** For the sentence at the head of a view: what it shows, and how to read it. */
export const leadStyles = css`
  .lead {
    max-width: 62rem;
    font-size: 0.9375rem;
    line-height: 1.45;
    text-wrap: pretty;
  }
`;

/**
 * Rows become blocks where there is no space for columns. Cells then show their titles; since a block is no table to
 * assistive technology, its parts say their roles.
 */
export const stackedBelow = (width: CSSResult) => css`
  :host {
    container-type: inline-size;
  }
  td .title {
    display: none;
  }
  @container (max-width: ${width}) {
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    table,
    tbody {
      display: block;
    }
    tr {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(5.75rem, 1fr));
      gap: 0.35rem 1rem;
      padding-block: 0.6rem;
      border-bottom: 1px solid var(--line);
    }
    tbody th {
      grid-column: 1 / -1;
      max-width: none;
    }
    tr > th,
    tr > td {
      display: block;
      padding: 0;
      border: 0;
      text-align: start;
      white-space: normal;
    }
    td .title {
      display: block;
      color: var(--muted);
      font-size: 0.75rem;
      line-height: 1.35;
    }
  }
`;

export const stackedStyles = stackedBelow(css`43rem`);

export const tableStyles = css`
  ${leadStyles}
  summary {
    min-height: var(--target);
    cursor: pointer;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-size: var(--small);
  }
  caption {
    padding-block: 0.35rem;
    text-align: start;
  }
  th,
  td {
    padding-block: 0.4rem;
    padding-inline: 1.25rem 0;
    text-align: end;
    vertical-align: baseline;
    border-bottom: 1px solid var(--line);
    white-space: nowrap;
  }
  th:first-child {
    padding-inline-start: 0;
    text-align: start;
    white-space: normal;
    min-width: 9rem;
    position: sticky;
    inset-inline-start: 0;
    background: var(--paper);
  }
  thead th {
    max-width: 8rem;
    vertical-align: bottom;
    white-space: normal;
    font-weight: 400;
    color: var(--muted);
    line-height: 1.3;
    text-wrap: balance;
    border-bottom-color: var(--edge);
  }
  tbody th {
    font-weight: 600;
  }
  tbody th .quiet {
    font-weight: 400;
  }
  .strong {
    font-weight: 600;
  }
  /* Narrow screens scroll the table, so headers can be wide instead of tall. */
  @media (max-width: 40rem) {
    thead th {
      min-width: 5.5rem;
    }
  }
  @media (min-width: 48rem) {
    th:first-child {
      min-width: 12rem;
    }
  }
`;
