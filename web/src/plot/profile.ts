// The height of layers in each column of pixels, in arrays that all lanes reuse.

import type { Pixels } from './pixels.ts';

class Profile {
  tops: [Int32Array, Int32Array, Int32Array] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];

  /** Resizes to the pixels and clears all layers. */
  begin({ width, margin, height }: Pixels): this {
    const wide = width + 2 * margin;
    if (this.tops[0].length < wide) this.tops = [new Int32Array(wide), new Int32Array(wide), new Int32Array(wide)];
    for (const tops of this.tops) tops.fill(height);
    return this;
  }
}

export const profile = new Profile();
