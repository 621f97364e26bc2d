/** Styles of the summary: its strips and sentences. */
import { css } from 'lit';

export const summaryStyles = css`
  .most {
    padding-block: 0;
    vertical-align: middle;
  }
  .most span {
    display: inline-block;
    min-width: 2.25rem;
    vertical-align: middle;
  }
  /* As high as its row, so that the limits of all rows look like one line. */
  .strip {
    height: 2.2rem;
    vertical-align: middle;
  }
  th .strip {
    display: none;
  }
  thead .group {
    padding-bottom: 0;
    border-bottom: 0;
  }
  /* Not in the first column of the table: undo the styles of the first column. */
  thead tr + tr th:first-child {
    position: static;
    min-width: 0;
    padding-left: 1.25rem;
    text-align: right;
  }
  @media (max-width: 40rem) {
    th .strip {
      display: block;
      height: 1.25rem;
    }
    td .strip {
      display: none;
    }
  }
  .strip .rest {
    stroke: var(--line);
  }
  .strip .within {
    fill: var(--allow);
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
  ul {
    columns: 24rem;
    column-gap: 2.5rem;
    color: var(--muted);
    font-size: var(--small);
  }
  li {
    padding: 0.15rem 0;
    break-inside: avoid;
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
