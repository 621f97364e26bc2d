/** A policy as the Rust that makes it: `TokenBucket::new(10, 1, SECOND)?`. */
import type { Deployment, LimiterSetting, LimiterSettings } from '../../engine/index.ts';

export interface RustText {
  /** An expression in a function that may fail. */
  expression: string;
  /** Its imports from `ratelab_limiter`, sorted. */
  uses: string[];
}

const SECOND = 1_000_000_000n;

export function rustText({ algorithm, limiters }: Pick<Deployment, 'algorithm' | 'limiters'>): RustText {
  const [only] = limiters;
  const isJoined = algorithm === 'all_of' || algorithm === 'layers';
  const expression = isJoined || only === undefined ? joined(algorithm, limiters) : constructed(only);
  return { expression, uses: namesIn(expression) };
}

function joined(algorithm: string, limiters: readonly LimiterSettings[]): string {
  const lines = limiters.map((limiter) => `    ${constructed(limiter)}.into(),\n`).join('');
  return `AllOf::new(vec![\n${lines}])?${algorithm === 'layers' ? '.in_order()' : ''}`;
}

/** The arguments of a constructor are the first settings, up to a length of time; the others are options. */
function constructed({ algorithm, settings }: LimiterSettings): string {
  const count = settings.findIndex(({ role }) => role === 'period') + 1;
  const given = settings.slice(0, count).map(literal).join(', ');
  const isByInterval = settings.some(({ name, value }) => name === 'refill' && value === 'interval');
  const made = isByInterval ? `with_refill(Refill::Interval, ${given})?` : `new(${given})?`;
  const options = settings.slice(count).map((setting) => option(settings, setting));
  return `${typeName(algorithm)}::${made}${options.join('')}`;
}

/** The method that sets an option; empty where the option has its default. */
function option(settings: readonly LimiterSetting[], setting: LimiterSetting): string {
  const number = literal(setting);
  switch (`${setting.name}=${setting.value}`) {
    case 'align=first':
      return '.align(Align::First)';
    case 'rounding=exact':
      return '.rounding(Rounding::Exact)';
    case 'count_denied=yes':
      return '.count_denied(true)';
    case 'created_at=0':
    case 'undelayed=0':
      return '';
  }
  switch (setting.name) {
    case 'initial':
      return setting.value === settings.find(({ role }) => role === 'burst')?.value ? '' : `.initial(${number})?`;
    case 'created_at':
      return `.created_at(${number})`;
    case 'undelayed':
      return `.undelayed(${number})?`;
    case 'max_wait':
      return `.max_wait(Some(${number}))?`;
    default:
      return '';
  }
}

/** `token_bucket` is `TokenBucket`. */
function typeName(algorithm: string): string {
  return algorithm
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** A value as a program has it: a time in seconds, if it is a whole number of them. */
function literal({ unit, value }: LimiterSetting): string {
  if (!/^\d+$/.test(value)) return value;
  const number = BigInt(value);
  if (unit !== 'nanoseconds' || number === 0n || number % SECOND !== 0n) return grouped(number);
  return number === SECOND ? 'SECOND' : `${grouped(number / SECOND)} * SECOND`;
}

/** `1_000_000` */
function grouped(number: bigint): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '_');
}

/** Types and constants begin with a capital; variants of a type follow its name. */
function namesIn(expression: string): string[] {
  const names = expression.match(/(?<![\w:])[A-Z]\w*/g) ?? [];
  return [...new Set(names)].filter((name) => name !== 'Some').sort();
}
