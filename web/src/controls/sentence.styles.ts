/** A sentence whose choices are words of it. */
import { css } from 'lit';

export const sentenceStyles = css`
  .sentence {
    font: 1rem/1.7 var(--serif);
  }
  .sentence select {
    min-height: 0;
    field-sizing: content;
    /* Space after a full stop. */
    max-width: calc(100% - 0.5em);
    padding: 0 0.15em;
    border-width: 0 0 2px;
    border-radius: 0;
    background: none;
    font: inherit;
    font-weight: 600;
  }
  /* A choice, and what closes the sentence: a full stop by itself would begin a line. */
  .end {
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    .sentence select {
      min-height: var(--target);
    }
    /* The same height with and without a choice. */
    .sentence .end {
      line-height: var(--target);
    }
  }
`;
