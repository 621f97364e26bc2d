// Builds the page as one file, which contains everything that it needs and makes no requests.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PACKED = '?packed';
const RAW = '?raw';
/** Links to other pages of the site, which a file by itself does not have beside it. */
const BESIDE = /( · )?<a href="\.\/[\w-]+\.html">[^<]*<\/a>/g;

/**
 * Turns files that are imported with `?packed` into text, and writes one file instead of many.
 *
 * @param {{ page: string, icon: string, fileName: string }} places paths of the page and its icon, and the file name
 * @returns {import('vite').Plugin}
 */
export function singleFile({ page, icon, fileName }) {
  let read;
  return {
    name: 'ratelab-single-file',
    enforce: 'pre',
    configResolved({ root }) {
      read = (path) => readFileSync(join(root, path));
    },
    load(id) {
      if (id.endsWith(RAW)) return hide(id.slice(0, -RAW.length));
      return id.endsWith(PACKED) ? pack(id.slice(0, -PACKED.length)) : undefined;
    },
    transform(code, id) {
      if (!id.endsWith('/rate-lab-page.ts')) return undefined;
      if (!BESIDE.test(code)) this.error('The page has no links to other pages, which a single file leaves out.');
      return { code: code.replace(BESIDE, ''), map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const [script, ...others] = files.filter(({ type }) => type === 'chunk').map(({ code }) => code);
        if (others.length > 0) this.error('The page has more than one script, but a single file can contain only one.');
        const styles = files.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => source);
        for (const name of Object.keys(bundle)) delete bundle[name];
        const parts = { page: read(page).toString(), icon: read(icon), script, style: styles.join('') };
        this.emitFile({ type: 'asset', fileName, source: assemble(parts) });
      },
    },
  };
}

function pack(file) {
  return `export default ${JSON.stringify(gzipSync(readFileSync(file), { level: 9 }).toString('base64'))};`;
}

/** Programs to show: as plain text, what they import would look like imports of the page. */
function hide(file) {
  const text = readFileSync(file).toString('base64');
  return (
    `export default new TextDecoder().decode(Uint8Array.from(atob(${JSON.stringify(text)}), (letter) => ` +
    `letter.charCodeAt(0)));`
  );
}

function assemble({ page, icon, script, style }) {
  const code = inScript(script);
  const policy = [
    "default-src 'none'",
    `script-src '${hash(code)}' 'wasm-unsafe-eval'`,
    `style-src '${hash(style)}'`,
    'img-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html ratelab',
  ];
  return [
    [/(?<=http-equiv="Content-Security-Policy" content=")[^"]*/g, policy.join('; ')],
    [/(?<=<link rel="icon" [^>]*href=")[^"]*/g, `data:image/svg+xml;base64,${icon.toString('base64')}`],
    [/<link rel="stylesheet"[^>]*>/g, `<style>${style}</style>`],
    [/<script type="module"[^>]*><\/script>/g, `<script type="module">${code}</script>`],
  ].reduce(replaceOne, page);
}

/** Requires exactly one match: otherwise the page has changed, and the single file would be wrong. */
function replaceOne(page, [pattern, replacement]) {
  const found = page.match(pattern)?.length ?? 0;
  if (found !== 1) throw new Error(`The page has ${found} places that match ${pattern}, and not one.`);
  return page.replace(pattern, () => replacement);
}

/**
 * Escapes what would end the script element; inside strings, the escapes mean the same. The worker runs the same code
 * as a classic script, because Chromium starts no module worker from a page on disk. So the code must be strict, and
 * must not use what only modules have.
 */
function inScript(code) {
  const found = /\r|import\.meta|^(im|ex)port\b/m.exec(code);
  if (found) throw new Error(`The script has ${JSON.stringify(found[0])} in it, which a single file must not contain.`);
  const escaped = code
    .trim()
    .replace(/<\/(?=script)/gi, '<\\/')
    .replace(/<!--/g, '<\\!--');
  return `"use strict";${escaped}`;
}

function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
