/** Styles of the list of limiters. */
import { css } from 'lit';

export const laneListStyles = css`
  li {
    position: relative;
    border-bottom: 1px solid var(--line);
  }
  details {
    min-width: 0;
  }
  summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: center;
    gap: 0 0.35rem;
    min-height: var(--target);
    padding: 0.15rem var(--target) 0.15rem 0;
    font-size: 0.875rem;
    cursor: pointer;
    list-style: none;
    overflow-wrap: anywhere;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary .more::after {
    content: '';
    display: inline-block;
    width: 0.35em;
    height: 0.35em;
    margin: 0 0.2em 0.18em 0.5em;
    border: solid currentColor;
    border-width: 0 1px 1px 0;
    transform: rotate(45deg);
  }
  details[open] summary .more::after {
    transform: rotate(225deg) translate(-0.15em, -0.15em);
  }
  .more {
    position: relative;
    color: var(--muted);
  }
  .mine {
    flex-basis: 100%;
  }
  /* In sight while a person is at its row, over the end of a long name, and always for fingers. */
  button.only {
    position: absolute;
    inset: 0 var(--target) auto auto;
    background: var(--paper);
    color: var(--muted);
    font-size: var(--small);
  }
  @media (hover: none) {
    summary {
      padding-inline-end: calc(var(--target) + 3rem);
    }
  }
  @media (hover: hover) {
    li:not(:hover, :focus-within) .only {
      opacity: 0;
    }
  }
  .inside {
    display: grid;
    gap: 1rem;
    padding: 0.5rem 0 1rem;
  }
  .order,
  .add {
    display: flex;
    gap: 0.4rem;
  }
  .order button {
    flex: 1;
  }
  .add select {
    flex: 1;
    min-width: 0;
  }
`;
