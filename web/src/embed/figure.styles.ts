/** How a figure looks on the page of somebody else. */
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
  lane-figure::part(name) {
    min-height: 5.4em;
    font-size: 1.125rem;
  }
  @container (min-width: 40rem) {
    lane-figure::part(name) {
      min-height: 2.7em;
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

/** Once for each tree, whatever comes and goes in it. */
export function adopt(root: ShadowRoot): void {
  keepRootSize();
  const others = root.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  root.adoptedStyleSheets = [...others, ...sheets];
}

/** A length that is the size of text that a person wants, whatever a page says of its own root. */
function keepRootSize(): void {
  try {
    CSS.registerProperty({ name: '--rate-lab-rem', syntax: '<length>', inherits: true, initialValue: '16px' });
  } catch {
    // It is known already, or this browser knows no such thing, and takes what stands in its place.
  }
}
