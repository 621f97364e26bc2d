// Whether a figure is on a dark or a light page. Many pages set colours without a `color-scheme`, so what counts is
// what a reader sees: the background behind the figure or, if none is set, the colour of the text around it.

import { pixelsOf } from '../plot/palette.ts';

/** Backgrounds that let more through than this, of 255, do not count. */
const CLEAR = 128;

/** The last answer, because pages change attributes for many reasons. */
let known = { colours: '', isDark: false };

export function schemeAround(element: Element): 'light' | 'dark' {
  const grounds = [...ancestors(element)].map((one) => getComputedStyle(one).backgroundColor);
  const colours = [...grounds, getComputedStyle(element).color];
  if (known.colours !== colours.join()) known = { colours: colours.join(), isDark: isDark(pixelsOf(colours)) };
  return known.isDark ? 'dark' : 'light';
}

/** By the first background, or else by the text, which comes last and is light where its ground is dark. */
function isDark(pixels: Uint32Array): boolean {
  const ground = pixels.subarray(0, -1).find((pixel) => pixel >>> 24 > CLEAR);
  return ground === undefined ? !isDim(pixels[pixels.length - 1]) : isDim(ground);
}

/** The element and everything around it, out of shadow roots too. */
function* ancestors(element: Element): Generator<Element> {
  for (let node: Node | null = element; node !== null; ) {
    if (node instanceof Element) yield node;
    const { assignedSlot, parentNode, host }: { assignedSlot?: Node | null; parentNode: Node | null; host?: Node } =
      node as Element & ShadowRoot;
    node = assignedSlot ?? parentNode ?? host ?? null;
  }
}

/** Whether a pixel is darker than middle grey. */
function isDim(pixel: number): boolean {
  const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  return 3 * red + 6 * green + blue < 1_280;
}
