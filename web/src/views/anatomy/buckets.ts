/** Draws a token bucket, its mirror image, the meter, and the queue. */
import { nothing, svg } from 'lit';
import type { Mechanism } from '../../engine/index.ts';
import { count, duration } from '../../words/index.ts';
import type { Drawing, Scene } from './stage.ts';
import { HEIGHT, MOST_SINGLE, arrivals, arrivalsInLine, arrow, at, cut, label, raised, sideArrow } from './stage.ts';

export type Bucket = Extract<Mechanism, { kind: 'bucket' }>;

const [LEFT, TOP, BOTTOM] = [8, 62, HEIGHT - 30];

/** The height of a change that fits its label. */
const LEGIBLE = 20;

/** The bucket: what is in it, and what went out of it or came into it at this instant. */
interface Content {
  level: number;
  was: number;
  capacity: number;
  kind: 'token' | 'unit';
}

function vessel(width: number): { width: number; side: number; beside: number } {
  const wide = Math.min(190, Math.round(width * 0.5));
  return { width: wide, side: LEFT + wide, beside: width - LEFT - wide - 14 };
}

function walls(width: number, isOpenBelow = false): Drawing {
  const hole = isOpenBelow ? `H${LEFT + width / 2 - 7}M${LEFT + width / 2 + 7} ${BOTTOM}` : '';
  return svg`<path class="wall" d="M${LEFT} ${TOP - 8}V${BOTTOM}${hole}H${LEFT + width}V${TOP - 8}" />`;
}

function heightOf(level: number, capacity: number): number {
  return BOTTOM - 4 - (level / capacity) * (BOTTOM - TOP - 4);
}

/** Each token or request by itself if there are few, else a level. */
function content({ level, was, capacity, kind }: Content, width: number): Drawing {
  const [x, wide] = [LEFT + 8, width - 16];
  if (capacity > MOST_SINGLE) {
    const [y, before] = [heightOf(level, capacity), heightOf(was, capacity)];
    return svg`
      <rect class="full" data-share=${level / capacity} x=${x} y=${y} width=${wide} height=${BOTTOM - 4 - y} />
      ${
        Math.abs(before - y) < 0.5
          ? nothing
          : svg`<rect class="changed" x=${x} y=${Math.min(y, before)} width=${wide} height=${Math.abs(before - y)} />`
      }
      ${
        Math.abs(before - y) < LEGIBLE
          ? nothing
          : label(
              x + 8,
              (y + before) / 2 + 4,
              `${cut(Math.abs(was - level))} ${kind === 'token' ? 'taken' : 'added'} just now`,
            )
      }
    `;
  }
  const step = (BOTTOM - TOP - 4) / capacity;
  const tall = Math.min(step - 4, 26);
  return Array.from({ length: capacity }, (_, index) => {
    const y = BOTTOM - 4 - index * step - tall;
    const share = Math.max(0, Math.min(1, level - index));
    const hasChanged =
      index < Math.ceil(Math.max(level, was)) && index >= Math.floor(Math.min(level, was)) && level !== was;
    const round = Math.min(10, tall / 2);
    return svg`
      <rect class="empty ${hasChanged ? 'changed' : ''}" x=${x} y=${y} width=${wide} height=${tall} rx=${round} />
      ${
        share <= 0
          ? nothing
          : svg`<rect class="${kind} ${share === 1 ? 'full' : 'part'}" data-share=${share} x=${x} y=${y}
            width=${share === 1 ? wide : Math.max(1.5, wide * share)} height=${tall}
            rx=${share === 1 ? round : Math.min(round, (wide * share) / 2)} />`
      }
    `;
  });
}

export function drawTokens(scene: Scene<Bucket>): Drawing {
  const { now, before, pace, width } = scene;
  const { width: wide, side, beside } = vessel(width);
  const level = Math.min(heightOf(now.left, now.capacity), BOTTOM - 8);
  const next = now.refill_after === undefined ? '' : `, next in ${duration(BigInt(Math.round(now.refill_after)))}`;
  return svg`
    ${label(LEFT, 14, `${pace}${next}`)} ${arrow(LEFT + wide / 2, 22, 48, 'allowed')}
    ${walls(wide)} ${content({ level: now.left, was: before.left, capacity: now.capacity, kind: 'token' }, wide)}
    ${label(side + 10, TOP + 4, `full: ${count(now.capacity)}`)}
    ${label(
      side + 10,
      Math.max(level + 4, TOP + 24),
      `${cut(now.left)} ${cut(now.left) === '1' ? 'token' : 'tokens'}`,
      { kind: 'strong' },
    )}
    ${arrivals(scene, side + 14, level > TOP + 120 ? TOP + 44 : Math.max(level + 44, TOP + 64), beside)}
  `;
}

