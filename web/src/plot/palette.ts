// The colours of the page as pixels, and word when they change.

import type { Colour } from './pixels.ts';

const NAMES = ['allow', 'deny', 'delay', 'ink', 'muted', 'lane'] as const;

export type Palette = Readonly<Record<(typeof NAMES)[number], Colour>>;

/**
 * Reads colours from elements that have them, because a custom property may be anything
 * that a browser resolves: another property, a mix, a system colour.
 */
export class PaletteReader {
  colours: Palette;
  private texts: string[];
  private readonly swatches: HTMLElement[];

  constructor(root: ShadowRoot, onChange: () => void) {
    const box = document.createElement('div');
    box.className = 'swatches';
    box.ariaHidden = 'true';
    this.swatches = NAMES.map((name) => {
      const swatch = document.createElement('i');
      swatch.className = name;
      box.append(swatch);
      return swatch;
    });
    root.append(box);
    // Each swatch has a transition of its colour, so that a change for any reason is noticed:
    // dark mode, forced colours, a page that sets the properties itself.
    box.addEventListener('transitionend', () => {
      if (this.refresh()) onChange();
    });
    this.texts = this.read();
    this.colours = paletteOf(this.texts);
  }

  /** Reads again, and tells whether anything is different. */
  refresh(): boolean {
    const texts = this.read();
    if (texts.every((text, at) => text === this.texts[at])) return false;
    this.texts = texts;
    this.colours = paletteOf(texts);
    return true;
  }

  private read(): string[] {
    return this.swatches.map((swatch) => getComputedStyle(swatch).color);
  }
}

/** A browser writes colours in many ways, and paints them in one. */
function paletteOf(texts: string[]): Palette {
  const canvas = document.createElement('canvas');
  canvas.width = NAMES.length;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  texts.forEach((text, at) => {
    if (context === null) return;
    context.fillStyle = text;
    context.fillRect(at, 0, 1, 1);
  });
  const pixels = context?.getImageData(0, 0, NAMES.length, 1).data.buffer ?? new ArrayBuffer(4 * NAMES.length);
  const [allow, deny, delay, ink, muted, lane] = new Uint32Array(pixels);
  return { allow, deny, delay, ink, muted, lane };
}
