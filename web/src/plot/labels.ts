// The words in the picture: windows as spans with their counts, a bracket on the burst that broke the limit, the budget
// in use, and what lies outside the view. The core has placed them where they cover no request.

import type { Labels, Outside } from '../engine/index.ts';
import { LABELS } from './labels.style.ts';
import type { Lane } from './lane.ts';
import { make } from './row.ts';
import { ABOVE, extentsOf, WORDS } from './rows.ts';
import { shareOf } from './span.ts';
import type { Causes, PlotState, Span } from './types.ts';

type Outage = Causes['outage'];

/** A bracket of less width would be a line, in pixels. */
const NARROWEST = 9;
/** About how wide a character is, in pixels. */
const CHARACTER = 6.5;
/** Where the word for an outage begins at the latest, as a share of the width. */
const LATEST = 0.75;

const layers = new WeakMap<Lane, { element: HTMLElement; shows: unknown; places: string | undefined }>();
const sheet = new CSSStyleSheet();
sheet.replaceSync(LABELS);

/** Writes the labels of all lanes, each only if it has new ones. */
export function drawLabels({ span, width, outside, lanes: states }: PlotState, arrivals: Lane, lanes: readonly Lane[]): void {
  write(arrivals, outside, '', () => outsideOf(outside, width));
  lanes.forEach((lane, at) => {
    const { labels, rows, causes } = states[at].isFolded === true ? {} : states[at].picture;
    // A lane with rows has no band, and so no words on it.
    const words = labels && rows ? { ...labels, budget: undefined, in_band: undefined } : labels;
    const places = rows && [rows.words, causes?.outage, lane.bandHeight].join();
    write(lane, labels, places, () => [
      ...(words === undefined ? [] : labelsOf(words, span, width)),
      ...(rows === undefined ? [] : rowLabels(lane, rows.words, causes?.outage)),
    ]);
  });
  leaveRoom(lanes.filter((_, at) => states[at].picture.rows !== undefined));
}

/** Lanes whose own words reach down to their rows keep them clear of the names there. All are measured before any is changed. */
function leaveRoom(lanes: readonly Lane[]): void {
  const set = ({ row }: Lane, room: number) => row.element.style.setProperty('--names', `${room}px`);
  lanes.forEach((lane) => set(lane, 0));
  const high = lanes.filter(({ row: { element, caption }, height, bandHeight }) => {
    const last = caption.nextElementSibling?.matches('.twins:not([hidden])') === true ? (caption.nextElementSibling as HTMLElement) : caption;
    return last.offsetTop + last.offsetHeight > element.offsetTop + height - bandHeight;
  });
  high.forEach((lane) => set(lane, gutterOf(lane.content.rows?.words ?? [''])));
}

function write(lane: Lane, shows: unknown, places: string | undefined, make: () => HTMLElement[]): void {
  const layer = layerOf(lane);
  layer.element.style.setProperty('--band', `${lane.bandHeight}px`);
  if (layer.shows === shows && layer.places === places) return;
  Object.assign(layer, { shows, places });
  layer.element.replaceChildren(...make());
}

function layerOf(lane: Lane) {
  let layer = layers.get(lane);
  if (layer === undefined) {
    layers.set(lane, (layer = { element: make('div', 'labels'), shows: undefined, places: undefined }));
    layer.element.ariaHidden = 'true';
    lane.row.canvas.after(layer.element);
    const root = lane.row.element.getRootNode() as ShadowRoot;
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }
  return layer;
}

function labelsOf({ windows, bracket, budget, in_band, after }: Labels, span: Span, width: number): HTMLElement[] {
  const texts = windows.flatMap(({ to, text }) => (text === undefined ? [] : [since(to, span, wordsAt('used', text.words, text.column / width))]));
  // Every other window is shaded, and keeps its shade when the view moves.
  const shaded = windows.filter(({ from, to }) => ((from / (to - from)) & 1n) === 1n);
  return [
    ...shaded.map(({ from, to }) => stretch('window', span, from, to)),
    ...texts,
    ...(bracket === undefined ? [] : [since(bracket.to, span, stretch('bracket', span, bracket.from, bracket.to, NARROWEST / width))]),
    ...(bracket?.text === undefined ? [] : [since(bracket.to, span, wordsAt('broke', bracket.text.words, bracket.text.column / width))]),
    ...(budget === undefined ? [] : [since(span.to, span, wordsAt('budget', budget.words))]),
    ...(in_band === undefined ? [] : [since(span.to, span, wordsAt('in-band', in_band))]),
    ...(after === undefined ? [] : [since(span.to, span, wordsAt('later', after))]),
  ];
}

/** The names of rows left of the lane, or their numbers where there is no room; and the word for an outage, above them. */
function rowLabels(lane: Lane, words: string[], outage: Outage): HTMLElement[] {
  const high = lane.bandHeight - ABOVE;
  const labels = extentsOf(lane.content, high).map(({ top, foot }, row) => {
    const element = wordsAt('of-row', '');
    element.dataset['number'] = String(row + 1);
    element.append(Object.assign(make('i', ''), { textContent: nameOf(words[row]) }));
    return lowered(element, (top + foot - WORDS) / 2, high);
  });
  return outage === undefined ? labels : [...labels, lowered(wordsAt('outage', 'store down', Math.min(outage[0], LATEST)), 0, high)];
}

/** Puts a label so far below the top of all rows. */
function lowered(label: HTMLElement, by: number, high: number): HTMLElement {
  label.style.setProperty('top', `calc(100% - ${high - by}px)`);
  return label;
}

/** The room that the names of rows need left of a lane, in pixels. */
function gutterOf(words: string[]): number {
  return CHARACTER * Math.max(...words.map((text) => nameOf(text).length)) + 14;
}

/** What stands before the counts of a row. */
function nameOf(words: string): string {
  return words.split(': ')[0];
}

/** Marks a label that is true from an instant on: a playhead hides it before. */
function since(time: bigint, span: Span, label: HTMLElement): HTMLElement {
  label.dataset['since'] = String(shareOf(span, time));
  return label;
}

function outsideOf(outside: Outside | undefined, width: number): HTMLElement[] {
  const { before, after, edge } = outside ?? {};
  return [
    ...(before === undefined ? [] : [wordsAt('earlier', before)]),
    ...(after === undefined ? [] : [wordsAt('later', after)]),
    ...(edge === undefined ? [] : [wordsAt('edge', edge.words, edge.column / width)]),
  ];
}

function wordsAt(kind: string, words: string, share?: number): HTMLElement {
  const element = make('span', kind);
  element.textContent = words;
  if (share !== undefined) element.style.setProperty('left', `${100 * share}%`);
  return element;
}

/** A stretch of time, clipped to the view and at least this share of it. */
function stretch(kind: string, span: Span, from: bigint, to: bigint, least = 0): HTMLElement {
  const element = make('div', kind);
  const [begin, end] = [Math.max(0, shareOf(span, from)), Math.min(1, shareOf(span, to))];
  const share = Math.max(end - begin, least);
  element.style.setProperty('left', `${100 * Math.max(0, (begin + end - share) / 2)}%`);
  element.style.setProperty('width', `${100 * share}%`);
  return element;
}
