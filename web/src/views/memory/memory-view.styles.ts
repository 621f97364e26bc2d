/** Styles of the memory view: a bar for each limiter. */
import { css } from 'lit';

export const memoryStyles = css`
  :host {
    container-type: inline-size;
  }
  .clients {
    display: grid;
    grid-template-columns: minmax(0, 22rem) auto;
    align-items: end;
    gap: 0.5rem 2rem;
    padding-block: 0.25rem 0.75rem;
  }
  .round {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  .round button {
    font-size: var(--small);
  }
  .round button[aria-pressed='true'] {
    border-color: var(--ink);
  }
  .bars li {
    display: grid;
    grid-template-columns: 15rem minmax(0, 1fr) 5.5rem 8.5rem;
    align-items: center;
    gap: 0 0.9rem;
    padding: 0.35rem 0;
    border-bottom: 1px solid var(--line);
    font-size: var(--small);
  }
  .bars .name {
    font-weight: 600;
  }
  .bars .number {
    text-align: end;
    font-weight: 600;
  }
  svg {
    display: block;
    width: 100%;
    height: 0.75rem;
  }
  /* No colour of an outcome. */
  rect {
    fill: var(--edge);
  }
  table {
    width: auto;
  }
  @container (max-width: 42rem) {
    .clients {
      grid-template-columns: minmax(0, 1fr);
    }
    .bars li {
      grid-template-columns: minmax(0, 1fr) auto;
      row-gap: 0.15rem;
    }
    .bars svg {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    .bars .times {
      grid-row: 3;
      grid-column: 1 / -1;
    }
    .bars .times:empty {
      display: none;
    }
  }
  @media (forced-colors: active) {
    rect {
      fill: CanvasText;
    }
  }
  @media print {
    rect {
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
    .round {
      display: none;
    }
  }
`;
