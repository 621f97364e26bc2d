/** The rows of a lane, one for each server or layer: what is in them, and what each says of itself. */
import type { LanePicture, Scenario, Store } from '../engine/index.ts';
import type { ColumnSpot, PlotState, RowSpot } from '../plot/index.ts';
import { PER_COLUMN } from '../plot/columns.ts';
import { shareOf } from '../plot/span.ts';
import { count, duration, instant, outcomes } from '../words/index.ts';

type Rows = NonNullable<LanePicture['rows']>;

/** Where the state of a lane is stored. */
export function storeOf(scenario: Scenario | undefined, lane: number): Store | undefined {
  return scenario?.lanes[lane]?.store ?? scenario?.servers.store;
}

/** Whether each of several servers decides by its own state. */
export function hasOwnStates(scenario: Scenario | undefined, lane: number): boolean {
  const kind = storeOf(scenario, lane)?.kind;
  return (scenario?.servers.count ?? 1) > 1 && (kind === 'local' || kind === 'sync');
}

/** How many requests a column has. */
export function sumOf({ counts }: ColumnSpot): number {
  return counts.reduce((sum, part) => sum + part, 0);
}

/** Returns the note of a row, or of a column in it, at an instant. */
export function rowNote(
  state: PlotState,
  { kind, words, columns }: Rows,
  store: Store | undefined,
  { row, column }: RowSpot,
  time: bigint,
): { title: string; text: string } {
  const titled = (text: string) => (kind === 'servers' ? capital(text) : text);
  const [name = ''] = words[row].split(': ');
  if (column !== undefined) {
    const text = `${count(sumOf(column))} arrived here: ${outcomes(column.counts)}.`;
    return { title: `${titled(name)}, from ${instant(column.from)} to ${instant(column.to)}`, text };
  }
  const what = kind === 'layers' && row > 0 ? 'Requests that passed the layers before it: ' : '';
  const since = state.outside?.before === undefined ? 'so far' : `since ${instant(state.span.from)}`;
  const text = `${what}${outcomes(until(columns[row], shareOf(state.span, time)))} ${since}. ${causeAt(store, time)}`;
  return { title: titled(words[row]), text: text.trim() };
}

/** The outcomes in a share of the columns. */
function until(columns: Uint32Array, share: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  const end = PER_COLUMN * Math.min(columns.length / PER_COLUMN, Math.ceil((share * columns.length) / PER_COLUMN));
  for (let at = 0; at < end; at += 1) sums[at % PER_COLUMN] += columns[at];
  return sums;
}

const MEANWHILE = {
  open: 'servers let everything through',
  closed: 'servers refuse everything',
  local: 'each server decides by its own state',
};

/** Describes the store at an instant, if that explains something. */
function causeAt(store: Store | undefined, time: bigint): string {
  const { kind, every = 0n, from = 0n, to = 0n, fallback = 'open' } = store ?? {};
  if (kind === 'sync') return `Servers sync every ${duration(every)}.`;
  if (kind !== 'down' || time < from || time >= to) return '';
  return `The store is down from ${instant(from)} to ${instant(to)}: ${MEANWHILE[fallback]}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
