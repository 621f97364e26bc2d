/** The result of a run in its own window, as a sentence. */
import { count, duration, listed } from '../../words/index.ts';
import { spoken } from '../../words/names.ts';

/** How many different peaks are named. Of more, only the most and the least. */
const MOST = 3;

export interface Peak {
  name: string;
  peak: number;
}

/** `In any 10 s, one client got at most 20 through the fixed window and 10 through the other 6. The limit is 10.` */
export function peakSentence(peaks: readonly Peak[], limit: number, window: bigint): string {
  const namesOf = (level: number) => peaks.filter(({ peak }) => peak === level).map(({ name }) => spoken(name));
  const levels = [...new Set(peaks.map(({ peak }) => peak))].sort((one, other) => other - one);
  if (levels[0] === 0) return `No client got anything through. The limit is ${count(limit)} in ${duration(window)}.`;
  const stated = `In any ${duration(window)}, one client got`;
  const end = `The limit is ${count(limit)}.`;
  if (levels.length > MOST) {
    const [most, least] = [levels[0], levels[levels.length - 1]].map(
      (level) => `through ${listed(namesOf(level))} (${count(level)})`,
    );
    return `${stated} the most ${most}, and the least ${least}. ${end}`;
  }
  const through = levels.map((level, index) => {
    const names = namesOf(level);
    const rest = levels.length === 1 ? 'each limiter' : `the other ${count(names.length)}`;
    const isRest = index === levels.length - 1 && names.length > 2;
    return `${count(level)} through ${isRest ? rest : listed(names)}`;
  });
  // Names that are listed themselves need a stronger break between them.
  const isList = levels.slice(0, -1).some((level) => namesOf(level).length > 1);
  return `${stated} at most ${isList ? through.join('; ') : listed(through)}. ${end}`;
}
