// Makes the page of claims from the table in `claims`: the text, the links into the playground, and the still pictures,
// which the core draws now. A picture of memory is a table while it is still. So a new claim is a row of that table.

import { resolve } from 'node:path';

import { CHAPTERS, CLAIMS } from '../claims/index.mjs';
import { SOURCES } from '../claims/sources.mjs';
import { RESERVED_HEIGHTS } from '../src/embed/reserved-height.ts';
import { heightsOf } from '../src/plot/heights.ts';
import { laneNames } from '../src/words/lanes.ts';
import { bytes, count, thousandths } from '../src/words/numbers.ts';
import { initialized, ofRun } from './core-facts.mjs';

const PAGE = 'claims.html';
/** The folder of what is made here, in the site. */
const FOLDER = 'claims';
/** The width of a figure with words next to its lanes. */
const WIDE = RESERVED_HEIGHTS[2].from;
/** In pixels, what the element reserves above and below a figure, and for the strip of disagreements. */
const PADDING = 32;
const STRIP = 40;
/** Numbers of clients in a table of memory. */
const CLIENTS = [1, 1_000_000];
/** A word, and the shape before it: as in the lanes, filled is yes and a cross is no. */
const VERDICTS = {
  true: { word: 'True', shape: '<circle cx="6" cy="6" r="5"/>' },
  false: { word: 'False', shape: '<path d="M1.5 1.5l9 9m0-9l-9 9"/>' },
  when: {
    word: 'True when',
    shape: '<circle class="ring" cx="6" cy="6" r="5"/><path class="half" d="M6 1a5 5 0 0 0 0 10z"/>',
  },
};

/**
 * @param {string} place the path of the whole module, without `.js` or `_bg.wasm`
 * @returns {import('vite').Plugin}
 */
export function claims(place) {
  let core = '';
  let asked;
  const ask = () => (asked ??= initialized(core));
  return {
    name: 'ratelab-claims',
    configResolved: ({ root }) => void (core = resolve(root, place)),
    transformIndexHtml: {
      // The pictures have the names that they are given here, so nothing else may look for them.
      order: 'post',
      async handler(page, { filename }) {
        if (!filename.endsWith(PAGE)) return page;
        const module = await ask();
        const chapters = CHAPTERS.map((chapter) => chapterOf(module, chapter)).join('\n');
        return [
          ['tally', tally()],
          ['contents', contents()],
          ['claims', chapters],
        ].reduce(fill, page);
      },
    },
    async generateBundle() {
      const module = await ask();
      this.emitFile({ type: 'asset', fileName: `${FOLDER}/heights.css`, source: heightStyles(module) });
      for (const { name, scenarios } of CLAIMS.filter(({ view }) => view === undefined)) {
        for (const { file, svg } of stillsOf(module, name, scenarios.figure))
          this.emitFile({ type: 'asset', fileName: file, source: svg });
      }
    },
  };
}

function fill(page, [name, text]) {
  const [before, after, ...others] = page.split(`<!-- ${name} -->`);
  if (after === undefined || others.length > 0) throw new Error(`The claims need one place for their ${name}.`);
  return before + text + after;
}

function tally() {
  const [yes, no, depends] = ['true', 'false', 'when'].map(
    (verdict) => CLAIMS.filter((row) => row.verdict === verdict).length,
  );
  return `Of ${CLAIMS.length}, ${yes} are true, ${no} are false, and ${depends} are true under a condition.`;
}

function contents() {
  return CHAPTERS.map(({ title, claims }) => {
    const rows = claims.map(
      ({ name, claim, verdict }) =>
        `<li class="${verdict}">${shapeOf(verdict)}<a href="#${name}">${escapeHtml(claim)}</a> ` +
        `<span>${VERDICTS[verdict].word}</span></li>`,
    );
    return `<section><h2>${escapeHtml(title)}</h2><ul>${rows.join('\n')}</ul></section>`;
  }).join('\n');
}

