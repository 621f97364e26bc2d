// Reads back what is drawn on the canvases: where each colour is, lane by lane.

// For the lane of arrivals and then each limiter, without the strip of disagreements: the scale of its canvas, and for
// each outcome the number of pixels of its colour above the band, by column of device pixels. The rings of delayed
// requests are so thin that hardly any pixel has their colour alone, so a pixel counts as delayed if that colour is at
// least two fifths of it. `drawnAs` is how the page draws the requests: as marks or as columns.
export async function inked(page) {
  return page.evaluate(() => {
    const plot = document
      .querySelector('rate-lab-page')
      .shadowRoot.querySelector('lane-figure')
      .shadowRoot.querySelector('.chart > div').shadowRoot;
    const strip = plot.querySelector('.strip canvas');
    const canvases = [...plot.querySelectorAll('canvas')].filter((canvas) => canvas !== strip);
    const colourOf = (name) => getComputedStyle(plot.querySelector(`.swatches .${name}`)).color;
    const toPixel = (colour) => {
      const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
    };
    const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
    const isMostly = (cell, colour, ground) => {
      const [seen, over, under] = [cell, colour, ground].map(parts);
      const widest = over.reduce(
        (best, part, at) => (Math.abs(part - under[at]) > Math.abs(over[best] - under[best]) ? at : best),
        0,
      );
      const share = (seen[widest] - under[widest]) / (over[widest] - under[widest]);
      const isBetween = seen.every((part, at) => Math.abs(part - (under[at] + share * (over[at] - under[at]))) < 6);
      return share >= 0.4 && share <= 1.01 && isBetween && cell >>> 24 === 255;
    };
    const colours = ['allow', 'deny', 'delay', 'lane'].map(colourOf);
    const pixels = colours.map(toPixel);
    const height = canvases[0].height;
    const lanes = canvases.map((canvas) => {
      const cells = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, height).data.buffer);
      const columns = pixels.slice(0, 3).map((pixel, outcome) => {
        const counts = new Array(canvas.width).fill(0);
        const isIt = outcome === 2 ? (cell) => isMostly(cell, pixel, pixels[3]) : (cell) => cell === pixel;
        cells.forEach((cell, at) => isIt(cell) && (counts[at % canvas.width] += 1));
        return counts;
      });
      const { width } = canvas.getBoundingClientRect();
      return { columns, ratio: canvas.width / width, margin: Math.round((4 * canvas.width) / width) };
    });
    const isColumns = [...plot.querySelectorAll('.scale')].some((scale) => !scale.hidden);
    return { lanes, colours, ratio: devicePixelRatio, drawnAs: isColumns ? 'columns' : 'marks' };
  });
}

export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
