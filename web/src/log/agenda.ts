/**
 * What is to be asked next. One question is under way at a time, the most urgent first, and each is asked with what holds
 * at that moment: of many changes in quick succession only the newest is asked about. A question that is asked anew while
 * it is under way may be asked at once: the engine then gives up the older one.
 */
export class Agenda<Topic extends string> {
  private readonly waiting = new Set<Topic>();
  private isBusy = false;
  /** Answers to questions that were asked before this number changed are about something else. */
  private round = 0;
  private underWay: Topic | undefined;
  private giveUp: () => void = () => undefined;

  /**
   * @param order the most urgent first
   * @param ask asks, and returns a function that takes the answer over
   */
  constructor(
    private readonly order: readonly Topic[],
    private readonly ask: (topic: Topic) => Promise<() => void>,
    private readonly failed: (topic: Topic, error: unknown) => void,
    private readonly changed: () => void,
    /** Whether questions take so long that an older one is not waited for. */
    private readonly isImpatient = false,
  ) {}

  /** Topics of other agendas are none of its business. */
  add(...topics: Topic[]): void {
    const mine = topics.filter((topic) => this.order.includes(topic));
    for (const topic of mine) this.waiting.add(topic);
    if (!this.isBusy) void this.run();
    else if (this.isImpatient && mine.some((topic) => topic === this.underWay)) this.abandon();
  }

  /** Forgets what waits, and drops the answer that is under way. */
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
