/**
 * The state of the log page: the source and how it is read, the limit to try, and the engine's answers about both. A
 * change requests what it made obsolete, the most urgent first.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Superseded } from '../engine/types.ts';
import { printLimit, printSettings, readAddress, settingsOf } from './address.ts';
import type { Known, Stated } from './address.ts';
import { Agenda } from './agenda.ts';
import { IMPATIENT, ONCE, QUICK, SLOW, ask } from './asking.ts';
import type { Topic } from './asking.ts';
import type { Columns } from './columns.ts';
import { USUAL, USUAL_READING } from './defaults.ts';
import { emptyWords, errorWords, invalidWords } from './findings.ts';
import { convert, isSameLimit, limitedBy, usualTolerance } from './lookup.ts';
import { nameOf } from './sources.ts';
import { likelyTimeRanges } from './time-ranges.ts';
import { OF_EARLY, OF_PERIOD, agedBy } from './topics.ts';
import { ReadingFault } from './types.ts';
import type { At, BusyClient, Effect, Frontier, Inference, OverTime, Overview, Part, Peaks } from './types.ts';
import type { Format, Limit, LogEngine, Progress, Range, Reading, ReadingField, Source } from './types.ts';
import type { Proposed, Thresholds, TimeRange, Tolerance } from './types.ts';

/** Rows of the table of clients at first. */
const FEW = 8;
/** Milliseconds. */
const BETWEEN_WRITES = 250;

export class LogState implements ReactiveController {
  /** The settings as typed. */
  reading: Reading = USUAL_READING;
  /** The settings of the picture: newer input may be invalid, or still in progress. */
  inForce: Reading = USUAL_READING;
  limit: Limit = USUAL.limit;
  algorithm = USUAL.algorithm;
  chosenTolerance: Tolerance | undefined;
  /** In per cent. */
  margin = USUAL.margin;
  /** The settings in the link, until a log is opened. */
  stated: Stated | undefined;
  /** Rows of the table of clients. */
  rows = FEW;

  /** The name of the log, for the user. Never part of a link. */
  name = '';
  progress: Progress | undefined;
  overview: Overview | undefined;
  /** Errors in fields of the reading. The picture then shows the previous reading. */
  faults: ReadonlyMap<ReadingField, string> = new Map();
  notice: string | undefined;

  formats: Format[] = [];
  peaks: { period: bigint; answer: Peaks } | undefined;
  /** With the timestamps as given, and over their whole uncertainty, which takes longer. */
  effects: At<Effect[]> | undefined;
  ranges: At<Effect[]> | undefined;
  overTime: (At<OverTime> & { columns: Columns }) | undefined;
  busiest: At<BusyClient[]> | undefined;
  frontier: { period: bigint; tolerance: Tolerance; answer: Frontier[] } | undefined;
  inference: Inference[] = [];
  private proposal: Proposed | undefined;
  isProposing = false;
  timeRanges: [TimeRange, TimeRange] | undefined;
  parts: At<[Part, Part]> | undefined;
  /** Scenarios of the busiest clients, by the client's number. */
  scenarios: { limit: Limit; answer: ReadonlyMap<number, string> } | undefined;

  thresholds: { period: bigint; burst: number; answer: Thresholds[] } | undefined;

