/** Chips in one row, which scrolls if they do not fit, and the menu below them. */
import { css } from 'lit';

export const scenarioStyles = css`
  a {
    color: inherit;
    text-decoration: none;
  }
  .chips {
    display: flex;
    gap: 0.4rem;
    overflow-x: auto;
    scrollbar-width: none;
    padding: 3px;
    margin: -3px;
  }
  .chips a,
  .all {
    display: flex;
    align-items: center;
    min-height: var(--target);
    padding: 0 0.8rem;
    border: 1px solid var(--line);
    border-radius: 2rem;
    background: none;
    font-size: var(--small);
    white-space: nowrap;
  }
  .chips a[aria-current] {
    color: var(--paper);
    background: var(--ink);
    border-color: var(--ink);
  }
  .all {
    anchor-name: --all;
  }
  .all::after {
    content: '';
    width: 0.4em;
    height: 0.4em;
    margin-inline-start: 0.5em;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -0.15em;
  }
  @media (hover: hover) {
    .chips a:hover,
    .all:hover {
      border-color: var(--edge);
    }
    [popover] a:hover {
      background: var(--lane);
    }
  }
  [popover] {
    position: fixed;
    inset: auto;
    margin: 0.35rem 0 0;
    width: min(56rem, calc(100vw - 2rem));
    max-height: min(34rem, calc(100dvh - 9rem));
    overflow-y: auto;
    padding: 0.5rem;
    color: var(--ink);
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 0.5rem;
    box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 14%);
    position-anchor: --all;
    top: anchor(bottom);
    right: max(1rem, anchor(right));
    position-try-fallbacks: flip-block;
  }
  @supports not (top: anchor(bottom)) {
    [popover] {
      inset: 6rem 1rem auto auto;
    }
  }
  [popover]:popover-open {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
    gap: 0 0.5rem;
  }
  [popover] a {
    display: block;
    height: 100%;
    padding: 0.5rem 0.6rem;
    border-radius: 0.35rem;
  }
  [popover] .title {
    font-weight: 600;
  }
  [popover] a[aria-current] .title::after {
    content: ' (shown)';
    font-weight: 400;
    color: var(--muted);
  }
  .look {
    display: block;
    color: var(--muted);
    font-size: var(--small);
    line-height: 1.4;
  }
  @media (forced-colors: active) {
    a[aria-current] {
      outline: 3px solid Highlight;
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
