/** A sentence whose choices are words of it. */
import { css } from 'lit';

export const sentenceStyles = css`
  .sentence {
    font: 1rem/1.7 var(--serif);
  }
  .sentence select {
    min-height: 0;
    max-width: 100%;
    padding: 0 0.15em;
    border-width: 0 0 2px;
    border-radius: 0;
    background: none;
    font: inherit;
    font-weight: 600;
  }
  @media (pointer: coarse) {
    .sentence select {
      min-height: var(--target);
    }
  }
`;
