/** Styles that the playground and "Your log" share: the head, the notice below it, and lines across the window. */
import { css } from 'lit';

export const navigationStyles = css`
  :host {
    overflow-x: clip;
  }
  header,
  .notice,
  main,
  footer {
    max-width: 110rem;
    margin-inline: auto;
    padding-inline: var(--gutter);
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    padding-block: 0.5rem;
  }
  /* Lines span the whole window, even where the content is narrower. */
  header,
  footer {
    position: relative;
  }
  header::after,
  footer::before {
    content: '';
    position: absolute;
    bottom: 0;
    left: 50%;
    width: 100vw;
    translate: -50%;
    border-bottom: 1px solid var(--line);
  }
  footer::before {
    top: 0;
    bottom: auto;
  }
  .brand {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1rem;
  }
  h1 {
    margin: 0;
    font: 600 1.5rem/1.2 var(--serif);
  }
  .notice {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    padding-block: 0.5rem;
    border-block: 1px solid var(--deny-text);
  }
  .notice p {
    max-width: 60rem;
    overflow-wrap: anywhere;
  }
  @media (max-width: 44rem) {
    h1 {
      font-size: 1.25rem;
    }
  }
`;

/** The result of a button, shown below it. It covers other content, so that nothing moves. */
export const announcedStyles = css`
  .announced {
    position: absolute;
    top: 100%;
    right: 0;
    z-index: 1;
    width: max-content;
    max-width: calc(100vw - 2 * var(--gutter));
    padding: 0.15rem 0.5rem;
    border-radius: 0.3rem;
    background: var(--raised);
  }
  .announced:empty {
    padding: 0;
  }
`;
