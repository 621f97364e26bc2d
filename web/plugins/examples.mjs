// The example posts, beside the figure that they load: one as it was written, and once more under a strict policy.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = /\.(html|css|svg)$/;
const HEAD = '<meta charset="utf-8">';
/** No inline script or style, nothing from elsewhere, and no WebAssembly on the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * @param {{ from: string, tokens: string, to: string }} places of what was written, of the tokens it uses, and where it
 *   is left
 * @returns {import('vite').Plugin}
 */
export function examples({ from, tokens, to }) {
  return {
    name: 'ratelab-examples',
    writeBundle() {
      cpSync(from, to, { recursive: true, filter: (path) => !/\.\w+$/.test(path) || PAGES.test(path) });
      cpSync(tokens, join(to, 'tokens.css'));
      writeFileSync(join(to, 'strict.html'), underPolicy(readFileSync(join(from, 'post.html'), 'utf8')));
    },
  };
}

/** A policy holds for what stands after it. */
function underPolicy(page) {
  const [before, after, ...others] = page.split(HEAD);
  if (after === undefined || others.length > 0) throw new Error(`The post has to have ${HEAD} exactly once.`);
  return `${before}${HEAD}\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">${after}`;
}
