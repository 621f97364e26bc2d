/** The explanations of the parts of the picture, shown when the user points at one. */
import type { Card, Engine, Lane, Result } from '../engine/index.ts';
import type { Beside, Pointed } from '../plot/index.ts';
import { count, duration, instant, listed, outcomes, requestName } from '../words/index.ts';
import { OTHERS } from '../words/topology.ts';
import type { FigureContext } from './context.ts';
import { hasOwnStates, rowNote, storeOf } from './rows.ts';

export interface Note {
  title: string;
  text: string;
}

/** The data for notes. */
type Noted = Pick<FigureContext, 'engine' | 'result' | 'scenario' | 'plot'>;

/** A part of a lane: inside it, or beside it. */
export type Part = NonNullable<Pointed['spot']> | Pick<Beside, 'part'>;

/** The client whose budget is drawn. */
const CLIENT = 0;

export async function noteOf(figure: Noted, lane: number, part: Part, time: bigint): Promise<Note | undefined> {
  const { engine, result } = figure;
  const state = figure.plot?.shown;
  if (engine === undefined || result?.complete !== true) return undefined;
  switch (part.part) {
    case 'name':
      return { title: result.lanes[lane]?.title ?? '', text: (await engine.ask('about', lane)).rule };
    case 'peak':
      return peakOf(figure, lane);
    case 'equivalents':
      return { title: 'Equivalent limiters', text: equivalentsOf(result, lane) };
    case 'edge':
      return {
        title: 'Window edge',
        text: `A window ends at ${instant(part.time)}, and the next begins. ${
          EDGES[algorithmOf(figure, lane)] ?? ''
        }`.trim(),
      };
    case 'bracket':
      return { title: 'Above the limit', text: state?.lanes[lane]?.picture.labels?.bracket?.says ?? '' };
    case 'column':
      return columnOf(part);
    case 'row': {
      const rows = state?.lanes[lane]?.picture.rows;
      if (state === undefined || rows === undefined) return undefined;
      const note = rowNote(state, rows, storeOf(figure.scenario, lane), part, time);
      const isOwn = rows.kind === 'servers' && hasOwnStates(figure.scenario, lane) && part.column === undefined;
      const own = isOwn ? await engine.ask('anatomy', lane, CLIENT, time, part.row) : undefined;
      return own === undefined ? note : { ...note, text: `${note.text} ${own.state}` };
    }
    case 'band':
      return { title: `Budget${whose(figure, lane)}`, text: await stateAt(figure, engine, lane, time) };
    case 'window':
      return {
        title: `Window from ${instant(part.from)} to ${instant(part.to)}${whose(figure, lane)}`,
        text: await stateAt(figure, engine, lane, time),
      };
  }
}

/** The parts of a lane that can be explained at an instant, in the order in which the keyboard goes through them. */
export function partsOf({ plot }: Noted, lane: number, time: bigint): Part[] {
  const { labels, rows } = plot?.shown?.lanes[lane]?.picture ?? {};
  const window = labels?.windows.find(({ from, to }) => time >= from && time < to);
  return [
    { part: 'name' },
    ...(rows?.words.map((_, row) => ({ part: 'row', row }) as const) ?? [{ part: 'band' } as const]),
    ...(window === undefined ? [] : [{ part: 'window', from: window.from, to: window.to } as const]),
    ...(labels?.bracket === undefined ? [] : [{ part: 'bracket' } as const]),
    { part: 'peak' },
  ];
}

/** Describes what happens at the edge of a window. */
const EDGES: Record<string, string | undefined> = {
  fixed_window: 'The fixed window starts again from zero.',
  sliding_window_counter: 'The counter still counts a share of the previous window.',
};

function algorithmOf({ scenario }: Noted, lane: number): string {
  return scenario?.lanes[lane]?.algorithm ?? '';
}

function equivalentsOf({ lanes }: Result, lane: number): string {
  const names = lanes.filter(({ equivalentTo }) => equivalentTo === lane).map(({ title }) => title);
  return (
    `${listed(names)} decide every request the same way with these settings. Click to show each in its own ` +
    `lane, or all in one.`
  );
}

