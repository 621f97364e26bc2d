/** Styles of every element. Elements without fields and buttons need only these. */
import { css } from 'lit';

export const base = css`
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
  /* Only for screen readers. */
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
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
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;
