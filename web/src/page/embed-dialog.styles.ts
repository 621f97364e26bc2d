/** The styles of the embed dialog: options side by side if there is space, with the code below. */
import { css } from 'lit';
import { dialogStyles } from '../styles/dialogs.styles.ts';

export const embedStyles = css`
  ${dialogStyles}
  dialog {
    width: min(60rem, calc(100vw - 2rem));
    max-width: none;
  }
  .cross {
    top: 0.5rem;
    right: 0.5rem;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr));
    gap: 0.75rem 1rem;
    margin: 1.25rem 0;
  }
  label {
    display: grid;
    gap: 0.25rem;
    align-content: start;
    font-size: var(--small);
    color: var(--muted);
  }
  select,
  input {
    width: 100%;
    min-width: 0;
    color: var(--ink);
  }
  .folder {
    grid-column: 1 / -1;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: center;
    justify-content: space-between;
    min-height: var(--target);
    margin-top: 0.75rem;
  }
  .line p {
    flex: 1 1 10rem;
  }
  .line code {
    flex: 1 1 100%;
    padding: 0.4rem 0.55rem;
    border-radius: 0.4rem;
    background: var(--lane);
    overflow-wrap: anywhere;
  }
  .line p code {
    padding: 0;
    background: none;
  }
  textarea {
    display: block;
    width: 100%;
    margin-top: 0.35rem;
    resize: vertical;
    field-sizing: content;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  h3 {
    margin-top: 1.5rem;
  }
  iframe {
    display: block;
    width: 100%;
    margin-top: 0.5rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
  }
  .announced {
    min-height: 1.4em;
    margin-top: 0.5rem;
  }
`;
