/** The heading of a chart, a table or a list: a sentence, and so not in capitals as others are. */
import { css } from 'lit';

export const headingStyles = css`
  h3 {
    font: 600 0.875rem/1.4 var(--sans);
    letter-spacing: normal;
    text-transform: none;
    color: var(--ink);
  }
`;
