/** What the marks in the picture mean. */
import { css, html } from 'lit';

export function legend() {
  return html`
    <span><svg viewBox="0 0 12 12" class="allowed" aria-hidden="true"><circle cx="6" cy="6" r="3.5" />
    </svg> <defined-term term="allowed">allowed</defined-term></span>
    <span><svg viewBox="0 0 12 12" class="denied" aria-hidden="true"><path d="M3 3l6 6M9 3l-6 6" />
    </svg> <defined-term term="denied">denied</defined-term></span>
    <span><svg viewBox="0 0 16 12" class="late" aria-hidden="true"><circle cx="4" cy="6" r="3" />
    <path d="M7 6h8M15 4v4" /></svg> <defined-term term="delay">delayed</defined-term></span>
    <span><svg viewBox="0 0 14 12" class="used" aria-hidden="true"><path d="M0 12V5h14v7z" /><path d="M0 5h14" />
    </svg> <defined-term term="budget">budget in use</defined-term></span>
    <span><svg viewBox="0 0 8 12" class="edge" aria-hidden="true"><path d="M4 0v12" />
    </svg> <defined-term term="window-edge">window edge</defined-term></span>
  `;
}

export const legendStyles = css`
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
  }
  /* A legend is quiet: terms show that they are defined only under the pointer. */
  .legend defined-term:not(:hover, :focus-within)::part(word) {
    text-decoration-color: transparent;
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
    width: 1.1rem;
    color: var(--delay);
  }
  .legend .used {
    width: 0.95rem;
    color: var(--allow);
  }
  .legend .used :first-child {
    fill: color-mix(in srgb, currentColor 26%, transparent);
    stroke: none;
  }
  .legend .edge {
    width: 0.55rem;
    stroke-width: 1;
    stroke-dasharray: 2;
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
