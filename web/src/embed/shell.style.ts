// The styles of the element before its figure is loaded, and around it. The page can style the element itself. Inside,
// all properties are reset, so that the figure inherits nothing from the page. This does not reset custom properties,
// and a page may use the same names, so every custom property that is read here is also set by the element.

import { LINK, MORE, RESERVED_HEIGHTS } from './reserved-height.ts';

export const SHELL =
  `
:host { display: block; min-inline-size: min(100%, 18em); --more: 0px; --link: 0px; }
:host([hidden]) { display: none; }
:host([controls=some]) { --more: ${MORE.some}px; }
:host([controls=all]) { --more: ${MORE.all}px; }
:host([playground]:not([playground=''])) { --link: ${LINK}px; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
.outer { container-type: inline-size; }
.reserved { position: relative; }
:host([view]:not([view=picture])) .reserved { min-block-size: var(--rate-lab-reserved-height, 320px); }
slot { display: block; }
.ready slot, .ready > button { display: none; }
::slotted(*) { max-inline-size: 100%; }
[part=base] {
  all: initial; display: block; direction: ltr; color-scheme: inherit; --rate-lab-rem: 1em;
}
.reserved:not(.settled) > [part=base] { position: absolute; inset: 0; visibility: hidden; overflow: hidden; }
[part=start] { font: inherit; min-block-size: 44px; padding-inline: 1em; margin-block-end: .5em; }
` +
  RESERVED_HEIGHTS.map(
    ({ from, around, lane }) => `@container (min-width: ${from}px) {
  .reserved { min-block-size: var(--rate-lab-reserved-height,
  calc(${around}px + var(--marks) + var(--lanes) * (var(--marks) + ${lane}px) + var(--more) + var(--link))); }
}`,
  ).join('');
