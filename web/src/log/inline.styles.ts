/** Fields that are words of a sentence. */
import { css } from 'lit';

export const inlineStyles = css`
  .sentence :is(select, input.few) {
    min-height: var(--tight);
  }
  .sentence input.few {
    width: 4.5ch;
    padding: 0 0.15em;
    border-width: 0 0 2px;
    border-radius: 0;
    background: none;
    font-weight: 600;
    text-align: center;
  }
  @media (pointer: coarse) {
    .sentence input.few {
      min-width: var(--target);
    }
  }
`;
