/** Styles of the sentence of needs: it flows as text does, and each need can be left out. */
import { css } from 'lit';

export const needsStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.35rem;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ul.sentence {
    font-size: 1.1875rem;
    line-height: 1.75;
  }
  li {
    display: inline;
    margin-inline-end: 0.35em;
  }
  .remove {
    min-width: 0;
    min-height: 1.5rem;
    padding: 0 0.05rem 0 0.3rem;
    font: 1rem/1 var(--sans);
    vertical-align: 0.05em;
  }
  .share {
    width: 4.6ch;
    min-height: 0 !important;
    padding: 0 0.15em !important;
    border-width: 0 0 2px !important;
    border-radius: 0 !important;
    background: none !important;
    font: inherit;
    font-weight: 600;
    text-align: center;
  }
  /* Looks like the field that it becomes. */
  .sentence .word {
    min-height: 0;
    padding: 0 0.15em;
    border-width: 0 0 2px;
    border-color: color-mix(in srgb, var(--edge) 55%, var(--line));
    border-radius: 0;
    color: var(--ink);
    font-weight: 600;
  }
  .sentence code {
    font-size: 0.85em;
  }
  .add {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.6rem;
    font-size: var(--small);
  }
  .add button {
    min-height: 1.75rem;
    padding: 0 0.2rem;
    color: var(--ink);
    text-decoration: underline;
    text-decoration-color: var(--edge);
    text-underline-offset: 0.2em;
  }
  .in-hand {
    display: grid;
    grid-template-columns: minmax(0, 20rem) minmax(0, 1fr);
    align-items: center;
    gap: 0.25rem 1.5rem;
    max-width: 62rem;
  }
  .in-hand p:only-child {
    grid-column: 1 / -1;
  }
  .fault b {
    font-weight: 600;
  }
  /* Of the view around it. */
  @container (max-width: 40rem) {
    .in-hand {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (pointer: coarse) {
    .remove,
    .sentence .word,
    .add button {
      min-width: var(--target);
      min-height: var(--target);
    }
    .share {
      min-height: var(--target) !important;
    }
  }
  @media print {
    .add,
    .in-hand,
    .remove {
      display: none;
    }
  }
`;