function chapterOf(core, { title, claims }) {
  const id = claims[0].name;
  const heading = `<h2 id="${id}-chapter">${escapeHtml(title)}</h2>`;
  const articles = claims.map((row) => articleOf(core, row)).join('\n');
  return `<section class="chapter" aria-labelledby="${id}-chapter">${heading}\n${articles}</section>`;
}

function articleOf(core, row) {
  const { name, claim, verdict, when, scenarios, stated, right = [] } = row;
  const play = playOf(core, scenarios.figure, row.view);
  const whole =
    when === undefined ? VERDICTS[verdict].word : `${VERDICTS[verdict].word} <span>${escapeHtml(when)}</span>`;
  return `<article id="${name}" aria-labelledby="${name}-claim">
      <div class="text">
        <h3 id="${name}-claim"><a href="#${name}">${escapeHtml(claim)}</a></h3>
        <p class="verdict ${verdict}">${shapeOf(verdict)}<b>${whole}</b></p>
        <p>${prose(core, row)}</p>
      </div>
      <div class="picture">${
        row.view === undefined ? pictureOf(core, row, play) : memoryOf(core, scenarios.figure)
      }</div>
      <div class="more">
        <p><a class="open" href="${play}">Open it in the playground</a></p>
        <dl><div><dt>Claimed by</dt> <dd>${sourcesOf(stated)}</dd></div>${
          right.length === 0 ? '' : `<div><dt>Stated correctly by</dt> <dd>${sourcesOf(right)}</dd></div>`
        }</dl>
      </div>
    </article>`;
}

function pictureOf(core, { name, scenarios: { figure } }, play) {
  const [wide, narrow] = stillsOf(core, name, figure);
  const words = ofRun(core, figure, (run) => `${run.headline()} ${run.reason()}`);
  return (
    `<rate-lab class="${heightClass(core, figure)}" scenario="${escapeHtml(figure)}"><a ` +
    `href="${play}"><picture><source media="(max-width: 40rem)" srcset="./${narrow.file}" ${narrow.size}><img ` +
    `src="./${wide.file}" ${wide.size} loading="lazy" alt="${escapeHtml(words)}"></picture></a></rate-lab>`
  );
}

/** What each limiter needs to remember clients. */
function memoryOf(core, figure) {
  const scenario = new core.Draft(figure).describe();
  const rows = ofRun(core, figure, (run) => {
    const names = laneNames(
      scenario.lanes.map((_, lane) => ({ title: run.title(lane) })),
      scenario,
      core.bounds(),
    );
    return names.map(
      (name, lane) =>
        `<tr><th scope="row">${escapeHtml(name)}</th>${CLIENTS.map(
          (clients) => `<td>${bytes(run.stateBytes(lane, clients))}</td>`,
        ).join('')}</tr>`,
    );
  });
  const heads = CLIENTS.map(
    (clients) => `<th scope="col">${clients === 1 ? 'A client' : `${count(clients)} clients`}</th>`,
  );
  const head = `<thead><tr><th scope="col">Limiter</th>${heads.join('')}</tr></thead>`;
  const caption = '<caption>Worst-case state, without keys</caption>';
  const table = `<table>${caption}${head}<tbody>${rows.join('')}</tbody></table>`;
  const kind = heightClass(core, figure, 'memory');
  return `<rate-lab class="${kind}" view="memory" scenario="${escapeHtml(figure)}">${table}</rate-lab>`;
}

/** The reason with its numbers as data and its links to scenarios. Every number of the row has to occur in it. */
function prose(core, { name, why, numbers, scenarios }) {
  const used = new Set();
  const number = (key) => {
    if (numbers[key] === undefined) throw new Error(`The claim ${name} has no number ${key}.`);
    used.add(key);
    const [value] = numbers[key];
    return `<data id="${name}-${key}" value="${value}">${thousandths(value)}</data>`;
  };
  const link = (words, key) => {
    if (scenarios[key] === undefined) throw new Error(`The claim ${name} has no scenario ${key}.`);
    return `<a href="${playOf(core, scenarios[key])}">${words}</a>`;
  };
  const text = escapeHtml(why)
    .replace(/\{(\w+)\}/g, (_, key) => number(key))
    .replace(/\[([^\]]+)\]\((\w+)\)/g, (_, words, key) => link(words, key));
  const idle = Object.keys(numbers).filter((key) => !used.has(key));
  if (idle.length > 0) throw new Error(`The claim ${name} does not say ${idle}.`);
  return unbroken(text);
}

