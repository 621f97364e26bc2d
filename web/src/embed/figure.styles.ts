/** The styles of an embedded figure. */
import { css, unsafeCSS } from 'lit';
import { base } from '../styles/base.styles.ts';
import { legendStyles } from '../figure/legend.ts';
import tokens from '../styles/tokens.css?inline';

const figureStyles = css`
  rate-lab-figure {
    --gutter: var(--rate-lab-padding, 1rem);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.9rem;
    padding: var(--gutter);
    border-radius: 0.3rem;
    color: var(--ink);
    background: var(--paper);
    font: 0.9375rem/1.5 var(--sans);
    font-variant-numeric: tabular-nums;
  }
  /* On paper it is light. */
  @media not print {
    .base.light {
      color-scheme: light;
    }
    .base.dark {
      color-scheme: dark;
    }
  }
  /* Space for sentences of several lines, so that the post does not move when they come. */
  lane-figure {
    --caption: 10.3rem;
  }
  lane-figure::part(name) {
    font-size: 1.125rem;
  }
  @container (min-width: 40rem) {
    lane-figure {
      --caption: 6.5rem;
    }
    lane-figure::part(name) {
      font-size: 1.25rem;
    }
  }
  .controls {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    align-items: start;
    gap: 1.5rem 2.5rem;
    min-height: 14rem;
  }
  a {
    color: inherit;
    text-underline-offset: 0.2em;
  }
  @media print {
    .controls {
      display: none;
    }
    rate-lab-figure {
      padding: 0;
    }
  }
`;

const sheets = [unsafeCSS(tokens), base, legendStyles, figureStyles].flatMap(({ styleSheet }) => styleSheet ?? []);

/** Adds the styles to a shadow root, never twice: a figure can be removed and created again in the same root. */
export function adopt(root: ShadowRoot): void {
  keepRootSize();
  const others = root.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  root.adoptedStyleSheets = [...others, ...sheets];
}

/**
 * Registers `--rate-lab-rem` as a length. It replaces `rem`, which depends on the page around the figure. As a length,
 * its value of `1em` is computed only once, at the top of the figure, where it is the reader's default text size.
 */
function keepRootSize(): void {
  try {
    CSS.registerProperty({ name: '--rate-lab-rem', syntax: '<length>', inherits: true, initialValue: '16px' });
  } catch {
    // Already registered, or not supported. If not supported, `1em` is relative to the text of each element.
  }
}
