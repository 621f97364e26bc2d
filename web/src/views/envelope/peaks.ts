/** What a run comes to in its own window, in a sentence. */
import { count, duration } from '../../words/index.ts';
import { listed, spoken } from '../../words/names.ts';

/** How many different peaks are named. Of more, only the most and the least. */
const MOST = 3;

export interface Peak {
  name: string;
  peak: number;
}

/** `In any 10 s, one client got at most 20 through the fixed window and 10 through the other 6. The limit is 10.` */
export function peakSentence(peaks: readonly Peak[], limit: number, window: bigint): string {
  const levels = [...new Set(peaks.map(({ peak }) => peak))].sort((one, other) => other - one);
  const told = levels.length <= MOST ? levels : [levels[0], levels[levels.length - 1]];
  const isAll = told.length === levels.length;
  const through = told.map((level, index) => {
    const names = peaks.filter(({ peak }) => peak === level).map(({ name }) => spoken(name));
    const isRest = isAll && index === told.length - 1 && names.length > 2;
    const rest = levels.length === 1 ? 'each limiter' : `the other ${count(names.length)}`;
    return `${count(level)} through ${isRest ? rest : listed(names)}`;
  });
  return `In any ${duration(window)}, one client got at most ${listed(through)}. The limit is ${count(limit)}.`;
}
