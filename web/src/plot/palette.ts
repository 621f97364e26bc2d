// The colours of the page as pixels, with a callback when they change.

import type { Colour } from './pixels.ts';

const NAMES = ['allow', 'deny', 'delay', 'ink', 'muted', 'lane'] as const;

export type Palette = Readonly<Record<(typeof NAMES)[number], Colour>>;

/**
 * Reads colours from elements that use them, because a custom property can hold anything that a browser resolves:
 * another property, a mix, a system colour.
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
    // Each swatch has a transition on its colour, so that any change is noticed: dark mode, forced colours, a page
    // that sets the properties.
    box.addEventListener('transitionend', () => {
      if (this.refresh()) onChange();
    });
    this.texts = this.read();
    this.colours = paletteOf(this.texts);
  }

  /** Reads the colours again, and returns whether any changed. */
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

function paletteOf(texts: string[]): Palette {
  const [allow, deny, delay, ink, muted, lane] = pixelsOf(texts);
  return { allow, deny, delay, ink, muted, lane };
}

/** Colours as pixels: browsers serialise colours in many ways, but paint them in one. */
export function pixelsOf(texts: string[]): Uint32Array {
  const canvas = document.createElement('canvas');
  canvas.width = texts.length;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  texts.forEach((text, at) => {
    if (context === null) return;
    context.fillStyle = text;
    context.fillRect(at, 0, 1, 1);
  });
  return new Uint32Array(context?.getImageData(0, 0, texts.length, 1).data.buffer ?? new ArrayBuffer(4 * texts.length));
}
