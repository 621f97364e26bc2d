// Files of a run: they have what the page shows.

import assert from 'node:assert/strict';

import { headline, OPENING_SENTENCE, pictured, ready, says, script, shown } from '../reading.mjs';
import { ask } from '../expected.mjs';

// A picture is wider than its lanes by this much, in pixels, so that it has as many columns as the page.
const BESIDE = 384;
const DARK_PAPER = [25, 24, 20, 255];

export default {
  async 'exports every decision as a file'({ open }) {
    const page = await ready(await open('', { before: keepFiles }));
    await script(page).fill('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
    const { text } = await shown(page);
    const expected = ask(text, (run) => ({
      JSON: run.toJSON(),
      CSV: run.toCSV(),
      SVG: run.toSVG(),
      Comparison: run.toComparison(),
    }));
    for (const [name, content] of Object.entries(expected)) assert.equal(await saved(page, name), content, name);
  },

  async 'exports pictures with the marks, numbers, words and view of the page, as the writer wishes'({ open }) {
    const page = await ready(await open('', { before: keepFiles }));
    await says(page, OPENING_SENTENCE);
    // What is in view is what is exported.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForFunction(
      () => document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure').view !== undefined,
    );
    const { width, span } = await pictured(page);
    await wish(page, { Width: String(width + BESIDE), Title: 'Mine & <b>only</b> mine', Caption: 'Figure 1.' }, 'dark');
    const drawn = await read(page, await saved(page, 'SVG'));
    const seen = await page.evaluate(readPlot);
    assert.deepEqual(drawn.span, [String(span.from), String(span.to), String(width)]);
    assert.deepEqual(drawn.lanes, seen.lanes);
    assert.deepEqual(drawn.arrivals, seen.arrivals);
    assert.deepEqual(drawn.disagreements, seen.disagreements);
    assert.deepEqual(drawn.ticks, seen.ticks);
    assert.deepEqual(drawn.others, seen.others);
    assert.deepEqual(drawn.sentences, [
      'Mine & <b>only</b> mine',
      OPENING_SENTENCE,
      await headline(page).locator('+ p').innerText(),
      'Figure 1.',
    ]);
    // The same as a PNG, twice as large, in the colours that were chosen.
    await saved(page, 'PNG');
    const { size, corner } = await page.evaluate(readPng);
    assert.deepEqual([size, corner], [drawn.size.map((pixels) => 2 * pixels), DARK_PAPER]);
    // Limiters that decide alike are one lane or several, as on the page.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '= meter = GCRA' }).click();
    assert.equal((await read(page, await saved(page, 'SVG'))).lanes.length, 7);
    // A width that is not possible is refused in words, and the menu stays.
    await wish(page, { Width: '100' }, 'light');
    await page.locator('#exports').getByRole('button', { name: /^SVG/ }).click();
    await page.locator('#exports').getByText('Width is 100, but must be a whole number from 320 to 2,400.').waitFor();
  },
};

// Runs in the page before its scripts: keeps files instead of saving them. Not every browser can be driven to save.
function keepFiles() {
  window.files = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = (file) => {
    window.files.push(file);
    return create.call(URL, file);
  };
  HTMLAnchorElement.prototype.click = () => {
    window.saved = window.files.at(-1);
  };
}

// The text of a file.
async function saved(page, name) {
  await openMenu(page);
  await page.evaluate(() => (window.saved = undefined));
  await page
    .locator('#exports')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await page.waitForFunction(() => window.saved !== undefined);
  return page.evaluate(() => window.saved.text());
}

async function openMenu(page) {
  const menu = page.locator('#exports');
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Export' }).click();
  await menu.waitFor();
  return menu;
}

async function wish(page, fields, colours) {
  const menu = await openMenu(page);
  const options = menu.locator('picture-options details');
  if ((await options.getAttribute('open')) === null) await options.locator('summary').click();
  for (const [name, value] of Object.entries(fields)) await menu.getByLabel(name, { exact: true }).fill(value);
  await menu.getByLabel('Colours').selectOption({ label: colours });
}

// What a picture shows, read in an empty page: the policy of the site lets no text become a document.
async function read(page, svg) {
  const empty = await page.context().newPage();
  const drawn = await empty.evaluate(readBack, svg);
  await empty.close();
  return drawn;
}

