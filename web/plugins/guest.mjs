// Styles for the page of somebody else: a `rem` there is as large as that page likes. In its place comes
// `--rate-lab-rem`, which is what a person has chosen as the size of text.

const SIZE = /(-?\d*\.?\d+)rem\b/g;
/** In the condition of a query there are no custom properties, and the usual size has to do. */
const CONDITION = /@container[^{]*/g;
const USUAL = 16;

/** @returns {import('vite').Plugin} */
export function guest() {
  return {
    name: 'ratelab-guest',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.(ts|css)($|\?)/.test(id) || id.includes('frame-page') || !SIZE.test(code)) return undefined;
      const conditions = code.replace(CONDITION, (found) => found.replace(SIZE, (_, number) => `${number * USUAL}px`));
      return conditions.replace(SIZE, (_, number) => `calc(${number} * var(--rate-lab-rem, 1rem))`);
    },
  };
}
