// The headers of the site's responses. Everything else takes them from here: the meta tags of the pages, `_headers` in
// `web/dist`, the files for nginx and Caddy, `cargo xtask serve`, and the servers of the browser checks.

/** What every page of the site may do. Scripts, workers and modules come from the site, and no text becomes code. */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'worker-src': "'self'",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'require-trusted-types-for': "'script'",
  // `lit-html` for templates, `ratelab` for the addresses of workers: see `src/engine/script-address.ts`.
  'trusted-types': 'lit-html ratelab',
};
const OFFLINE = { 'font-src': "'self'", 'manifest-src': "'self'" };

/** @type {Record<string, Record<string, string | undefined>>} */
const PAGES = {
  'index.html': { ...PAGE, ...OFFLINE },
  'log.html': { ...PAGE, ...OFFLINE },
  'claims.html': PAGE,
  'glossary.html': {
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  },
  // In a frame on another site, whose origin may be opaque.
  'embed.html': { ...PAGE, 'worker-src': "'self' blob:", 'frame-src': undefined },
};

/** The page that other sites show in a frame. */
const FRAMED = 'embed.html';
/** For everything without a policy of its own: the page as one file has one in it, as the example posts have. */
export const OTHERS = "frame-ancestors 'none'";

/** The headers of every response. Other sites load the script of the figure, and read its files. */
export const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'Access-Control-Allow-Origin': '*',
};

/** The files that have a policy, which are the pages. */
export const FILES = Object.keys(PAGES);

/** Everything that a meta tag can say: it has no say in who shows the page in a frame.
 *
 * @param {string} file
 * @returns {string | undefined}
 */
export function metaPolicy(file) {
  const directives = PAGES[file];
  return directives && written(directives);
}

/** The header of a page, or undefined for a file that is none.
 *
 * @param {string} file
 * @returns {string | undefined}
 */
export function headerPolicy(file) {
  const directives = PAGES[file];
  return directives && (file === FRAMED ? written(directives) : `${written(directives)}; ${OTHERS}`);
}

/** The headers of a response: of a page by any of its addresses, or of another file.
 *
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function headersOf(path) {
  const [, name = ''] = /([^/]*)$/.exec(path) ?? [];
  const file = name === '' ? 'index.html' : FILES.find((one) => one === name || one === `${name}.html`);
  return { ...EVERYWHERE, 'Content-Security-Policy': headerPolicy(file ?? '') ?? OTHERS };
}

/** @param {Record<string, string | undefined>} directives */
function written(directives) {
  const given = Object.entries(directives).filter(([, sources]) => sources !== undefined);
  return given.map(([name, sources]) => `${name} ${sources}`).join('; ');
}