/** Lists the decisions of all lanes on a request that two of them decide differently, from its cards. */
export function differenceOf({ lanes }: Result, cards: readonly Card[]): Note | undefined {
  const those = (is: boolean) =>
    lanes.flatMap(({ title, equivalentTo }, lane) =>
      equivalentTo === lane && (cards[lane]?.outcome !== 'denied') === is ? [title] : [],
    );
  const [first] = cards;
  if (first === undefined) return undefined;
  return {
    title: `Limiters disagree: ${requestName(first).toLowerCase()} at ${instant(first.time)}`,
    text: `Let through by: ${listed(those(true))}. Denied by: ${listed(those(false))}.`,
  };
}

/** Names the state that is drawn if there are several: that of the first client, or of its group. */
function whose({ result, scenario }: Noted, lane: number): string {
  const groups = result?.lanes[lane]?.parts?.groups ?? [];
  const [first] = groups;
  const key = scenario?.lanes[lane]?.key;
  const isOne = groups.length > 0 ? groups.length === 1 && first?.clients === 1 : scenario?.clients === 1;
  if (isOne || key === 'everybody' || (key === 'group' && groups.length < 2)) return '';
  if (key === 'group') return `, ${first?.name ?? OTHERS}`;
  return `, first client${groups.length > 1 ? ` of ${first?.name ?? OTHERS}` : ''}`;
}

async function stateAt({ result, plot }: Noted, engine: Engine, lane: number, time: bigint): Promise<string> {
  const anatomy = await engine.ask('anatomy', lane, CLIENT, time < 0n ? 0n : time);
  if (anatomy !== undefined) return anatomy.state;
  const layers = result?.lanes[lane]?.parts?.layers.map(({ name }) => name) ?? [];
  if (layers.length > 1)
    return `A request has to pass ${layers.join(', then ')}. Click a request to see which of them refused it.`;
  const hasRows = plot?.shown?.lanes[lane]?.picture.rows !== undefined;
  return `Several states are in use here. ${
    hasRows ? 'Each server has a row below.' : 'Click a request to see which one was used.'
  }`;
}

function columnOf({ from, to, counts }: Extract<Part, { part: 'column' }>): Note {
  const all = counts.reduce((sum, part) => sum + part, 0);
  return { title: `From ${instant(from)} to ${instant(to)}`, text: `${count(all)} arrived here: ${outcomes(counts)}.` };
}

function peakOf(figure: Noted, lane: number): Note | undefined {
  const { result, scenario } = figure;
  const { measures } = result?.lanes[lane] ?? {};
  if (measures === undefined || scenario === undefined) return undefined;
  const {
    bound,
    is_over: isOver,
    limit,
    most: { cost, from, to },
  } = measures;
  const when = from === to ? `at ${instant(from)}` : `from ${instant(from)} to ${instant(to)}`;
  const most =
    whose(figure, lane) === ''
      ? `${count(cost)} got through`
      : `One ${scenario.lanes[lane]?.key ?? 'client'} got ${count(cost)}`;
  const whole = `The dotted mark is the whole budget, ${count(limit.amount)}.`;
  const more =
    cost <= limit.amount
      ? ''
      : `${
          isOver
            ? ' This is more than its limit.'
            : comesBack(scenario.lanes[lane])
              ? ' Budget that comes back within that time may pass too.'
              : ''
        }${states(figure, lane)}`;
  const worst =
    bound === undefined
      ? 'There is no upper bound: concurrent requests can bypass the counter.'
      : `The tick is the worst case, ${count(bound)}.`;
  return { title: `Peak in any ${duration(limit.period)}`, text: `${most}, ${when}. ${whole}${more} ${worst}` };
}

/** Why several servers let more through than one. */
function states({ scenario }: Noted, lane: number): string {
  return hasOwnStates(scenario, lane) ? ' Each server has its own state.' : '';
}

/** Whether a limiter is made of buckets, which get back what was used little by little. */
function comesBack(lane: Lane | undefined): boolean {
  const limiters = lane === undefined ? [] : [lane, ...lane.members];
  return limiters.every(({ settings }) => settings.every(({ role }) => role !== 'limit'));
}
