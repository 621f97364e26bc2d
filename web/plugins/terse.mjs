// Styles inside of scripts are written for people. Browsers get them without comments and room.

const SOURCES = /\/src\/.*\.ts$/;
/** What these hold in backquotes is all style; elsewhere it says so. */
const STYLE_ONLY = /[./]style\.ts$/;

/** @returns {import('vite').Plugin} */
export function terse() {
  return {
    name: 'ratelab-terse',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!SOURCES.test(id)) return null;
      const styles = STYLE_ONLY.test(id) ? /`([^`]*)`/g : /(?<=\bcss)`([^`]*)`/g;
      return { code: code.replace(styles, (_, text) => `\`${shorten(text)}\``), map: null };
    },
  };
}

/** @param {string} text */
function shorten(text) {
  const plain = text.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').trim();
  return plain.replace(/ ?([{};,]) ?/g, '$1').replace(/: /g, ':').replaceAll(';}', '}');
}
