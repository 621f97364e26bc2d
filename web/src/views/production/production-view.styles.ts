/** Styles of the view: clients next to the script's arguments, then the call, the script and the scale. */
import { css } from 'lit';

export const productionStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.75rem;
  }
  nav ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  nav ol button {
    font-size: var(--small);
  }
  nav ol [aria-current] {
    color: var(--paper);
    background: var(--ink);
    border-color: var(--ink);
  }
  h3 {
    margin-bottom: 0.4rem;
    font: 400 1.625rem/1.2 var(--serif);
    letter-spacing: normal;
    text-transform: none;
    color: var(--ink);
  }
  h4 {
    margin: 0;
  }
  .rule {
    max-width: 46rem;
  }
  .limits {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1rem;
    margin-top: 0.6rem;
  }
  .proof {
    max-width: 52rem;
    margin-top: 0.9rem;
    padding: 0.1rem 0 0.1rem 1rem;
    border-inline-start: 3px solid var(--allow);
    line-height: 1.5;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .proof.refused {
    border-color: var(--deny);
  }
  .notes {
    display: grid;
    gap: 0.3rem;
    max-width: 52rem;
    margin-top: 0.75rem;
    padding-inline-start: 1.2rem;
    color: var(--muted);
    font-size: 0.875rem;
    line-height: 1.45;
    list-style: disc;
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.1rem;
    margin-bottom: 0.6rem;
    border-bottom: 1px solid var(--line);
  }
  .tabs button {
    min-width: 0;
    margin-bottom: -1px;
    padding: 0;
    border: 0 solid transparent;
    border-bottom-width: 2px;
    border-radius: 0;
    background: none;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .tabs [aria-selected='true'],
  .tabs [aria-selected='true']:hover {
    color: var(--ink);
    border-color: var(--ink);
  }
  .script {
    --code-height: 26rem;
  }
  .called {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }
  h4 {
    margin-bottom: 0.5rem;
    font: 600 0.875rem/1.4 var(--sans);
  }
  h5 {
    margin: 0.9rem 0 0.35rem;
    font: 400 var(--small) / 1.4 var(--sans);
    color: var(--muted);
  }
  dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(12.5rem, 100%), 1fr));
    gap: 0 1.5rem;
  }
  dl > div {
    padding-block: 0.45rem 0.55rem;
    border-top: 1px solid var(--line);
  }
  dt {
    font: 400 0.8125rem/1.5 var(--mono);
  }
  dt span,
  .arguments div:not(.own) :is(dt, code) {
    color: var(--muted);
  }
  dd {
    line-height: 1.4;
  }
  .own code {
    font-weight: 600;
    color: var(--allow);
  }
  @media (forced-colors: active) {
    .tabs [aria-selected='true'] {
      border-bottom-color: Highlight;
    }
    .own code {
      color: CanvasText;
    }
  }
  @media print {
    nav,
    .tabs {
      display: none;
    }
  }
`;
