/** An engine in memory for tests of "Your log": answers are made up by simple rules, always the same. */
import type { Known, Settings } from '../src/log/address.ts';
import { ReadingFault } from '../src/engine/logs/types.ts';
import type {
  Answer,
  Asked,
  Effect,
  Limit,
  LogEngine,
  Overview,
  Progress,
  Question,
  Questions,
  Reading,
  Source,
} from '../src/engine/logs/types.ts';

const MINUTE = 60_000_000_000n;
const START = 1_772_496_000_000_000_000n;
const CLIENTS = 18_204;
const REQUESTS = 1_204_331;
const NAMES = [
  'fixed_window',
  'sliding_window_log',
  'sliding_window_counter',
  'token_bucket',
  'leaky_bucket_meter',
  'leaky_bucket_queue',
  'gcra',
];
const STRICT = [0.93, 1, 0.98, 1, 1, 1, 1];
const BUSIEST = [2310, 412, 88, 51, 48];

/** The limiters of the page. */
/** What the page knows of the core when it reads an address. */
export const KNOWN: Known = { algorithms: ['fixed_window', 'token_bucket', 'gcra'], mostMargin: 1_000 };
/** The settings that a page begins with. */
export const USUAL: Settings = {
  limit: { amount: 60, period: MINUTE, burst: 20 },
  algorithm: 'token_bucket',
  reading: { key: 'client', format: 'auto', limited: '' },
  tolerance: undefined,
  margin: 20,
};

export const OVERVIEW: Overview = {
  format: { name: 'combined', title: 'nginx and Apache combined' },
  bytes: 231_000_000,
  lines: 1_204_643,
  requests: REQUESTS,
  clients: CLIENTS,
  from: START,
  to: START + 86_399_000_000_000n,
  unparsed: 312,
  samples: [
    {
      line: 17,
      text: '203.0.113.7 - - [03/Mar/2026:00:00:41 +0000] "\\x16\\x03\\x01\\x02',
      expected: 'a closing quote',
      at: 63,
    },
    { line: 90_412, text: '198.51.100.23 - - [03/Mar/2026:01:7', expected: 'a time of the day', at: 34 },
  ],
  other: 2,
  slack: 999_999,
  timing: 'corrected',
  disorder: { lines: 1_208, most: 3_200_000 },
  limited: 4_812,
  leftOut: 0,
  costs: false,
  capped: 0,
  withoutKey: 0,
  withoutCost: 0,
  complete: true,
};

function peakOf(rank: number, period: bigint): number {
  const minute = rank <= BUSIEST.length ? BUSIEST[rank - 1] : 48 * (rank / 5) ** -0.43;
  return Math.max(1, Math.round(minute * (Number(period) / Number(MINUTE)) ** 0.7));
}

function thresholdsOf(period: bigint, burst: number, strict: number, isBucket: boolean): Uint32Array {
  return Uint32Array.from({ length: CLIENTS }, (_, index) =>
    Math.max(1, Math.round(peakOf(index + 1, period) * strict - (isBucket ? burst * 0.2 : 0))),
  );
}

function effectOf({ amount, period, burst }: Limit, index: number, share = 1, isRange = false): Effect {
  const least = thresholdsOf(period, burst, STRICT[index], index > 2);
  const over = least.filter((one) => one > amount);
  const denied = Math.round(over.reduce((sum, one) => sum + (one - amount) * 4.2, 0) * share);
  const open = isRange && index === 2 ? Math.ceil(denied * 0.05) : 0;
  return {
    algorithm: NAMES[index],
    clients: { least: over.length, most: over.length + (isRange && index === 2 && over.length > 0 ? 1 : 0) },
    denied: { least: denied, most: denied + open },
    ...(index === 5 && !isRange && { longestWait: 19_000_000_000n }),
  };
}

