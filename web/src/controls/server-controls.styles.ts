/** Styles of the servers and of their drawing. */
import { css } from 'lit';

export const serverStyles = css`
  .number {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .number button {
    padding: 0;
    font-size: 1.1rem;
  }
  .number quantity-field {
    font: 600 1.0625rem/1.75 var(--serif);
  }
  .drawing {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-width: 24rem;
  }
  /* Equal columns, one per line of the drawing: the page's policy forbids styles in the markup. */
  .row {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    justify-items: center;
    align-items: end;
  }
  .sender {
    max-width: calc(100% - 0.3rem);
    padding: 0.2rem 0.4rem;
    border: 1px solid var(--line);
    border-radius: 1rem;
    font-size: var(--small);
    line-height: 1.2;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .wires {
    display: block;
    width: 100%;
    height: 1.5rem;
    overflow: visible;
    fill: none;
    stroke: var(--edge);
    stroke-width: 1.25;
  }
  .routing {
    justify-self: center;
    max-width: 100%;
    border-radius: 1rem;
    font-size: var(--small);
  }
  .server {
    display: grid;
    place-content: center;
    justify-items: center;
    width: calc(100% - 0.35rem);
    max-width: 4.5rem;
    min-width: 0;
    min-height: 2.6rem;
    padding: 0.1rem;
    border: 1.5px solid var(--ink);
    background: var(--lane);
    line-height: 1.15;
  }
  .server[aria-expanded='true'] {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  .server span {
    font-size: 0.75rem;
    color: var(--deny-text);
    white-space: nowrap;
  }
  /* A drum for each state: its own below each server, or one for all of them. */
  .own .state {
    width: 1.5rem;
    height: 1.1rem;
    margin-top: 0.3rem;
    border: 1.25px solid var(--edge);
    border-radius: 50% / 30%;
    background: linear-gradient(var(--edge), var(--edge)) 0 34% / 100% 1px no-repeat;
  }
  .store {
    justify-self: center;
    max-width: 100%;
    padding: 0.3rem 0.75rem;
    border: 1.5px solid var(--edge);
    border-radius: 0.9rem / 0.5rem;
    font-size: var(--small);
    line-height: 1.3;
    text-align: center;
    text-wrap: balance;
  }
  [data-store='local'] .store,
  [data-store='sync'] .store {
    margin-top: 0.3rem;
    padding-block: 0;
    border: 0;
    color: var(--muted);
  }
  [data-store='sync'] .own {
    position: relative;
  }
  [data-store='sync'] .own::before {
    content: '';
    position: absolute;
    inset: 55% 10% auto;
    border-top: 1.5px dashed var(--edge);
    z-index: -1;
  }
  [data-store='race'] .row:not(ul) + .wires,
  [data-store='down'] .row:not(ul) + .wires {
    stroke-dasharray: 4 3;
  }
  [data-store='down'] .store {
    border-style: dashed;
    border-color: var(--deny-text);
    color: var(--deny-text);
  }
  [data-store='down'] .row:not(ul) + .wires {
    stroke: var(--deny-text);
  }
  @media (pointer: coarse) {
    .server {
      min-height: var(--target);
    }
  }
  @media (forced-colors: active) {
    .wires {
      stroke: CanvasText;
    }
    .own .state {
      background: none;
      border-color: CanvasText;
    }
  }
`;
