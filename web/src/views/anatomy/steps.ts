/** The instants that the slider stops at: round ones, as many as fit on a slider. */
import type { Result, Span } from '../../engine/index.ts';

const FEWEST = 400n;

export class Steps {
  readonly from: bigint;
  readonly to: bigint;
  readonly count: number;
  private readonly step: bigint;

  /**
   * The span of the scenario, the time after it that a limiter needs to forget it, and the chosen instant, which may be
   * outside.
   */
  constructor({ from, to }: Span, after: bigint, chosen: bigint) {
    const [first, last] = [chosen < from ? chosen : from, chosen > to + after ? chosen : to + after];
    const digits = String((last - first) / FEWEST).length - 1;
    this.step = 10n ** BigInt(digits);
    this.from = first - (first % this.step);
    const steps = (last - this.from + this.step - 1n) / this.step;
    this.count = Number(steps);
    this.to = this.from + steps * this.step;
  }

  timeAt(place: number): bigint {
    return this.from + BigInt(place) * this.step;
  }

  placeOf(time: bigint): number {
    return Math.round(Number(time - this.from) / Number(this.step));
  }
}

/** The instant to show first: where a lane denies for the first time, or else where it let the most through. */
export function instantOf({ lanes, shown }: Result, lane: number): bigint {
  const measures = lanes[lane]?.measures;
  return measures?.first_denial_at ?? measures?.most.to ?? shown.from;
}
