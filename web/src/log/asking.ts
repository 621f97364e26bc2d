/** How each topic of the log page is asked of the engine, and where its answer is stored. */
import { columnsOf } from './columns.ts';
import type { LogState } from './state.ts';
import type { LogEngine } from './types.ts';

/** The topics, the most urgent first. */
export const QUICK = [
  'formats',
  'overview',
  'peaks',
  'thresholds',
  'effects',
  'overTime',
  'busiest',
  'scenarios',
] as const;
/** Topics that may take seconds for a large log, or are asked once: they run next to the others, which do not wait. */
export const SLOW = ['ranges', 'compare', 'frontier'] as const;
export const ONCE = ['infer'] as const;
/** If one of these is asked again while it is in progress, nothing waits for its older answer, which is dropped. */
export const IMPATIENT: readonly Topic[] = ['scenarios', ...SLOW, ...ONCE];
export type Topic = (typeof QUICK)[number] | (typeof SLOW)[number] | (typeof ONCE)[number];

/** More points than fit in a chart. */
const POINTS = 400;
/** The maximum number of clients that can be opened in the playground. */
const SCENARIOS = 50;
const NOTHING = (): void => undefined;

/** Asks about the current limit, and returns a function that applies the answer. */
export async function ask(state: LogState, topic: Topic, engine: LogEngine): Promise<() => void> {
  const { limit, algorithm, tolerance, timeRanges, overview } = state;
  const { period, burst } = limit;
  switch (topic) {
    case 'formats':
      return engine.ask('formats').then((formats) => () => (state.formats = formats));
    case 'overview':
      return engine.ask('overview').then((early) => () => state.takeEarly(early));
    case 'peaks':
      return engine.ask('peaks', period, POINTS).then((answer) => () => (state.peaks = { period, answer }));
    case 'thresholds':
      return engine
        .ask('thresholds', period, burst)
        .then((answer) => () => (state.thresholds = { period, burst, answer }));
    case 'effects':
      return engine.ask('effects', limit).then((answer) => () => (state.effects = { limit, answer }));
    case 'ranges':
      if ((overview?.slack ?? 0) === 0) return NOTHING;
      return engine.ask('ranges', limit).then((answer) => () => (state.ranges = { limit, answer }));
    case 'overTime':
      return askOverTime(state, engine);
    case 'busiest':
      return engine
        .ask('busiest', limit, algorithm, state.rows)
        .then((answer) => () => (state.busiest = { limit, algorithm, answer }));
    case 'frontier':
      return engine
        .ask('frontier', period, tolerance, limit.amount)
        .then((answer) => () => (state.frontier = { period, tolerance, answer }));
    case 'compare':
      if (timeRanges === undefined) return NOTHING;
      return engine.ask('compare', ...timeRanges, limit).then((answer) => () => (state.parts = { limit, answer }));
    case 'infer':
      return engine.ask('infer').then((inference) => () => (state.inference = inference));
    case 'scenarios':
      return askScenarios(state, engine);
  }
}

async function askOverTime(state: LogState, engine: LogEngine): Promise<() => void> {
  const { limit, algorithm, overview } = state;
  if (overview === undefined) return NOTHING;
  const columns = columnsOf(overview);
  const answer = await engine.ask('overTime', limit, algorithm, columns.count, [columns.from, columns.to]);
  return () => (state.overTime = { limit, algorithm, columns, answer });
}

async function askScenarios(state: LogState, engine: LogEngine): Promise<() => void> {
  const { limit } = state;
  const clients = (state.busiest?.answer ?? []).slice(0, SCENARIOS).map(({ client }) => client);
  const texts = await engine.ask('scenarios', clients, limit);
  const answer = new Map(clients.map((client, at) => [client, texts[at] ?? '']));
  return () => (state.scenarios = { limit, answer });
}
