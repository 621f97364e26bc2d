/** Styles of the summary and of its strips. */
import { css } from 'lit';

export const summaryStyles = css`
  .most {
    padding-block: 0;
    vertical-align: middle;
  }
  .most > span:last-child {
    display: inline-block;
    min-width: 2.25rem;
    vertical-align: middle;
  }
  /* As high as its row, so that the marks of all rows form one line. */
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
