// Removes comments and whitespace from styles in template strings, and the indentation of lines in templates of
// elements, which the minifier leaves unchanged.

const SOURCES = /\/src\/.*\.ts$/;
/** In these files every template string is a style. In all others, only those tagged with `css`. */
const STYLE_ONLY = /[./]style\.ts$/;
/** Files with elements contain no other text of several lines. */
const ELEMENTS = /\bhtml`/;

/** @returns {import('vite').Plugin} */
export function minifyStyles() {
  return {
    name: 'ratelab-minify-styles',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!SOURCES.test(id)) return null;
      const styles = STYLE_ONLY.test(id) ? /`([^`]*)`/g : /(?<=\bcss)`([^`]*)`/g;
      const short = code.replace(styles, (_, text) => `\`${shorten(text)}\``);
      return { code: ELEMENTS.test(code) ? short.replace(/\n +/g, '\n') : short, map: null };
    },
  };
}

/** @param {string} text */
function shorten(text) {
  const plain = text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}');
}
