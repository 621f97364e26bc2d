/** Styles of dialogs. */
import { css } from 'lit';

export const dialogStyles = css`
  dialog {
    padding: 1.5rem;
    color: var(--ink);
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 0.6rem;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 35%);
  }
  h2 {
    font: 600 1.25rem/1.3 var(--serif);
  }
  form {
    margin-top: 1rem;
    text-align: right;
  }
`;
