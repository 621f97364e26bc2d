// A picture as pixels. Lanes are thousands of thin vertical bars and small equal marks. Writing them as numbers costs
// a fraction of drawing them as canvas paths, and the result is the same in every browser.

import { Beginnings } from './beginnings.ts';

/** A colour as a pixel: alpha, blue, green and red, from the highest byte to the lowest. */
export type Colour = number;

/** A shape: the pixels that it covers, relative to its middle, and how much of each. */
export interface Stamp {
  /** Pixels on each side of the middle. */
  reach: number;
  right: Int8Array;
  down: Int8Array;
  /** From 0 to 256. */
  cover: Uint16Array;
}

/** Up to three stacked colours in every column of pixels. */
export interface Layers {
  /** Where each begins, from the left margin; an upper layer begins no lower than the one below. */
  tops: readonly [Int32Array, Int32Array, Int32Array];
  colours: readonly [Colour, Colour, Colour];
}

export class Pixels {
  width = 0;
  height = 0;
  /** Extra pixels on the left and on the right, so that marks at the ends are whole. */
  margin = 0;
  private buffer = new ArrayBuffer(0);
  private image = new ImageData(1, 1);
  private cells = new Uint32Array(1);
  private stride = 1;
  private readonly beginnings = new Beginnings();

  /** Starts over with an area of this size and colour. */
  begin(width: number, height: number, margin: number, colour: Colour): void {
    const stride = width + 2 * margin;
    if (this.stride !== stride || this.image.height !== height) {
      this.resize(stride, height);
    }
    this.stride = stride;
    this.width = width;
    this.height = height;
    this.margin = margin;
    this.cells.fill(0);
    this.bar(0, 0, width, height, colour);
  }

  /** Lanes of two sizes alternate: both are views of the same memory. */
  private resize(stride: number, height: number): void {
    const bytes = 4 * stride * height;
    if (this.buffer.byteLength < bytes) this.buffer = new ArrayBuffer(bytes);
    this.image = new ImageData(new Uint8ClampedArray(this.buffer, 0, bytes), stride, height);
    this.cells = new Uint32Array(this.buffer, 0, stride * height);
  }

  /** Fills from left and top up to right and bottom, exclusive, clipped to the area. */
  bar(left: number, top: number, right: number, bottom: number, colour: Colour): void {
    const first = this.margin + Math.max(left, -this.margin);
    const end = this.margin + Math.min(right, this.width + this.margin);
    const last = Math.min(bottom, this.height);
    for (let y = Math.max(0, top); y < last; y += 1) {
      this.cells.fill(colour, y * this.stride + first, y * this.stride + end);
    }
  }

  /** Blends a colour over a pixel. */
  blend(x: number, y: number, colour: Colour, share: number): void {
    if (x < -this.margin || x >= this.width + this.margin || y < 0 || y >= this.height) return;
    const at = y * this.stride + this.margin + x;
    const under = this.cells[at];
    if (share >= 1) this.cells[at] = colour;
    else if (under >>> 24 === 255) this.cells[at] = mixed(under, colour, share);
    // The margin has nothing to mix with: the more opaque colour wins.
    else if (255 * share > under >>> 24) this.cells[at] = ((colour & 0xffffff) | (Math.round(255 * share) << 24)) >>> 0;
  }

  /**
   * Draws layers on an empty area. Each row copies the one above and adds the colours that begin in it, so that
   * columns need not be filled pixel by pixel.
   */
  layers({ tops: [low, middle, high], colours: [lowest, between, highest] }: Layers, base: number): void {
    const { cells, stride } = this;
    this.beginnings.begin(stride, base);
    for (let x = 0; x < stride; x += 1) {
      if (high[x] < middle[x]) this.beginnings.add(high[x], x, highest);
      if (middle[x] < low[x]) this.beginnings.add(middle[x], x, between);
      if (low[x] < base) this.beginnings.add(low[x], x, lowest);
    }
    for (let y = this.beginnings.first; y < base; y += 1) {
      if (y > 0) cells.copyWithin(y * stride, (y - 1) * stride, y * stride);
      this.beginnings.write(y, cells, y * stride);
    }
  }

  /** Blends a shape over the picture, centred on a pixel. */
  stamp({ reach, right, down, cover }: Stamp, x: number, y: number, colour: Colour): void {
    const inside = x >= reach && x + reach < this.width && y >= reach && y + reach < this.height;
    const middle = y * this.stride + this.margin + x;
    for (let spot = 0; spot < cover.length; spot += 1) {
      if (!inside) this.blend(x + right[spot], y + down[spot], colour, cover[spot] / 256);
      else this.cover(middle + down[spot] * this.stride + right[spot], colour, cover[spot]);
    }
  }

  private cover(at: number, colour: Colour, part: number): void {
    this.cells[at] = part === 256 ? colour : mixedParts(this.cells[at], colour, part);
  }

  /** Shows the pixels on their canvas. */
  show(canvas: HTMLCanvasElement): void {
    if (canvas.width !== this.stride || canvas.height !== this.height) {
      canvas.width = this.stride;
      canvas.height = this.height;
    }
    // The pixels come from the CPU, so the canvas need not live on the graphics card.
    canvas.getContext('2d', { willReadFrequently: true })?.putImageData(this.image, 0, 0);
  }
}

/** A colour with another blended over it. */
export function mixed(under: Colour, over: Colour, share: number): Colour {
  return mixedParts(under, over, Math.round(256 * share));
}

/** The same in parts of 256. Red and blue are computed together: the gap between them holds the fractions. */
function mixedParts(under: Colour, over: Colour, part: number): Colour {
  const rest = 256 - part;
  const redAndBlue = (((under & 0xff00ff) * rest + (over & 0xff00ff) * part) >>> 8) & 0xff00ff;
  const green = (((under & 0x00ff00) * rest + (over & 0x00ff00) * part) >>> 8) & 0x00ff00;
  return (0xff000000 | redAndBlue | green) >>> 0;
}
