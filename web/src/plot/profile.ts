// How high layers reach in each column of pixels, in arrays that are kept: every lane
// writes its own into them before it is drawn.

import type { Pixels } from './pixels.ts';

class Profile {
  tops: [Int32Array, Int32Array, Int32Array] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];

  /** As wide as the pixels, with nothing anywhere. */
  begin({ width, margin, height }: Pixels): this {
    const wide = width + 2 * margin;
    if (this.tops[0].length < wide) this.tops = [new Int32Array(wide), new Int32Array(wide), new Int32Array(wide)];
    for (const tops of this.tops) tops.fill(height);
    return this;
  }
}

export const profile = new Profile();
