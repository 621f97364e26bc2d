/**
 * The queue of questions to the engine. One question is in progress at a time, the most urgent first, with the settings
 * of that moment: of many changes in quick succession, only the newest is asked about. A question that is repeated
 * while it is in progress may be sent at once: the engine then drops the older one.
 *
 * The playground's queue (`engine/coalescing.ts`) does not serve the log page. There, a change is added to a scenario
 * that the session holds, so settled changes are sent in their order, and the newest run answers everything. Here, the
 * page holds the settings, every question has all of them, and one step of a drag repeats several questions, each of
 * which can be left out or wait for a more urgent one.
 */
export class Agenda<Topic extends string> {
  private readonly waiting = new Set<Topic>();
  private isBusy = false;
  /** Answers to questions from before this number changed are obsolete. */
  private round = 0;
  private underWay: Topic | undefined;
  private giveUp: () => void = () => undefined;

  /**
   * @param order the most urgent first
   * @param ask asks, and returns a function that applies the answer
   */
  constructor(
    private readonly order: readonly Topic[],
    private readonly ask: (topic: Topic) => Promise<() => void>,
    private readonly failed: (topic: Topic, error: unknown) => void,
    private readonly changed: () => void,
    /** Topics that do not wait for an older question of theirs. */
    private readonly impatient: readonly Topic[] = [],
  ) {}

  /** Ignores topics of other agendas. */
  add(...topics: Topic[]): void {
    const mine = topics.filter((topic) => this.order.includes(topic));
    for (const topic of mine) this.waiting.add(topic);
    if (!this.isBusy) void this.run();
    else if (mine.some((topic) => topic === this.underWay && this.impatient.includes(topic))) this.abandon();
  }

  /** Clears the queue, and drops the answer in progress. */
  clear(): void {
    this.waiting.clear();
    this.abandon();
  }

  private abandon(): void {
    this.round += 1;
    this.giveUp();
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    for (let topic = this.next(); topic !== undefined; topic = this.next()) {
      this.underWay = topic;
      await Promise.race([this.settle(topic), new Promise<void>((resolve) => (this.giveUp = resolve))]);
    }
    this.underWay = undefined;
    this.isBusy = false;
  }

  private next(): Topic | undefined {
    return this.order.find((topic) => this.waiting.has(topic));
  }

  private async settle(topic: Topic): Promise<void> {
    this.waiting.delete(topic);
    const { round } = this;
    try {
      const take = await this.ask(topic);
      if (round === this.round) take();
    } catch (error) {
      if (round === this.round) this.failed(topic, error);
    }
    this.changed();
  }
}
