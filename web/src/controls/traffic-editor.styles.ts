/** Styles of the traffic editor. */
import { css } from 'lit';

export const editorStyles = css`
  .views {
    display: flex;
  }
  .views button {
    flex: 1;
    border-radius: 0;
    margin-left: -1px;
  }
  .views button:first-child {
    border-radius: 0.4rem 0 0 0.4rem;
    margin-left: 0;
  }
  .views button:last-child {
    border-radius: 0 0.4rem 0.4rem 0;
  }
  .views [aria-pressed='true'] {
    background: var(--lane);
    font-weight: 600;
    border-color: var(--edge);
    z-index: 1;
  }
  textarea {
    width: 100%;
    line-height: 1.5;
    resize: vertical;
    overflow-wrap: anywhere;
  }
  .pointer {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    color: var(--muted);
  }
  mark {
    color: var(--deny-text);
    background: none;
    text-decoration: underline wavy;
    text-underline-offset: 0.25em;
    white-space: pre;
  }
  .offer {
    justify-self: start;
    text-align: left;
    overflow-wrap: anywhere;
  }
  .kept button {
    min-height: var(--tight);
    padding: 0;
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .strokes {
    display: grid;
    gap: 0.3rem;
  }
  summary {
    cursor: pointer;
    padding-block: calc((var(--target) - 1.25rem) / 2);
  }
`;
