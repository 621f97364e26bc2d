// The page as one file: everything that it is made of stands in it, and it asks for nothing.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PACKED = '?packed';

/**
 * Gives modules as text where they are imported with `?packed`, and writes one file in place of all.
 *
 * @param {{ page: string, icon: string, fileName: string }} places of the page and its icon, and the name to write
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
      return id.endsWith(PACKED) ? pack(id.slice(0, -PACKED.length)) : undefined;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const [script, ...others] = files.filter(({ type }) => type === 'chunk').map(({ code }) => code);
        if (others.length > 0) this.error('There is more than one script, and a single file has room for one.');
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
  ];
  return [
    [/(?<=http-equiv="Content-Security-Policy" content=")[^"]*/g, policy.join('; ')],
    [/(?<=<link rel="icon" [^>]*href=")[^"]*/g, `data:image/svg+xml;base64,${icon.toString('base64')}`],
    [/<link rel="stylesheet"[^>]*>/g, `<style>${style}</style>`],
    [/<script type="module"[^>]*><\/script>/g, `<script type="module">${code}</script>`],
  ].reduce(replaceOne, page);
}

/** What is not there exactly once was not understood, and the file would not be what it is meant to be. */
function replaceOne(page, [pattern, replacement]) {
  const found = page.match(pattern)?.length ?? 0;
  if (found !== 1) throw new Error(`The page has ${found} places that match ${pattern}, and not one.`);
  return page.replace(pattern, () => replacement);
}

/**
 * A script in a page must not have in it what would end it there; in strings the escapes mean the same. Its
 * worker is no module, because a page from disk cannot start one that is: it must make no difference.
 */
function inScript(code) {
  const found = /\r|import\.meta|^(im|ex)port\b/m.exec(code);
  if (found) throw new Error(`The script has ${JSON.stringify(found[0])} in it, which cannot stand in a single file.`);
  const escaped = code.trim().replace(/<\/(?=script)/gi, '<\\/').replace(/<!--/g, '<\\!--');
  return `"use strict";${escaped}`;
}

function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
