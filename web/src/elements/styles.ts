/** What all elements look like: one stylesheet that every shadow root adopts. */
import { css } from 'lit';

export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    display: block;
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  .label,
  h3 {
    font: 600 0.75rem/1.4 var(--sans);
    letter-spacing: 0.09em;
    text-transform: uppercase;
    color: var(--muted);
  }
  .quiet {
    color: var(--muted);
    font-size: var(--small);
  }
  .fault {
    color: var(--deny-text);
    font-size: var(--small);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
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
  /* In a corner, to take away what it stands on. */
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
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  code,
  pre,
  .code {
    font-family: var(--mono);
    font-size: 0.8125rem;
  }
  .allowed {
    color: var(--allow);
  }
  .denied {
    color: var(--deny-text);
  }
  .delayed {
    color: var(--delay-text);
  }
  @media (forced-colors: active) {
    .allowed,
    .denied,
    .delayed,
    .fault {
      color: CanvasText;
    }
  }
  @media print {
    button,
    input,
    select {
      border-color: #bbb;
    }
  }
`;

/** For elements whose parts stand below each other, none wider than the element. */
export const column = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.6rem;
  }
`;
