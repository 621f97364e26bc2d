/** Styles of elements with fields and buttons. */
import { css } from 'lit';
import { base } from './base.styles.ts';

export const shared = css`
  ${base}
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  input:not([type='range'], [type='radio'], [type='checkbox']),
  select,
  textarea {
    min-height: var(--target);
    padding: 0.2rem 0.55rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: var(--raised);
  }
  input:not([type='range'], [type='radio'], [type='checkbox']),
  select,
  textarea {
    border-color: color-mix(in srgb, var(--edge) 55%, var(--line));
  }
  input[aria-invalid='true'],
  textarea[aria-invalid='true'] {
    border-color: var(--deny-text);
  }
  button {
    min-width: var(--target);
    cursor: pointer;
    touch-action: manipulation;
  }
  button:disabled {
    color: var(--muted);
    opacity: 0.55;
    cursor: default;
  }
  @media (hover: hover) {
    button:hover:not(:disabled) {
      border-color: var(--edge);
    }
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--muted);
  }
  @media (hover: hover) {
    button.plain:hover:not(:disabled) {
      color: var(--ink);
    }
  }
  /* The button with a cross in the corner of an element, to close or remove the element. */
  .cross {
    position: absolute;
    top: 0;
    right: 0;
    display: grid;
    place-items: center;
    width: var(--target);
    padding: 0;
  }
  .cross svg {
    width: 1rem;
    height: 1rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.3;
    stroke-linecap: round;
  }
  input[type='range'] {
    accent-color: var(--ink);
    min-height: var(--target);
    margin: 0;
  }
  code,
  pre,
  .code {
    font-family: var(--mono);
    font-size: 0.8125rem;
  }
  @media print {
    button,
    input,
    select {
      border-color: #bbb;
    }
  }
`;

/** For elements with their parts in one column. `minmax(0, 1fr)` keeps wide parts from widening the column. */
export const column = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.6rem;
  }
`;