const ANSWERS: Pick<Questions, Question> = {
  formats: () => [
    {
      name: 'combined',
      title: 'nginx and Apache combined',
      example: '203.0.113.7 - - [03/Mar/2026:00:00:41 +0000] "GET / HTTP/1.1" 200 612 "-" "curl/8.5.0"',
    },
    {
      name: 'alb',
      title: 'AWS Application Load Balancer',
      example:
        'h2 2026-03-03T00:00:41.123456Z app/lb/50dc 203.0.113.7:39817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 ' +
        '"GET https://example.com:443/ HTTP/2.0"',
    },
    {
      name: 'json',
      title: 'JSON lines with chosen fields',
      example: '{"ts":"2026-03-03T00:00:41Z","ip":"203.0.113.7","status":200}',
    },
  ],
  overview: () => ({ ...OVERVIEW, complete: false }),
  peaks: (period, points) => {
    const all = Array.from({ length: points }, (_, index) => Math.round(CLIENTS ** (index / (points - 1))));
    const ranks = Uint32Array.from([...new Set(all)]);
    return { ranks, peaks: ranks.map((rank) => peakOf(rank, period)) };
  },
  thresholds: (period, burst) =>
    NAMES.map((algorithm, index) => ({ algorithm, least: thresholdsOf(period, burst, STRICT[index], index > 2) })),
  effects: (limit) => NAMES.map((_, index) => effectOf(limit, index)),
  ranges: (limit) => NAMES.map((_, index) => effectOf(limit, index, 1, true)),
  overTime: (limit, algorithm, columns) => {
    const wave = (column: number) =>
      9_000 + 6_000 * Math.sin((column / columns) * Math.PI * 2 - 1.9) + ((column * 7_919) % 1_300);
    const attack = (column: number) => (Math.abs(column / columns - 0.62) < 0.03 ? 8_000 : 0);
    const share = Math.min(1, 60 / limit.amount) * (algorithm === 'fixed_window' ? 0.8 : 1);
    return {
      allowed: Uint32Array.from({ length: columns }, (_, column) => wave(column) + attack(column) * (1 - share)),
      denied: Uint32Array.from({ length: columns }, (_, column) => attack(column) * share),
    };
  },
  busiest: ({ amount, period }, _algorithm, count) =>
    Array.from({ length: count }, (_, index) => {
      const peak = peakOf(index + 1, period);
      const names = [
        '203.0.113.7',
        '198.51.100.23',
        '192.0.2.140',
        '203.0.113.90',
        '198.51.100.4',
        '2001:db8:85a3:8d3:1319:8a2e:370:7348',
        '192.0.2.7',
        '192.0.2.9',
      ];
      const denied = Math.max(0, Math.round((peak - amount) * 4));
      return {
        client: index,
        name: names[index] ?? `192.0.2.${index}`,
        requests: Math.max(peak * 4, denied),
        peak,
        denied: { least: denied, most: denied },
      };
    }),
  frontier: (period, tolerance) =>
    NAMES.map((algorithm, index) => {
      const rates = Float64Array.from({ length: 40 }, (_, at) => 10 * 60 ** (at / 39));
      const size =
        (tolerance.kind === 'none' ? 9_000 : 7_000) *
        (index === 0 ? 1.7 : index === 1 ? 1.35 : index === 2 ? 1.2 : 1) *
        (Number(period) / Number(MINUTE)) ** 0.5;
      return { algorithm, rates, bursts: rates.map((rate) => Math.max(1, Math.round((size / rate) ** 0.9))) };
    }),
  propose: (period, _tolerance, margin) => ({
    limit: { amount: Math.round(100 * (1 + margin / 100)), period, burst: 52 },
    why:
      `Busiest of the others: 100 in a minute and 43 at once. With your margin of ${margin} % that is ` +
      `${Math.round(100 * (1 + margin / 100))} per minute with a burst of 52; it would have limited 2 clients.`,
  }),
  infer: () => [
    {
      sentence: 'Fixed window, 100 a minute, aligned to the minute: all 4,812 answers match.',
      matches: 4_812,
      total: 4_812,
      limit: { amount: 100, period: MINUTE, burst: 100 },
      algorithm: 'fixed_window',
      exact: true,
    },
    {
      sentence: 'Sliding window counter, 100 a minute: 4,790 of 4,812 answers match.',
      matches: 4_790,
      total: 4_812,
      limit: { amount: 100, period: MINUTE, burst: 100 },
      algorithm: 'sliding_window_counter',
      exact: false,
    },
  ],
  scenarios: (clients, { amount, burst }) =>
    clients.map((client) => `v=1\nlimit=${amount}/m\nburst=${burst}\ntraffic=${40 - client}@0s; 30@20s`),
  compare: (_first, _second, limit) => [
    {
      requests: 61_204,
      clients: 4_120,
      effects: NAMES.map((_, index) => effectOf(limit, index, 0)).map((effect) => ({
        ...effect,
        clients: { least: 0, most: 0 },
      })),
    },
    { requests: 143_871, clients: 4_502, effects: NAMES.map((_, index) => effectOf(limit, index)) },
  ],
};

export class FakeLogs implements LogEngine {
  /** Every question that was asked, in order. */
  readonly asked: Question[] = [];
  reading: Reading | undefined;
  private isCancelled = false;

  /** @param pause waits between the steps of a reading and before an answer */
  constructor(private readonly pause: () => Promise<void> = () => Promise.resolve()) {}

  async read(_source: Source, reading: Reading, onProgress: (progress: Progress) => void): Promise<Overview> {
    if (reading.pattern === '?')
      throw new ReadingFault(
        'pattern',
        'found "?", expected a variable such as "$remote_addr" or a field such as "time=ts"',
      );
    this.reading = reading;
    this.isCancelled = false;
    for (let part = 1; part <= 4; part += 1) {
      onProgress({
        bytes: (OVERVIEW.bytes * part) / 4,
        total: OVERVIEW.bytes,
        rows: Math.floor((OVERVIEW.requests * part) / 4),
      });
      await this.pause();
      if (this.isCancelled) return { ...OVERVIEW, complete: false };
    }
    return OVERVIEW;
  }

  cancel(): void {
    this.isCancelled = true;
  }

  async ask<Q extends Question>(question: Q, ...asked: Asked<Q>): Promise<Answer<Q>> {
    this.asked.push(question);
    await this.pause();
    return (ANSWERS[question] as (...asked: Asked<Q>) => Answer<Q>)(...asked);
  }
}
