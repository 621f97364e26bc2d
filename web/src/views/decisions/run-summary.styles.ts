/** Styles of the summary: its strips, and rows that are blocks where there is no room for columns. */
import { css } from 'lit';

export const summaryStyles = css`
  :host {
    container-type: inline-size;
  }
  .most {
    padding-block: 0;
    vertical-align: middle;
  }
  .most > span:last-child {
    display: inline-block;
    min-width: 2.25rem;
    vertical-align: middle;
  }
  /* As high as its row, so that the limits of all rows look like one line. */
  .strip {
    height: 2.2rem;
    vertical-align: middle;
  }
  thead .group {
    max-width: none;
    padding-bottom: 0;
    border-bottom: 0;
  }
  /* Not in the first column of the table: undo the styles of the first column. */
  thead tr + tr th:first-child {
    position: static;
    min-width: 0;
    padding-inline-start: 1.25rem;
    text-align: end;
  }
  tbody th {
    max-width: 15rem;
  }
  td .title {
    display: none;
  }
  @container (max-width: 60rem) {
    th,
    td {
      padding-inline-start: 0.8rem;
    }
    tbody th {
      min-width: 9rem;
    }
  }
  @container (min-width: 43.0625rem) and (max-width: 56rem) {
    .strip,
    .bars {
      display: none;
    }
    .most {
      vertical-align: baseline;
    }
    thead tr th,
    tbody tr td {
      padding-inline-start: 0.55rem;
    }
    tr th:first-child {
      min-width: 7rem;
    }
    tbody tr th {
      max-width: 9rem;
    }
  }
  @container (max-width: 43rem) {
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
    th,
    td {
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
    .most {
      grid-column: span 2;
    }
    .strip {
      height: 1.25rem;
    }
    .most > span:last-child {
      padding-inline-start: 0.5rem;
    }
  }
  .strip .rest {
    stroke: var(--line);
  }
  .strip .within {
    fill: var(--allow);
  }
  .strip .past {
    fill: color-mix(in srgb, var(--allow) 55%, transparent);
  }
  .strip .beyond {
    fill: var(--deny);
  }
  .strip .limit {
    stroke: var(--ink);
    stroke-dasharray: 1 3;
  }
  .strip .worst {
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  @media (forced-colors: active) {
    .strip .within {
      fill: CanvasText;
    }
    .strip .beyond {
      fill: LinkText;
    }
    .strip .limit,
    .strip .worst {
      stroke: CanvasText;
    }
    .strip .rest {
      stroke: GrayText;
    }
  }
  @media print {
    .strip {
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
  }
`;
