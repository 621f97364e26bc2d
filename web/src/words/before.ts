/** Formats numbers beside what they were before. */
import { count } from './numbers.ts';

/** `20, was 10`; only the number if it is the same. */
export function andBefore(now: string, before: string | undefined): string {
  return before === undefined || before === now ? now : `${now}, was ${before}`;
}

type Outcomes = readonly [allowed: number, denied: number, delayed: number];

/**
 * The outcomes of a lane beside those before: `20 allowed, was 10; 0 denied`. What was denied follows from the rest,
 * unless there were more or fewer attempts. Lines break between outcomes only.
 */
export function outcomesAndBefore(now: Outcomes, before: Outcomes): string {
  const all = (outcomes: Outcomes) => outcomes[0] + outcomes[1] + outcomes[2];
  const isSame = now.every((number, at) => number === before[at]);
  const part = (at: number, word: string, isShown = true) =>
    andBefore(
      `${count(now[at])} ${word}`,
      isShown && now[at] !== before[at] ? count(before[at]) : undefined,
    ).replaceAll(' ', '\u00a0');
  const delayed = now[2] > 0 || before[2] > 0 ? [part(2, 'delayed')] : [];
  return [part(0, 'allowed'), ...delayed, part(1, 'denied', all(now) !== all(before))].join(isSame ? ', ' : '; ');
}

/** The same where clients retry, or did: requests beside requests, and attempts beside attempts. */
export function gotThroughAndBefore(now: Outcomes, before: Outcomes): string {
  const numbers = ([allowed, denied, delayed]: Outcomes) => [allowed + delayed, allowed + denied + delayed];
  const [[through, attempts], [then, tried]] = [numbers(now), numbers(before)];
  const part = (number: number, was: number, word: string) =>
    andBefore(`${count(number)} ${word}`, number === was ? undefined : count(was)).replaceAll(' ', '\u00a0');
  return `${part(through, then, 'got through')}; ${part(attempts, tried, 'attempts')}`;
}
