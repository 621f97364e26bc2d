// The still pictures of the post, drawn by the core: `node web/examples/draw.mjs` writes them again. Only the post
// defines what they show.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ask, read } from '../../tests/browser/expected.mjs';

const HERE = resolve(fileURLToPath(import.meta.url), '..');
const IMAGE = '<img src="([^"]*)" width="(\\d+)" height="(\\d+)" alt="([^"]*)">';
const FIGURE = new RegExp(`<rate-lab\\b[^>]*?\\sscenario="([^"]*)"[^>]*>\\s*<a href="([^"]*)">${IMAGE}`, 'g');

export const POST = readFileSync(`${HERE}/post.html`, 'utf8');

// Each figure as the writer has put it down, beside what it should be.
export function drawings() {
  return [...POST.matchAll(FIGURE)].map(([, scenario, href, source, width, height, alt]) => {
    const [svg, stated] = ask(scenario, (run) => [run.toSVG(), `${run.headline()} ${run.reason()}`]);
    const [, drawnWidth, drawnHeight] = /width="(\d+)" height="(\d+)"/.exec(svg);
    const written = { href, width, height, alt };
    const meant = { href: `../#${read(scenario).link}`, width: drawnWidth, height: drawnHeight, alt: stated };
    return { scenario, file: `${HERE}/${source}`, svg: `${svg.trimEnd()}\n`, written, meant };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, svg } of drawings()) writeFileSync(file, svg);
}
