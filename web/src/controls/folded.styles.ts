/** Controls that fold: a heading with a one-line summary, which opens the rest. */
import { css } from 'lit';

export const folded = css`
  summary {
    position: relative;
    display: grid;
    gap: 0.1rem;
    padding-inline-end: 1.5rem;
    min-height: var(--target);
    align-content: center;
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::after {
    content: '';
    position: absolute;
    inset-inline-end: 0.4rem;
    top: calc(50% - 0.35rem);
    width: 0.45rem;
    height: 0.45rem;
    border: solid var(--muted);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(45deg);
  }
  details[open] > summary::after {
    transform: translateY(0.2rem) rotate(225deg);
  }
  .short {
    overflow-wrap: anywhere;
    line-height: 1.35;
  }
  /* An open section shows its content, and a longer line would move it under the pointer. */
  details[open] > summary .short {
    display: none;
  }
  @media (hover: hover) {
    summary:hover .short {
      text-decoration: underline;
      text-decoration-color: var(--edge);
      text-underline-offset: 0.2em;
    }
  }
  .inside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    padding-block: 0.6rem 0.25rem;
  }
`;
