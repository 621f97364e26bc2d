/** Styles of the decision card: three columns under a line; on a narrow screen, a sheet at the bottom. */
import { css } from 'lit';

export const cardStyles = css`
  :host {
    position: sticky;
    z-index: 3;
    bottom: 0;
  }
  article {
    position: relative;
    max-height: 55vh;
    overflow-y: auto;
    background: var(--paper);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem 2rem;
    padding: 0.9rem 0;
    border-top: 1px solid var(--ink);
    font-size: var(--small);
  }
  h2 {
    padding-right: 2.5rem;
    font: 400 0.9375rem/1.4 var(--sans);
  }
  h2 strong {
    font-weight: 600;
  }
  .rule {
    margin: 0.35rem 0 0.5rem;
    font-size: 0.9375rem;
    font-weight: 600;
  }
  .decision li {
    padding: 0.1rem 0;
  }
  .remove {
    padding-inline: 0;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-decoration-color: var(--line);
  }
  .others li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.5rem;
  }
  .others .code {
    font-size: 0.75rem;
  }
  .others button {
    flex: 0 0 9.75rem;
    min-height: var(--tight);
    padding: 0;
    text-align: left;
    color: var(--ink);
  }
  pre {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    color: var(--muted);
    font-size: 0.75rem;
    line-height: 1.6;
  }
  .cross {
    top: 0.4rem;
  }
  @media (min-width: 62rem) {
    article {
      grid-template-columns: minmax(0, 0.85fr) minmax(0, 1.4fr) minmax(0, 0.85fr);
    }
    h2 {
      padding-right: 0;
    }
    pre {
      padding-right: 2.25rem;
    }
  }
  @media (max-width: 40rem) {
    :host {
      margin-inline: calc(-1 * var(--gutter));
    }
    article {
      max-height: 38vh;
      padding: 0.9rem var(--gutter);
      box-shadow: 0 -0.5rem 1.5rem rgb(0 0 0 / 12%);
    }
    .close {
      right: calc(var(--gutter) - 0.6rem);
    }
  }
  @media (forced-colors: active) {
    article {
      border-top-color: CanvasText;
    }
  }
  @media print {
    .close {
      display: none;
    }
    :host {
      position: static;
    }
  }
  .walk {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--muted);
  }
`;