  /** The topic of the notice, which disappears when the topic is answered. */
  private failedTopic: Topic | undefined;
  /** A limit and its value before it was converted to another period, so that rounding does not accumulate. */
  private converted: { from: Limit; to: Limit } | undefined;
  private source: Source | undefined;
  /** Counts readings: events of older ones are dropped. */
  private readings = 0;
  /** The reading that the overview describes. */
  private shown = 0;
  private timer: number | undefined;
  /** The bytes after which the next early picture is due. */
  private due = 0;
  private readonly agendas = [QUICK, SLOW, ONCE].map((topics) => this.agendaOf(topics));

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly engine: () => LogEngine,
    private readonly known: Known,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('hashchange', this.load);
    this.load();
  }

  /** Once there is an engine. */
  begin(): void {
    this.add(['formats']);
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.load);
  }

  get tolerance(): Tolerance {
    return this.chosenTolerance ?? usualTolerance(this.overview?.clients ?? 2);
  }

  /** The proposal, while its limit is unchanged. It may be for earlier settings. */
  get proposed(): Proposed | undefined {
    return this.proposal !== undefined && isSameLimit(this.proposal.limit, this.limit) ? this.proposal : undefined;
  }

  /** How many clients the limit would limit: at once from the thresholds, more exactly when the engine has answered. */
  limitedOf(algorithm: string): Range | undefined {
    const effect = this.effectOf(algorithm);
    if (effect !== undefined) return effect.clients;
    const { thresholds, limit } = this;
    if (thresholds?.period !== limit.period || thresholds.burst !== limit.burst) return undefined;
    const threshold = thresholds.answer.find((one) => one.algorithm === algorithm);
    if (threshold === undefined) return undefined;
    const number = limitedBy(threshold.least, limit.amount);
    return { least: number, most: number };
  }

  /**
   * For each client, the least amount with which a limiter would not have limited it; of the previous period and burst
   * while new ones are requested.
   */
  leastOf(algorithm: string): Uint32Array | undefined {
    return this.thresholds?.answer.find((one) => one.algorithm === algorithm)?.least;
  }

  /** Whether the picture is of a log or reading that is being replaced. */
  get isStale(): boolean {
    return this.progress !== undefined && this.overview !== undefined && this.shown !== this.readings;
  }

  /** Whether an answer is about the current limit and limiter. */
  isNew(at: At<unknown> | undefined): boolean {
    return at !== undefined && isSameLimit(at.limit, this.limit) && (at.algorithm ?? this.algorithm) === this.algorithm;
  }

  /** The effect of a limiter at the limit; undefined until the engine has answered. */
  effectOf(algorithm: string): Effect | undefined {
    const effectOf = (at: At<Effect[]> | undefined) =>
      isSameLimit(at?.limit, this.limit) ? at?.answer.find((effect) => effect.algorithm === algorithm) : undefined;
    const effect = effectOf(this.effects);
    return effect && { ...effect, ...effectOf(this.ranges) };
  }

  open(source: Source): void {
    this.source = source;
    this.name = nameOf(source);
    // Results of the previous log must not be shown under this name.
    this.change({ overview: undefined, timeRanges: undefined, stated: undefined, rows: FEW });
    this.proposal = undefined;
    void this.read(this.reading);
  }

  /** Reads the log again in another way. */
  readAs(change: Partial<Reading>): void {
    this.reading = { ...this.reading, ...change };
    this.write();
    if (this.source !== undefined) void this.read(this.reading);
    this.host.requestUpdate();
  }

  cancel(): void {
    this.engine().cancel();
  }

  set(change: Partial<Limit>): void {
    const before = this.limit;
    this.limit = { ...before, ...change };
    if (isSameLimit(before, this.limit)) return;
    this.write();
    this.want(...agedBy(before, this.limit));
    this.host.requestUpdate();
  }

  /** The same rate per another period. */
  setPeriod(period: bigint): void {
    const { limit, converted } = this;
    const from = converted !== undefined && isSameLimit(converted.to, limit) ? converted.from : limit;
    this.set({ period, amount: period === from.period ? from.amount : Math.max(1, convert(from, period)) });
    this.converted = { from, to: this.limit };
  }

  /** Shows this many rows in the table of clients. */
  showRows(rows: number): void {
    this.change({ rows });
    this.want('busiest', 'scenarios');
  }

  choose(algorithm: string): void {
    this.change({ algorithm });
    this.write();
    this.want('overTime', 'busiest', 'scenarios');
  }

  tolerate(tolerance: Tolerance): void {
    this.change({ chosenTolerance: tolerance });
    this.write();
    this.want('frontier');
  }

  setMargin(margin: number): void {
    this.change({ margin });
    this.write();
  }

  compareTimeRanges(timeRanges: [TimeRange, TimeRange] | undefined): void {
    this.change({ timeRanges, parts: undefined, ...(this.failedTopic === 'compare' && { notice: undefined }) });
    if (timeRanges?.every(([from, to]) => from < to)) this.want('compare');
  }

  /** Suggests time ranges to compare, if none are chosen. */
  guessTimeRanges(): void {
    const { overTime } = this;
    if (overTime === undefined || this.timeRanges !== undefined) return;
    this.compareTimeRanges(likelyTimeRanges(overTime.answer, overTime.columns));
  }

  async propose(): Promise<void> {
    const { readings, limit, tolerance, margin, algorithm } = this;
    this.change({ isProposing: true });
    try {
      const proposal = await this.engine().ask('propose', limit.period, tolerance, margin, algorithm);
      if (readings !== this.readings) return;
      this.proposal = { ...proposal, tolerance, margin, algorithm };
      this.set(proposal.limit);
    } catch (error) {
      this.failed(error);
    } finally {
      this.change({ isProposing: false });
    }
  }

  dismiss(): void {
    this.change({ notice: undefined });
  }

  /** Changes state that needs no question. */
  change(change: Partial<Omit<LogState, 'limitedOf'>>): void {
    Object.assign(this, change);
    this.host.requestUpdate();
  }

  private want(...topics: Topic[]): void {
    if (this.overview !== undefined) this.add(topics);
  }

  private add(topics: readonly Topic[]): void {
    for (const agenda of this.agendas) agenda.add(...topics);
  }

  private agendaOf(topics: readonly Topic[]): Agenda<Topic> {
    return new Agenda<Topic>(
      topics,
      (topic) => this.ask(topic),
      (topic, error) => this.failed(error, topic),
      () => this.host.requestUpdate(),
      IMPATIENT,
    );
  }

  private async read(reading: Reading): Promise<void> {
    const { source } = this;
    if (source === undefined) return;
    const readings = (this.readings += 1);
    this.due = 1;
    this.change({ faults: new Map(), notice: undefined, progress: { bytes: 0, total: 0, rows: 0 } });
    try {
      const overview = await this.engine().read(
        source,
        reading,
        (progress) => readings === this.readings && this.onProgress(progress),
      );
      if (readings === this.readings) this.finish(overview);
    } catch (error) {
      if (readings === this.readings) this.recover(error);
    }
  }

  /** Draws the part that has been read, each time it has doubled. */
  private onProgress(progress: Progress): void {
    this.change({ progress });
    if (progress.rows === 0 || progress.bytes < this.due) return;
    this.due = progress.bytes * 2;
    this.add(OF_EARLY);
  }

  private finish(overview: Overview): void {
    for (const agenda of this.agendas) agenda.clear();
    this.change({ progress: undefined, inference: [], parts: undefined });
    this.proposal = undefined;
    if (overview.requests === 0) {
      // The page itself explains what to do about unparsed lines.
      const isStrange = overview.complete && overview.unparsed > 0;
      this.change({
        overview: isStrange ? overview : undefined,
        notice: isStrange ? undefined : emptyWords(this.name, overview),
        inForce: this.reading,
      });
      return;
    }
    this.show(overview);
    this.want(...OF_PERIOD.filter((topic) => topic !== 'compare' || this.timeRanges !== undefined));
    if (overview.limited > 0 && overview.leftOut === 0) this.want('infer');
  }

  /** The engine still answers about the log before, if there is one. */
  private recover(error: unknown): void {
    this.change({ progress: undefined });
    if (!(error instanceof ReadingFault)) {
      // There is no data to answer an early question, and no reason to report that.
      for (const agenda of this.agendas) agenda.clear();
      return this.failed(error);
    }
    this.change({ faults: new Map([[error.field, errorWords(error)]]) });
    this.write();
  }

  private failed(error: unknown, topic?: Topic): void {
    if (error instanceof Superseded) return;
    this.failedTopic = topic;
    this.change({ notice: errorWords(error) });
  }

  private async ask(topic: Topic): Promise<() => void> {
    const take = await ask(this, topic, this.engine());
    return () => {
      take();
      if (this.failedTopic !== topic) return;
      this.failedTopic = undefined;
      this.change({ notice: undefined });
    };
  }

  takeEarly(overview: Overview): void {
    if (this.progress !== undefined && overview.requests > 0) this.show(overview);
  }

  /** Numbers of another log or reading are not mixed with these. */
  private show(overview: Overview): void {
    if (this.shown !== this.readings) {
      this.change({
        effects: undefined,
        ranges: undefined,
        thresholds: undefined,
        busiest: undefined,
        scenarios: undefined,
        peaks: undefined,
        overTime: undefined,
      });
      this.change({ frontier: undefined, inference: [], parts: undefined });
    }
    this.shown = this.readings;
    this.change({ overview, inForce: this.reading });
  }

  private readonly load = (): void => {
    const stated = readAddress(location.hash, this.known);
    const { limit, algorithm, reading, tolerance, margin } = settingsOf(stated, USUAL);
    const isNew = (['key', 'format', 'limited'] as const).some((field) => reading[field] !== this.reading[field]);
    this.change({ chosenTolerance: tolerance, margin, algorithm, stated, notice: invalidWords(stated) ?? this.notice });
    this.set(limit);
    if (isNew) this.readAs(reading);
  };

  /** The limit alone, in the scenario language, with the playground's usual traffic. */
  get plainScenario(): string {
    return `v=1&limit=${printLimit(this.limit)}&burst=${this.limit.burst}`;
  }

  /** The address of these settings. */
  get link(): string {
    return printSettings({
      ...this,
      tolerance: this.chosenTolerance,
      reading: this.faults.size > 0 ? this.inForce : this.reading,
    });
  }

  /** A moment later: browsers limit how often a page may change its address. */
  private write(): void {
    this.timer ??= window.setTimeout(() => {
      this.timer = undefined;
      if (location.hash !== this.link) history.replaceState(null, '', this.link);
    }, BETWEEN_WRITES);
  }
}