// Runs in a page: reads the SVG alone.
function readBack(svg) {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const all = (node, selector) => [...node.querySelectorAll(selector)];
  const texts = (node, selector) => all(node, selector).map((text) => text.textContent);
  const left = Number(root.querySelector('.area').getAttribute('x'));
  const marks = (node, kind) =>
    all(node, `.${kind}.marks > *`)
      .map((mark) => {
        const [, x, side] = /^M([\d.]+) [\d.]+l([\d.]+)/.exec(mark.getAttribute('d')) ?? [
          0,
          mark.getAttribute('cx'),
          0,
        ];
        return Math.floor(Number(x) + Number(side) / 2 - left);
      })
      .sort((one, other) => one - other);
  const lanes = all(root, '.lane').map((lane) => ({
    marks: ['allowed', 'denied', 'delayed'].map((kind) => marks(lane, kind)),
    // Long words are broken into lines.
    words: texts(lane, '.title, .caption').slice(1).concat(texts(lane, '.caption').slice(0, 1)).join(' '),
    figure: texts(lane, '.figure')[0],
    isRed: lane.querySelector('.figure.strong') !== null,
    labels: texts(lane, '.label').sort(),
  }));
  const part = (kind) => texts(root, `.${kind}`).join(' ');
  return {
    span: ['from', 'to', 'columns'].map((name) => root.dataset[name]),
    size: ['width', 'height'].map((name) => Number(root.getAttribute(name))),
    sentences: [part('own-title'), part('headline'), part('reason'), part('own-caption')],
    lanes,
    arrivals: marks(root.querySelector('.requests'), 'arrived'),
    disagreements: all(root, '.disagreements .disagreed').map((tick) => [
      Number(tick.getAttribute('x')) + 1 - left,
      Number(tick.dataset.count),
    ]),
    ticks: texts(root, '.axis text'),
    others: [
      ...texts(root, '.requests .title, .requests .caption, .requests .label, .disagreements text'),
      ...texts(root, '.legend text'),
    ].sort(),
  };
}

// Runs in the page: the same of the page's own figure, from what it draws and writes.
function readPlot() {
  const figure = document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure');
  const { picture } = document.querySelector('rate-lab-page').shadowRoot.querySelector('decisions-view');
  const plot = figure.shadowRoot.querySelector('.chart').firstElementChild.shadowRoot;
  const length = Number(picture.span.to - picture.span.from);
  const column = (time) => Math.floor((time * picture.width) / length);
  const rows = [...plot.querySelectorAll('.row')].filter((row) => row.querySelector('.figure:not([hidden])') !== null);
  const isShown = (node) => node !== null && !node.hidden;
  const stated = (node, selector) =>
    isShown(node.querySelector(selector)) ? node.querySelector(selector).textContent : '';
  const marksOf = (marks, outcome) =>
    Array.from({ length: marks.length / 4 }, (_, at) => marks.subarray(4 * at, 4 * at + 4))
      .filter((mark) => mark[2] === outcome)
      .map((mark) => column(mark[1]));
  const lanes = figure.result.lanes.flatMap(({ equivalentTo }, lane) => {
    if (equivalentTo !== lane) return [];
    const row = rows[lane];
    const words = ['.title', '.caption', '.equivalents', '.beside-words']
      .map((part) => stated(row, part))
      .filter((text) => text !== '');
    return {
      marks: [0, 1, 2].map((outcome) => marksOf(picture.lanes[lane].marks, outcome)),
      words: words.join(' '),
      figure: stated(row, '.figure'),
      isRed: row.querySelector('.figure.strong') !== null,
      labels: [...row.querySelectorAll('.labels span')].map((label) => label.textContent).sort(),
    };
  });
  const numbered = (columns) => Array.from(columns, (count, at) => [at, count]).filter(([, count]) => count > 0);
  const ticks = [...plot.querySelectorAll('.tick')].filter((tick) => !tick.hidden).map((tick) => tick.textContent);
  const [requests, strip] = [plot.querySelector('.row'), plot.querySelector('.row.strip')];
  const legend = [...document.querySelector('rate-lab-page').shadowRoot.querySelectorAll('.legend > span')].map(
    (item) => item.textContent.trim(),
  );
  const others = ['.title', '.caption', '.peak-head']
    .map((part) => stated(requests, part))
    .concat(stated(strip, '.caption'), legend);
  return {
    others: [...others, ...[...requests.querySelectorAll('.labels span')].map((label) => label.textContent)].sort(),
    lanes,
    arrivals: numbered(picture.traffic).flatMap(([at, count]) => Array(count).fill(at)),
    disagreements: numbered(picture.disagreements),
    ticks,
  };
}

// Runs in the page: the size of the last file as an image, and the colour of its corner.
async function readPng() {
  const image = await createImageBitmap(window.saved);
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  context.drawImage(image, 0, 0);
  return { size: [image.width, image.height], corner: [...context.getImageData(0, 0, 1, 1).data] };
}
