/** One row of controls; on a narrow screen the slider has its own row. */
import { css } from 'lit';

export const playerStyles = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
    font-size: var(--small);
  }
  input[type='range'] {
    flex: 1 1 8rem;
    min-width: 0;
    order: 0;
  }
  label {
    display: flex;
    align-items: center;
    gap: 0.3rem;
    min-height: var(--target);
    padding-inline: 0.25rem;
    color: var(--muted);
  }
  input[type='checkbox'] {
    accent-color: var(--ink);
    margin: 0;
  }
  button:first-child {
    min-width: 4.2rem;
  }
  @media (max-width: 44rem) {
    input[type='range'] {
      flex-basis: 100%;
      order: -1;
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
