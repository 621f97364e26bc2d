// How the element stands in a page, before and around its figure. A page's own rules reach the element
// itself; what is inside begins anew, so that no rule for everything reaches it.

export const SHELL = `
:host { display: block; min-inline-size: min(100%, 18em); }
:host([hidden]) { display: none; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
.outer { container-type: inline-size; }
.room { position: relative; min-block-size: calc(280px + var(--lanes) * 152px); }
:host([view]:not([view=picture])) .room { min-block-size: 320px; }
slot { display: block; }
.ready slot, .ready > button { display: none; }
::slotted(*) { max-inline-size: 100%; }
[part=base] {
  all: initial; display: block; direction: ltr; color-scheme: inherit; --rate-lab-rem: 1em;
}
.room:not(.told) > [part=base] { position: absolute; inset: 0; visibility: hidden; overflow: hidden; }
[part=start] { font: inherit; min-block-size: 44px; padding-inline: 1em; margin-block-end: .5em; }
@container (min-width: 640px) {
  .room { min-block-size: calc(230px + var(--lanes) * 91px); }
}
`;
