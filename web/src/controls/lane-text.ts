/** A lane and its layers as text, after a change to one of their options. */
import type { Bounds, Lane, Parameter, Scenario } from '../engine/index.ts';

/** A form's changes to a limiter. An empty option is reset. */
export interface LaneChange {
  algorithm?: string;
  name?: string;
  options?: Record<string, string>;
  key?: string;
  /** Where its state is stored; empty for the servers' choice. */
  state?: string;
}

export function parametersOf(bounds: Bounds | undefined, algorithm: string): Parameter[] {
  return bounds?.limiters.find((limiter) => limiter.algorithm === algorithm)?.parameters ?? [];
}

/** The text of a limiter with its own options. Another limiter keeps those of them that it has. */
export function laneText(lane: Lane, bounds: Bounds | undefined, change: LaneChange = {}): string {
  const { algorithm = lane.algorithm, name = lane.name ?? '', options: changed = {}, key = lane.key } = change;
  const rows = parametersOf(bounds, algorithm);
  const values = new Map(
    lane.settings
      .filter(({ own, value }) => own && value !== undefined)
      .map((setting) => [setting.name, printed(setting, rows)]),
  );
  for (const [option, value] of Object.entries(changed)) values.set(option, value);
  const options = rows.flatMap((row) => (values.get(row.name) ? [`${row.name}=${values.get(row.name)}`] : []));
  const state = change.state ?? lane.store?.text ?? '';
  const counts = key === 'client' ? [] : [`key=${key}`];
  const lives = state === '' ? [] : [`state=${state}`];
  return [...(name === '' ? [] : [`${name}:`]), algorithm, ...options, ...counts, ...lives].join(' ');
}

function printed({ name, value = '' }: { name: string; value?: string | undefined }, rows: Parameter[]): string {
  return `${value}${rows.find((row) => row.name === name)?.unit === 'nanoseconds' ? 'ns' : ''}`;
}

/** The text of a lane of several limiters. */
export function groupedText({ algorithm, store }: Lane, members: string[], state = store?.text ?? ''): string {
  const between = algorithm === 'layers' ? ' then ' : ' + ';
  return `${algorithm}(${members.join(between)})${state === '' ? '' : ` state=${state}`}`;
}

/** The distinct keys of a scenario's lanes, without lanes of several limiters, whose members have their own keys. */
export function keysOf({ lanes }: Scenario): Lane['key'][] {
  return [...new Set(lanes.filter(isSingle).map(({ key }) => key))];
}

/** The field `lanes` with the same key for all lanes. Lanes of several limiters are unchanged. */
export function lanesCounting({ lanes }: Scenario, bounds: Bounds | undefined, key: string): string {
  return lanes.map((lane) => (isSingle(lane) ? laneText(lane, bounds, { key }) : lane.text)).join(', ');
}

function isSingle({ members }: Lane): boolean {
  return members.length === 0;
}
