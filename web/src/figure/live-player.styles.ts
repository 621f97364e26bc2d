/** One row of controls; on a narrow screen most of them open in a second row. */
import { css } from 'lit';

export const playerStyles = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
    font-size: var(--small);
  }
  .slider {
    flex: 1 1 8rem;
    min-width: 0;
    position: relative;
    display: flex;
  }
  input[type='range'] {
    flex: 1;
    min-width: 0;
  }
  .pace {
    position: absolute;
    inset: auto 0 -0.35rem;
    text-align: center;
    white-space: nowrap;
    color: var(--muted);
    font-size: 0.75rem;
    line-height: 1;
    pointer-events: none;
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
  .controls > button:first-child {
    min-width: 4.2rem;
  }
  .view,
  .jumps {
    display: flex;
    gap: 0.25rem;
  }
  .view {
    margin-inline-start: auto;
  }
  .view button {
    padding-inline: 0.5rem;
  }
  .more {
    display: contents;
  }
  .open {
    display: none;
  }
  @media (max-width: 44rem) {
    .open {
      display: block;
    }
    .more {
      display: flex;
      flex-wrap: wrap;
      gap: 0.4rem;
      flex-basis: 100%;
    }
    .more.closed {
      display: none;
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
