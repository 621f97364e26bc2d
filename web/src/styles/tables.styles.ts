/** Styles of tables of numbers. The first column stays visible while the table scrolls sideways. */
import { css } from 'lit';

export const tableStyles = css`
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
    text-align: left;
  }
  th,
  td {
    padding: 0.4rem 0 0.4rem 1.25rem;
    text-align: right;
    vertical-align: baseline;
    border-bottom: 1px solid var(--line);
    white-space: nowrap;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
    white-space: normal;
    min-width: 9rem;
    position: sticky;
    left: 0;
    background: var(--paper);
  }
  thead th {
    max-width: 8rem;
    vertical-align: bottom;
    white-space: normal;
    font-weight: 400;
    color: var(--muted);
    line-height: 1.3;
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
