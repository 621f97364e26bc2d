// Replaces `rem` in the styles of the embed, because its size depends on the page around the figure. The replacement,
// `--rate-lab-rem`, is the text size that the reader has chosen in the browser.

/** A number, or the expression of a template string. */
const SIZE = /(-?\d*\.?\d+|\$\{[^{}]*\})rem\b/g;
/** The condition of a container query cannot use custom properties, so it uses the usual size. */
const CONDITION = /@container (?:\$\{[^{}]*\}|[^{])*/g;
const USUAL = 16;

/** @returns {import('vite').Plugin} */
export function replaceRem() {
  return {
    name: 'ratelab-replace-rem',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.(ts|css)($|\?)/.test(id) || id.includes('frame-page') || !SIZE.test(code)) return undefined;
      const conditions = code.replace(CONDITION, (found) => found.replace(SIZE, (_, number) => inPixels(number)));
      return conditions.replace(SIZE, (_, number) => `calc(${number} * var(--rate-lab-rem, 1rem))`);
    },
  };
}

/** @param {string} number */
function inPixels(number) {
  return number.startsWith('$') ? `\${(${number.slice(2, -1)}) * ${USUAL}}px` : `${number * USUAL}px`;
}
