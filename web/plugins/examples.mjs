// Copies the example post to the build, next to the figure that it loads, and adds a copy of the post with a strict
// content security policy.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = /\.(html|css|svg)$/;
const HEAD = '<meta charset="utf-8">';
/** No inline script or style, nothing from another origin, and no WebAssembly on the page. */
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
 * @param {{ from: string, tokens: string, to: string }} places the folder of the examples, the file of the tokens that
 *   they use, and the folder to write to
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

/** Inserts the policy at the start of the head: it applies only to what follows it. */
function underPolicy(page) {
  const [before, after, ...others] = page.split(HEAD);
  if (after === undefined || others.length > 0) throw new Error(`The post has to have ${HEAD} exactly once.`);
  return `${before}${HEAD}\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">${after}`;
}
