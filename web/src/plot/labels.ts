// The words in the picture: windows as spans with their counts, a bracket on the burst that broke the limit, the budget
// in use, and what lies outside the view. The core has placed them where they cover no request.

import type { Labels, Outside } from '../engine/index.ts';
import { ABOVE_BAND, NARROWEST_BRACKET, ROW_NAME_ASIDE, ROW_NAME_GAP, ROW_WORDS, WORD_CHARACTER } from './constants.ts';
import { LABELS } from './labels.style.ts';
import type { Lane } from './lane.ts';
import { make } from './row.ts';
import { extentsOf } from './rows.ts';
import { shareOf } from './span.ts';
import type { Causes, PlotState, Span } from './types.ts';

const layers = new WeakMap<Lane, { element: HTMLElement; shows: unknown; places: string | undefined }>();
const sheet = new CSSStyleSheet();
sheet.replaceSync(LABELS);

/** Writes the labels of all lanes, each only if it has new ones. */
export function drawLabels(
  { span, width, outside, lanes: states }: PlotState,
  arrivals: Lane,
  lanes: readonly Lane[],
): void {
  write(arrivals, outside, '', () => outsideOf(outside, width));
  lanes.forEach((lane, at) => {
    const { labels, rows, causes } = states[at].isFolded === true ? {} : states[at].picture;
    const places = rows && [rows.words, causes?.outage, causes?.ticks?.[0], lane.height, lane.bandHeight].join();
    write(lane, labels, places, () => [
      ...(labels === undefined ? [] : labelsOf(labels, span, width)),
      ...causeLabels(lane, causes ?? {}),
    ]);
    nameRows(lane, rows?.words ?? [], places);
  });
  leaveSpace(lanes.filter((_, at) => states[at].picture.rows !== undefined));
}

/**
 * Where the words of a lane reach down to its rows, they keep clear of the row names; if that does not fit, rows have
 * numbers.
 */
function leaveSpace(lanes: readonly Lane[]): void {
  const set = ({ row: { element } }: Lane, reserved: number, isNumbered: boolean) => {
    element.style.setProperty('--names', `${reserved}px`);
    element.classList.toggle('numbered', isNumbered);
  };
  // All are measured before any is changed.
  lanes.forEach((lane) => set(lane, 0, false));
  const close = lanes.filter((lane) => endOf(lane) > lane.height - lane.bandHeight);
  close.forEach((lane) => set(lane, gutterOf(lane.content.rows?.words ?? ['']), false));
  const full = close.filter((lane) => endOf(lane) > lane.height);
  full.forEach((lane) => set(lane, gutterOf(['1']), true));
}

/** How far down the words beside a lane reach, in pixels. */
function endOf({ row: { caption, area } }: Lane): number {
  const equivalents = caption.parentElement?.querySelector('.equivalents:not([hidden])') ?? caption;
  return equivalents.getBoundingClientRect().bottom - area.getBoundingClientRect().top;
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
  const texts = windows.flatMap(({ to, text }) =>
    text === undefined ? [] : [since(to, span, wordsAt('used', text.words, text.column / width))],
  );
  // Every other window is shaded, and keeps its shade when the view moves.
  const shaded = windows.filter(({ from, to }) => ((from / (to - from)) & 1n) === 1n);
  return [
    ...shaded.map(({ from, to }) => timeRange('window', span, from, to)),
    ...texts,
    ...(bracket === undefined
      ? []
      : [since(bracket.to, span, timeRange('bracket', span, bracket.from, bracket.to, NARROWEST_BRACKET / width))]),
    ...(bracket?.text === undefined
      ? []
      : [since(bracket.to, span, wordsAt('broke', bracket.text.words, bracket.text.column / width))]),
    ...(budget === undefined ? [] : [since(span.to, span, wordsAt('budget', budget.words))]),
    ...(in_band === undefined ? [] : [since(span.to, span, wordsAt('in-band', in_band))]),
    ...(after === undefined ? [] : [since(span.to, span, wordsAt('later', after))]),
  ];
}

const named = new WeakMap<Lane, { element: HTMLElement; places: string | undefined }>();

/**
 * The names of rows left of the lane, or their numbers if they do not fit. They are not part of its area, which may be
 * faint.
 */
function nameRows(lane: Lane, words: string[], places: string | undefined): void {
  const known = named.get(lane) ?? { element: make('div', 'names'), places: undefined };
  named.set(lane, known);
  if (known.places === places) return;
  known.places = places;
  known.element.ariaHidden = 'true';
  lane.row.element.append(known.element);
  known.element.style.setProperty('--marks', `${lane.height - lane.bandHeight + ABOVE_BAND}px`);
  known.element.style.setProperty('height', `${lane.bandHeight - ABOVE_BAND}px`);
  const extents = extentsOf(lane.content, lane.bandHeight - ABOVE_BAND);
  known.element.replaceChildren(
    ...words.map((text, row) => {
      const element = make('span', 'of-row');
      element.dataset.number = String(row + 1);
      element.append(Object.assign(make('i', ''), { textContent: nameOf(text) }));
      element.style.setProperty('top', `${(extents[row].top + extents[row].foot - ROW_WORDS) / 2}px`);
      return element;
    }),
  );
}

/** The words above rows for what is drawn there. */
function causeLabels(lane: Lane, { outage, ticks }: Causes): HTMLElement[] {
  const why =
    outage !== undefined
      ? causeAt(outage[0], 'store down')
      : ticks?.[0] === undefined
        ? undefined
        : causeAt(ticks[0], 'servers sync');
  why?.style.setProperty('top', `calc(100% - ${lane.bandHeight - ABOVE_BAND}px)`);
  return why === undefined ? [] : [why];
}

/** A label where a cause begins, or as near to it as it fits. */
function causeAt(share: number, words: string): HTMLElement {
  const element = wordsAt('cause', words);
  element.style.setProperty('left', `min(${100 * share}%, 100% - ${WORD_CHARACTER * words.length}px)`);
  return element;
}

/** The width that the names of rows take left of a lane, in pixels. */
function gutterOf(words: string[]): number {
  return WORD_CHARACTER * Math.max(...words.map((text) => nameOf(text).length)) + ROW_NAME_ASIDE + ROW_NAME_GAP;
}

/** The text before the counts of a row. */
function nameOf(words: string): string {
  return words.split(': ')[0];
}

/** Marks a label that is true from an instant on: a playhead hides it before. */
function since(time: bigint, span: Span, label: HTMLElement): HTMLElement {
  label.dataset.since = String(shareOf(span, time));
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

/** An interval, clipped to the view and at least this fraction of it. */
function timeRange(kind: string, span: Span, from: bigint, to: bigint, least = 0): HTMLElement {
  const element = make('div', kind);
  const [begin, end] = [Math.max(0, shareOf(span, from)), Math.min(1, shareOf(span, to))];
  const share = Math.max(end - begin, least);
  element.style.setProperty('left', `${100 * Math.max(0, (begin + end - share) / 2)}%`);
  element.style.setProperty('width', `${100 * share}%`);
  return element;
}
