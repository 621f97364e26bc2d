/** Draws GCRA: a time line from now on, the schedule as blocks of one request each, and how far it may reach. */
import { nothing, svg } from 'lit';
import { duration, instant } from '../../words/index.ts';
import type { Bucket } from './buckets.ts';
import type { Drawing, Scene } from './stage.ts';
import { arrivalsInLine, at, label, raised } from './stage.ts';

const [SIDE, LINE, TALL] = [8, 128, 44];
/** Blocks narrower than this run together. */
const NARROWEST = 3;

const words = (nanoseconds: number) => duration(BigInt(Math.round(nanoseconds)));

export function drawSchedule(scene: Scene<Bucket>): Drawing {
  const { anatomy, now, width } = scene;
  const { empty_after: ahead, longest } = now;
  if (ahead === undefined || longest === undefined) return never(scene);
  const each = longest / now.capacity;
  const x = (offset: number) => SIDE + 8 + (offset / (longest + 1.25 * each)) * (width - 2 * SIDE - 16);
  const count = Math.ceil(now.used - 1e-9);
  const isSingle = x(each) - x(0) >= NARROWEST;
  // The schedule is a little shorter than whole blocks: time has gone by since it was moved.
  const blocks = isSingle
    ? Array.from({ length: count }, (_, index) => {
        const end = ahead - (count - 1 - index) * each;
        const begin = Math.max(0, end - each);
        return svg`<rect class="block" x=${x(begin) + 0.75} y=${LINE - TALL}
          width=${Math.max(1, x(end) - x(begin) - 1.5)} height=${TALL} rx="3" />`;
      })
    : svg`<rect class="block" x=${x(0)} y=${LINE - TALL} width=${Math.max(0, x(ahead) - x(0))} height=${TALL} />`;
  const anchor = (place: number) => (place > width - 70 ? 'end' : place < 70 ? 'start' : 'middle');
  return svg`
    <g data-ahead=${ahead} data-longest=${longest}>
      <rect class="span" x=${x(0)} y=${LINE - TALL - 22} width=${x(longest) - x(0)} height=${TALL + 22} />
      ${blocks}
      <rect class="next ${anatomy.outcome}" x=${x(ahead) + 0.75} y=${LINE - TALL}
        width=${Math.max(2, x(ahead + each) - x(ahead) - 1.5)} height=${TALL} rx="3" />
      <line class="axis" x1=${SIDE} x2=${width - SIDE} y1=${LINE} y2=${LINE} />
      <line class="now" x1=${x(0)} x2=${x(0)} y1=${LINE - TALL - 32} y2=${LINE + 8} />
      ${label(x(0), LINE - TALL - 38, `now, ${at(anatomy, 0)}`, { anchor: 'start', kind: 'strong' })}
      <line class="bound" x1=${x(longest)} x2=${x(longest)} y1=${LINE - TALL - 22} y2=${LINE + 8} />
      ${label(x(longest) + (width - x(longest) < 120 ? 4 : 0), LINE - TALL - 38, `tolerance ${words(longest)}`, {
        anchor: 'end',
      })}
      <line class="edge" x1=${x(ahead)} x2=${x(ahead)} y1=${LINE} y2=${LINE + 14} />
      ${label(x(ahead), LINE + 30, `TAT ${at(anatomy, ahead)}`, { anchor: anchor(x(ahead)), kind: 'strong' })}
      ${label(SIDE, LINE + 58, `one more takes ${words(each)}; ${words(ahead)} of ${words(longest)} scheduled`)}
      ${
        anatomy.would_pass === undefined
          ? nothing
          : label(SIDE, LINE + 78, `it fits as of ${instant(anatomy.would_pass)}`, { kind: 'strong' })
      }
      ${arrivalsInLine(scene, SIDE, LINE + 102, width - 2 * SIDE)}
    </g>
  `;
}

/** With a rate of 0 there is no schedule: what is used never comes back. */
function never(scene: Scene<Bucket>): Drawing {
  const { now, width } = scene;
  return svg`
    ${label(SIDE, LINE, `${raised(now.used)} of ${now.capacity} used, and none is refilled`, { kind: 'strong' })}
    ${arrivalsInLine(scene, SIDE, LINE + 30, width - 2 * SIDE)}
  `;
}