export function drawMeter(scene: Scene<Bucket>): Drawing {
  const { now, before, pace, width } = scene;
  const { width: wide, side, beside } = vessel(width);
  const level = Math.min(heightOf(now.used, now.capacity), BOTTOM - 8);
  const isLeaking = now.used > 0 && now.rate > 0;
  return svg`
    ${label(LEFT, 14, 'requests fill it')} ${arrow(LEFT + wide / 2, 22, 48)}
    ${walls(wide, true)} ${content({ level: now.used, was: before.used, capacity: now.capacity, kind: 'unit' }, wide)}
    ${label(side + 10, TOP + 4, `full: ${count(now.capacity)}`)}
    ${label(side + 10, Math.max(level + 4, TOP + 24), `${raised(now.used)} used`, { kind: 'strong' })}
    ${isLeaking ? arrow(LEFT + wide / 2, BOTTOM + 2, BOTTOM + 20, 'allowed') : nothing}
    ${label(LEFT + wide / 2 + 14, BOTTOM + 19, `leaks ${pace}`)}
    ${arrivals(scene, side + 14, level > TOP + 120 ? TOP + 44 : Math.max(level + 44, TOP + 64), beside)}
  `;
}

/** The slots of the queue in the order in which they are served, each with the instant at which it starts. */
export function drawQueue(scene: Scene<Bucket>): Drawing {
  const { anatomy, now, pace, width } = scene;
  const perRow = Math.max(3, Math.min(6, Math.floor((width - 2 * LEFT) / 78)));
  const [wide, tall] = [(width - 2 * LEFT) / perRow, 46];
  const shown = Math.min(now.capacity, perRow * 3);
  // The request in service has started; its slot is free when its share of the time is over.
  const rest = now.used - Math.floor(now.used);
  const inService = Math.max(0, Math.ceil(now.used - 1e-9) - anatomy.waiting_count);
  const place = (index: number) => {
    const [x, y] = [LEFT + (index % perRow) * wide, 40 + Math.floor(index / perRow) * (tall + 8)];
    const wait = anatomy.waiting[index - inService];
    const isServed = index < inService;
    const kind = isServed ? 'served' : wait === undefined ? 'empty' : 'waits';
    const share = isServed && index === 0 && rest > 0 ? 1 - rest : 0;
    return svg`
      <rect class="place ${kind}" x=${x + 2} y=${y} width=${wide - 6} height=${tall} rx="6" />
      ${
        share > 0
          ? svg`<rect class="progress" data-share=${share} x=${x + 2} y=${y + tall - 5} width=${(wide - 6) * share}
            height="5" rx="2" />`
          : nothing
      }
      ${isServed ? label(x + wide / 2 - 1, y + 27, 'served', { anchor: 'middle', kind: 'strong bare' }) : nothing}
      ${
        !isServed && wait !== undefined
          ? [
              label(x + wide / 2 - 1, y + 19, 'starts at', { anchor: 'middle', kind: 'bare' }),
              label(x + wide / 2 - 1, y + 36, at(anatomy, wait), { anchor: 'middle', kind: 'strong bare' }),
            ]
          : nothing
      }
    `;
  };
  const rows = Math.ceil(shown / perRow);
  const more = now.capacity - shown;
  const below = 40 + rows * (tall + 8) + 14;
  return svg`
    ${sideArrow(14, LEFT + 40, LEFT + 4, 'allowed')} ${label(LEFT + 50, 18, `out: ${pace}`)}
    ${label(width - LEFT, 18, `capacity ${count(now.capacity)}`, { anchor: 'end' })}
    ${Array.from({ length: shown }, (_, index) => place(index))}
    ${more > 0 ? label(width - LEFT, below, `and ${count(more)} more`, { anchor: 'end' }) : nothing}
    ${label(LEFT, below, `${raised(now.used)} of ${count(now.capacity)} taken`, { kind: 'strong' })}
    ${arrivalsInLine(scene, LEFT, below + 30, width - 2 * LEFT)}
  `;
}