function sourcesOf(list) {
  return list
    .map(({ source, says }) => {
      const { title, place, address, document } = SOURCES[source];
      const link = (words) =>
        address === undefined
          ? escapeHtml(words)
          : `<a href="${escapeHtml(address)}" rel="noopener noreferrer">${escapeHtml(words)}</a>`;
      const name = place === undefined ? link(title) : `${escapeHtml(title)} ${link(place)}`;
      const kind = document === undefined ? undefined : `document: ${document}`;
      const added = [says, kind].filter((part) => part !== undefined).join('; ');
      return added === '' ? name : `${name} (${unbroken(escapeHtml(added))})`;
    })
    .join('; ');
}

/** Keeps a number and its unit on one line. */
function unbroken(text) {
  return text.replace(/(\d(?:<\/data>)?) (?=(?:s|ms|%|MB|GB)(?![\w]))/g, '$1&nbsp;');
}

/** A picture for most screens, and one that can be read on a phone. */
function stillsOf(core, name, scenario) {
  return ofRun(core, scenario, (run) =>
    [
      [undefined, ''],
      [360, '-narrow'],
    ].map(([width, ending]) => {
      const svg = run.toSVG({ width });
      const [size] = /width="\d+" height="\d+"/.exec(svg);
      return { file: `${FOLDER}/${name}${ending}.svg`, size, svg };
    }),
  );
}

/**
 * The height of a figure, reserved until it is loaded: its still picture has the same height. Without it, a link to a
 * claim would scroll to the wrong position.
 */
function heightStyles(core) {
  const classes = new Map(
    CLAIMS.map(({ scenarios: { figure }, view }) => [heightClass(core, figure, view), { figure, view }]),
  );
  const sizes = RESERVED_HEIGHTS.map((reserved) => {
    const rules = [...classes].map(([name, { figure, view }]) => {
      const height = `${
        view === undefined ? heightOf(core, figure, reserved) : memoryHeight(core, figure, reserved)
      }px`;
      return (
        `.${name}{--rate-lab-reserved-height:${height};min-block-size:${height}}.${name} ` +
        `img{inline-size:auto;max-block-size:${height}}`
      );
    });
    return `@container (min-width:${reserved.from}px){${rules.join('')}}`;
  });
  return `@media screen and (scripting:enabled){${sizes.join('')}}`;
}

/** The class of figures with the same height. */
function heightClass(core, figure, view = hasServers(figure) ? 'servers' : 'lanes') {
  return `${view}-${lanesOf(core, figure)}`;
}

function heightOf(core, figure, { from, around, lane }) {
  const lanes = lanesOf(core, figure);
  const { marks } = heightsOf(lanes);
  const isWide = from >= WIDE;
  // The words of a lane say where its state is.
  const places = hasServers(figure) ? (isWide ? 32 : 80) : 0;
  // The figures have no padding here. A single lane has no strip of disagreements, and four need more for their names.
  const others = (isWide && lanes > 3 ? 6 : 0) - (lanes > 1 ? 0 : STRIP) - PADDING;
  return around + marks + lanes * (marks + lane) + places + others;
}

function memoryHeight(core, figure, { from }) {
  return from < WIDE ? 306 + 67 * lanesOf(core, figure) : 216 + 32 * lanesOf(core, figure);
}

function hasServers(figure) {
  return figure.includes('&servers=');
}

function lanesOf(core, scenario) {
  return new core.Draft(scenario).describe().lanes.length;
}

function playOf(core, scenario, view) {
  return escapeHtml(`./#${new core.Draft(scenario).describe().link}${view === undefined ? '' : `~${view}`}`);
}

function shapeOf(verdict) {
  return (
    `<svg class="shape" viewBox="0 0 12 12" width="12" height="12" ` +
    `aria-hidden="true">${VERDICTS[verdict].shape}</svg>`
  );
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
