/** Styles of a card of clients. */
import { css } from 'lit';

export const senderCardStyles = css`
  :host(:not([alone])) {
    position: relative;
    gap: 0.35rem;
    padding: 0.35rem 0.65rem 0.6rem;
    border: 1px solid var(--line);
    border-radius: 0.5rem;
    background: color-mix(in srgb, var(--lane) 55%, transparent);
  }
  .head {
    padding-inline-end: var(--target);
  }
  .cross {
    inset-inline: auto 0;
  }
  /* A name that looks like a heading and turns out to be a field. */
  input.name {
    width: 100%;
    padding: 0;
    border-width: 0 0 1px;
    border-color: transparent;
    border-radius: 0;
    background: none;
    font-weight: 600;
  }
  input.name::placeholder {
    color: var(--muted);
    opacity: 1;
    font-style: italic;
    font-weight: 400;
  }
  input.name:focus,
  input.name[aria-invalid='true'] {
    border-bottom-color: var(--edge);
  }
  @media (hover: hover) {
    input.name:hover {
      border-bottom-color: var(--edge);
    }
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.45rem;
    min-height: var(--tight);
    font-size: var(--small);
    cursor: pointer;
  }
  .check input {
    width: 1rem;
    height: 1rem;
    margin: 0;
    accent-color: var(--ink);
  }
  .sends {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.15rem;
  }
  textarea {
    width: 100%;
    line-height: 1.45;
    resize: vertical;
    overflow-wrap: anywhere;
  }
  .offer {
    justify-self: start;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .shapes summary {
    cursor: pointer;
    padding-block: calc((var(--tight) - 1.25rem) / 2);
  }
  @media (pointer: coarse) {
    .check input {
      width: 1.4rem;
      height: 1.4rem;
    }
  }
`;
