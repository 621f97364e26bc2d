/**
 * The numbers of the needs, with what a field and a slider have to know of each. What is no number at all is refused
 * here: in the text of the needs it could be read as something else.
 */
import { parameterWith } from '../../controls/parameters.ts';
import type { Bounds, Needs } from '../../engine/index.ts';
import { UNITS, count, duration, expected } from '../../words/index.ts';
import { needNamed } from './needs.ts';
import type { NeedName } from './needs.ts';

/** A number of a need, and its index among the need's numbers. */
export interface Part {
  need: NeedName;
  place: number;
}

export interface Quantified {
  label: string;
  unit: 'requests' | 'nanoseconds';
  value: bigint;
  minimum: bigint;
  maximum: bigint;
  /** The need's value with another text for this number. */
  put: (text: string) => string;
}

/** The faults of numbers as last typed, by the keys of their parts. */
export type Faults = ReadonlyMap<string, string>;

/** The core accepts more bytes and clients, but the bindings pass them as numbers, which are exact up to here. */
const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const LONGEST = 18_446_744_073_709_551_615n;
const DAY = 86_400_000_000_000n;
const MOST_DECIMALS = 4;

export function keyOfPart({ need, place }: Part): string {
  return `${need} ${place}`;
}

/** The label of the number with this key. */
export function labelOf(key: string, needs: Needs): string {
  const [name, place] = key.split(' ');
  const need = needNamed(name)?.name;
  if (need === undefined) return '';
  return need === 'deny' ? 'Denied' : quantified({ need, place: Number(place) }, needs).label;
}

/** Without the bounds, which come with the module that runs scenarios, only the core checks the maximum of a number. */
export function quantified({ need, place }: Part, needs: Needs, bounds?: Bounds): Quantified {
  const { maximum: most = MOST_EXACT } = parameterWith('limit', bounds) ?? {};
  const whole = (label: string, value: number | undefined, put: Quantified['put'], maximum = most): Quantified => ({
    label,
    unit: 'requests',
    value: BigInt(value ?? 1),
    minimum: 1n,
    maximum,
    put,
  });
  const time = (label: string, value: bigint | undefined, put: Quantified['put'], minimum = 1n): Quantified => ({
    label,
    unit: 'nanoseconds',
    value: value ?? 0n,
    minimum,
    maximum: LONGEST,
    put,
  });
  const { never, memory, servers } = needs;
  switch (need) {
    case 'never':
      if (place === 1) return time('In any', never?.period, (text) => `${never?.amount ?? 1}/${text}`);
      return whole('At most', never?.amount, (text) => `${text}/${never?.period ?? 1n}ns`);
    case 'delay':
      return time('Longest wait', needs.delay, (text) => text, 0n);
    case 'memory':
      if (place === 1)
        return whole('Clients', memory?.clients, (text) => `${memory?.bytes ?? 1} for ${text}`, MOST_EXACT);
      return whole('Bytes per client', memory?.bytes, (text) => `${text} for ${memory?.clients ?? 1}`, MOST_EXACT);
    case 'servers':
      if (place === 1) return time('They sync every', servers?.sync, (text) => `${servers?.count ?? 1} sync ${text}`);
      return whole(
        'Servers',
        servers?.count,
        (text) => `${text}${servers?.sync === undefined ? '' : ` sync ${servers.sync}ns`}`,
        bounds === undefined ? most : BigInt(bounds.most_servers),
      );
    default:
      return whole('At once', needs.burst, (text) => text);
  }
}

/** The error in the text of a number, as a sentence; undefined if the core should check it. */
export function faultIn({ unit, minimum, maximum }: Quantified, text: string): string | undefined {
  if (unit === 'nanoseconds')
    return isTime(text, minimum, maximum)
      ? undefined
      : `Expected a time from ${duration(minimum)} to ${count(maximum / DAY)} days.`;
  const isWhole = /^\d+$/.test(text) && BigInt(text) >= minimum && BigInt(text) <= maximum;
  return isWhole ? undefined : expected(unit, minimum, maximum);
}

/** The same for a share in per cent. */
export function faultInShare(text: string): string | undefined {
  const isShare = /^\d*\.?\d+$/.test(text) && Number(text) <= 100;
  if (!isShare) return 'Expected a number from 0 to 100.';
  const decimals = text.split('.')[1] ?? '';
  return decimals.length > MOST_DECIMALS ? 'Expected at most four decimals.' : undefined;
}

/** Digits and a unit. At the very ends of the range the core says more exactly what fits. */
function isTime(text: string, minimum: bigint, maximum: bigint): boolean {
  const [, number, unit] = /^(\d*\.?\d+)([a-z]+)$/.exec(text) ?? [];
  const length = UNITS.find(({ name }) => name === unit)?.length;
  const time = length === undefined ? NaN : Number(number) * Number(length);
  return time >= Number(minimum) && time <= Number(maximum);
}

export function withFault(faults: Faults, key: string, sentence: string): Faults {
  return new Map([...faults, [key, sentence]]);
}

/** Without the fault of a number that is right now, and without those of needs that were left out. */
export function withoutFault(faults: Faults, key: string, needs: Needs): Faults {
  const isStated = (other: string) => needNamed(other.split(' ')[0])?.print(needs) !== undefined;
  return new Map([...faults].filter(([other]) => other !== key && isStated(other)));
}
