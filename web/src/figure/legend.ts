/**
 * What the marks in the picture mean. The symbols have the sizes of those in a still picture (`svg/legend.rs` of the
 * crate that draws it), in pixels that grow with the text.
 */
import { css, html } from 'lit';
import {
  BELOW_LEAST_OPACITY,
  CROSS_ARM,
  CROSS_LINE_MAX,
  EDGE_DASH,
  EDGE_OPACITY,
  LEVEL_OPACITY,
  RING_LINE_MAX,
  SIGN,
  SIGN_BAND,
  SIGN_CROSS,
  SIGN_DOT,
  SIGN_HEIGHT,
  SIGN_RING,
  SIGN_RING_MIDDLE,
  TAIL_BAR,
  TAIL_LINE,
  TAIL_OPACITY,
} from '../plot/constants.ts';

const CENTRE = SIGN / 2;
const MIDDLE = SIGN_HEIGHT / 2;
const ARM = SIGN_CROSS * CROSS_ARM;
const BAND_TOP = MIDDLE - SIGN_BAND / 2;

function circle(x: number, radius: number): string {
  const half = (width: number) => `a${radius} ${radius} 0 0 0 ${width} 0`;
  return `M${x - radius} ${MIDDLE}${half(2 * radius)}${half(-2 * radius)}`;
}

const CROSS = `M${CENTRE - ARM} ${MIDDLE - ARM}l${2 * ARM} ${2 * ARM}m0-${2 * ARM}l-${2 * ARM} ${2 * ARM}`;
const TAIL = `M${2 * SIGN_RING_MIDDLE} ${MIDDLE}H${SIGN}m0-${TAIL_BAR}v${2 * TAIL_BAR}`;
const BAND = `M0 ${BAND_TOP}h${SIGN}v${SIGN_BAND}H0z`;
const LEVEL = `M0 ${BAND_TOP}h${SIGN}`;
const EDGE = `M${CENTRE - 0.5} 0v${SIGN_HEIGHT}`;

/** A symbol of one or two paths. */
function sign(name: string, shape: string, line = '') {
  return html`<svg viewBox="0 0 ${SIGN} ${SIGN_HEIGHT}" class=${name} aria-hidden="true"><path d=${shape} />
    <path d=${line} /></svg>`;
}

export function legend() {
  return html`
    <span>${sign('allowed', circle(CENTRE, SIGN_DOT))} <defined-term term="allowed">allowed</defined-term></span>
    <span>${sign('denied', CROSS)} <defined-term term="denied">denied</defined-term></span>
    <span>${sign('late', circle(SIGN_RING_MIDDLE, SIGN_RING), TAIL)} <defined-term term="delay">delayed</defined-term>
    </span>
    <span>${sign('used', BAND, LEVEL)} <defined-term term="budget">budget in use</defined-term></span>
    <span>${sign('edge', EDGE)} <defined-term term="window-edge">window edge</defined-term></span>
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
    width: ${SIGN / 16}rem;
    height: ${SIGN_HEIGHT / 16}rem;
    vertical-align: -0.12rem;
    /* The symbols are higher than the text, but do not make the line higher. */
    margin-block: -0.1rem;
    fill: none;
    stroke: currentColor;
    stroke-width: ${CROSS_LINE_MAX};
  }
  .legend .allowed {
    fill: currentColor;
    stroke: none;
  }
  .legend .late {
    stroke-width: ${RING_LINE_MAX};
    color: var(--delay);
  }
  .legend .late :last-child {
    stroke-width: ${TAIL_LINE};
    stroke-opacity: ${TAIL_OPACITY};
  }
  .legend .used {
    stroke-width: 1;
    stroke-opacity: ${LEVEL_OPACITY};
    color: var(--allow);
  }
  .legend .used :first-child {
    fill: currentColor;
    fill-opacity: ${BELOW_LEAST_OPACITY};
    stroke: none;
  }
  .legend .edge {
    stroke-width: 1;
    stroke-opacity: ${EDGE_OPACITY};
    stroke-dasharray: ${EDGE_DASH};
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
