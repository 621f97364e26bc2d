/** Formats lanes and their settings. */
import type { Bounds, Card, Lane, Measures, Parameter, Scenario } from '../engine/index.ts';
import { count, counted, decimal } from './numbers.ts';
import { duration } from './times.ts';

/** A parameter name of the bounds table as a label: `count_denied` is `Count denied`. */
export function label(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A value of a parameter, with its unit. */
export function setting(parameter: Parameter | undefined, value: string): string {
  if (parameter?.unit === 'nanoseconds') return duration(BigInt(value));
  return parameter?.unit === 'requests' ? count(BigInt(value)) : value.replaceAll('_', ' ');
}

/** The options that the lane itself sets, such as `rounding exact`. They distinguish two lanes of the same limiter. */
export function own(lane: Lane, parameters: Parameter[]): string {
  return [settingsOf(lane, parameters), lane.topology ?? ''].filter((part) => part !== '').join('; ');
}

function settingsOf(lane: Lane, parameters: Parameter[]): string {
  if (lane.members.length > 0)
    return lane.members.map(({ name, title }) => name ?? title).join(lane.algorithm === 'layers' ? ', then ' : ' and ');
  const settings = lane.settings.filter((setting) => setting.own && setting.value !== undefined);
  const row = (name: string) => parameters.find((parameter) => parameter.name === name);
  return settings
    .map(({ name, value }) => `${name.replaceAll('_', ' ')} ${setting(row(name), value ?? '')}`)
    .join(', ');
}

/** Names of the lanes, with options where titles alone are ambiguous. */
export function laneNames(
  lanes: { title: string }[],
  scenario: Scenario | undefined,
  bounds: Bounds | undefined,
): string[] {
  return lanes.map(({ title }, index) => {
    const isOnly = lanes.every((other, at) => at === index || other.title !== title);
    const lane = scenario?.lanes[index];
    const table = bounds?.limiters.find(({ algorithm }) => algorithm === lane?.algorithm);
    const mine = lane === undefined || isOnly ? '' : own(lane, table?.parameters ?? []);
    return mine === '' ? title : `${title}, ${mine}`;
  });
}

/** Names one after the other: `Fixed window, GCRA and Token bucket`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The number of a request in the traffic and, where its client tried again, of the attempt. */
export function requestName({ traffic_request, attempt }: Pick<Card, 'traffic_request' | 'attempt'>): string {
  const request = `Request ${count(traffic_request + 1)}`;
  return attempt > 1 ? `${request}, attempt ${count(attempt)}` : request;
}

/** The outcomes of a lane in a few words: `12 allowed, 3 delayed, 5 denied`. */
export function outcomes([allowed, denied, delayed]: readonly [number, number, number]): string {
  const later = delayed > 0 ? `, ${count(delayed)} delayed` : '';
  return `${count(allowed)} allowed${later}, ${count(denied)} denied`;
}

/** The same where clients retry, in requests and not in attempts: `440 got through in 2,378 attempts`. */
export function gotThrough([allowed, denied, delayed]: readonly [number, number, number]): string {
  return `${count(allowed + delayed)} got through in ${counted(allowed + denied + delayed, 'attempt')}`;
}

/** How many attempts a request became: `4.5`. */
export function attemptsForEach({ attempts, requests }: Pick<Measures, 'attempts' | 'requests'>): string {
  return requests === 0 ? 'none' : decimal(BigInt(attempts), BigInt(requests));
}
