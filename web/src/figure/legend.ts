/** What the marks in the picture mean. */
import { css, html } from 'lit';

export function legend() {
  return html`
    <span><svg viewBox="0 0 12 12" class="allowed" aria-hidden="true"><circle cx="6" cy="6" r="3.5" /></svg> allowed</span>
    <span><svg viewBox="0 0 12 12" class="denied" aria-hidden="true"><path d="M3 3l6 6M9 3l-6 6" /></svg> denied</span>
    <span><svg viewBox="0 0 12 12" class="late" aria-hidden="true"><circle cx="6" cy="6" r="3" /></svg> delayed</span>
    <span><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M6 2v8" /></svg> two limiters disagree</span>
  `;
}

export const legendStyles = css`
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.1rem;
  }
  .legend svg {
    width: 0.8rem;
    height: 0.8rem;
    vertical-align: -0.08rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
  }
  .legend .allowed {
    fill: currentColor;
    stroke: none;
  }
  .legend .late {
    color: var(--delay);
  }
  @media (forced-colors: active) {
    .legend .denied {
      color: LinkText;
    }
    .legend .late {
      color: GrayText;
    }
  }
`;
