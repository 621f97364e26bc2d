/** How the sentences of a run look. */
import { css } from 'lit';

export const summaryStyles = css`
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
`;
