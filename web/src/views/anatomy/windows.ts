/**
 * Draws the limiters that count in time: fixed window, log and counter, on a time line that ends a little after now.
 */
import { nothing, svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { Anatomy, Mechanism } from '../../engine/index.ts';
import { count, duration, percent } from '../../words/index.ts';
import type { Drawing, Scene } from './stage.ts';
import { MOST_SINGLE, at, label, raised, sideArrow } from './stage.ts';

type Window = Extract<Mechanism, { kind: 'window' }>;
type Log = Extract<Mechanism, { kind: 'log' }>;
type Counter = Extract<Mechanism, { kind: 'counter' }>;

const [SIDE, TOP, FLOOR] = [8, 56, 212];

/** Converts offsets from now, in nanoseconds, to pixels. */
type Scale = (offset: number) => number;

function scaleOf(from: number, to: number, width: number): Scale {
  return (offset) => SIDE + ((offset - from) / (to - from)) * (width - 2 * SIDE);
}

/** The requests of each instant: a stack of dots if they are few, otherwise a bar with their number. */
function stacks({ recent }: Anatomy, x: Scale, limit: number, from: number): Drawing {
  const drawn = [];
  for (let index = 0; index < recent.length; index += 3) {
    const [age, admitted, denied] = recent.subarray(index, index + 3);
    drawn.push(stack(x(-age), admitted, denied, limit, -age >= from));
  }
  return drawn;
}

function stack(x: number, admitted: number, denied: number, limit: number, counts: boolean): SVGTemplateResult {
  const kind = counts ? '' : 'gone';
  const available = FLOOR - TOP - 8;
  if (limit > MOST_SINGLE) {
    const tall = Math.min(available, (admitted / limit) * available);
    return svg`
      ${
        admitted > 0
          ? svg`<rect class="bar ${kind}" data-admitted=${admitted} x=${x - 2.5} y=${FLOOR - tall} width="5"
            height=${Math.max(2, tall)} />`
          : nothing
      }
      ${
        denied > 0
          ? svg`<path class="mark denied ${kind}" d="M${x - 4} ${FLOOR - tall - 14}l8 8m0 -8l-8 8" />`
          : nothing
      }
    `;
  }
  const step = Math.min(14, available / Math.max(MOST_SINGLE, limit));
  const dots = Array.from(
    { length: Math.min(admitted, MOST_SINGLE) },
    (_, index) => svg`<circle class="mark allowed ${kind}" cx=${x} cy=${FLOOR - step / 2 - index * step} r="4.5" />`,
  );
  const cross = FLOOR - step / 2 - dots.length * step;
  return svg`${dots}${
    denied > 0 ? svg`<path class="mark denied ${kind}" d="M${x - 4} ${cross - 4}l8 8m0 -8l-8 8" />` : nothing
  }`;
}

function nowLine(anatomy: Anatomy, x: number, width: number): Drawing {
  const anchor = x > width - 60 ? 'end' : x < 60 ? 'start' : 'middle';
  return svg`
    <line class="now" x1=${x} x2=${x} y1=${TOP - 14} y2=${FLOOR + 8} />
    ${label(x, TOP - 20, `now, ${at(anatomy, 0)}`, { anchor, kind: 'strong' })}
  `;
}

/** How much of the limit is used, as a bar. What is above the limit stays within the picture. */
function gauge(used: number, limit: number, width: number, words: string): Drawing {
  const wide = width - 2 * SIDE;
  return svg`
    <rect class="empty" x=${SIDE} y="262" width=${wide} height="16" rx="4" />
    <rect class="full" data-share=${used / limit} x=${SIDE} y="262" width=${Math.min(1, used / limit) * wide}
      height="16" rx="4" />
    ${label(SIDE, 254, words, { kind: 'strong' })}
    ${label(width - SIDE, 254, `limit ${count(limit)}`, { anchor: 'end' })}
  `;
}

function edge(anatomy: Anatomy, x: Scale, offset: number, width: number): Drawing {
  const place = x(offset);
  if (place < SIDE - 1 || place > width - SIDE + 1) return nothing;
  const anchor = place > width - 40 ? 'end' : place < 40 ? 'start' : 'middle';
  return svg`
    <line class="edge" x1=${place} x2=${place} y1=${TOP} y2=${FLOOR + 6} />
    ${label(place, FLOOR + 22, at(anatomy, offset), { anchor })}
  `;
}

export function drawWindow({ anatomy, now, width }: Scene<Window>): Drawing {
  const { elapsed, window, used, limit, closed } = now;
  const x = scaleOf(-elapsed - 0.55 * window, window - elapsed + 0.06 * window, width);
  if (closed) return drawClosed({ anatomy, now, width }, x, `${count(used)} of ${count(limit)} used`);
  const [start, end] = [x(-elapsed), x(window - elapsed)];
  return svg`
    <rect class="past" x=${SIDE} y=${TOP} width=${start - SIDE} height=${FLOOR - TOP} />
    <rect class="span" x=${start} y=${TOP} width=${end - start} height=${FLOOR - TOP} />
    ${label(SIDE + 4, TOP + 18, 'forgotten')}
    ${edge(anatomy, x, -elapsed, width)} ${edge(anatomy, x, window - elapsed, width)}
    ${nowLine(anatomy, x(0), width)}
    ${stacks(anatomy, x, limit, -elapsed)}
    ${gauge(used, limit, width, `${count(used)} of ${count(limit)} used in this window`)}
  `;
}

/** No window is open: all that came is forgotten, and what comes next opens one. */
function drawClosed(
  scene: Pick<Scene<Window | Counter>, 'anatomy' | 'now' | 'width'>,
  x: Scale,
  words: string,
): Drawing {
  const { anatomy, now, width } = scene;
  const place = x(0);
  return svg`
    <rect class="past" x=${SIDE} y=${TOP} width=${place - SIDE} height=${FLOOR - TOP} />
    ${label(SIDE + 4, TOP + 18, 'forgotten')} ${label(place + 8, TOP + 18, 'no window is open')}
    ${nowLine(anatomy, place, width)}
    ${stacks(anatomy, x, now.limit, 0)}
    ${gauge(0, now.limit, width, words)}
  `;
}

export function drawLog({ anatomy, now, width }: Scene<Log>): Drawing {
  const { window, used, limit, entries } = now;
  const x = scaleOf(-1.22 * window, 0.1 * window, width);
  const [start, end] = [x(-window), x(0)];
  const oldest = entries.length > 0 ? entries[0] : undefined;
  return svg`
    <rect class="span" data-entries=${entries.length / 2} x=${start} y=${TOP} width=${end - start} height=${FLOOR - TOP}
      />
    ${sideArrow(TOP + 14, start - 6, Math.max(SIDE, start - 40), 'muted')}
    ${label(SIDE, TOP - 20, 'left')}
    ${nowLine(anatomy, end, width)}
    ${stacks(anatomy, x, limit, -window + 1)}
    <line class="edge" x1=${start} x2=${start} y1=${TOP} y2=${FLOOR + 6} />
    ${label(start, FLOOR + 22, `${duration(BigInt(Math.round(window)))} ago`, { anchor: 'middle' })}
    ${
      oldest === undefined
        ? nothing
        : label(end, FLOOR + 22, `the oldest leaves in ${duration(BigInt(Math.round(window - oldest)))}`, {
            anchor: 'end',
          })
    }
    ${gauge(
      used,
      limit,
      width,
      `${count(used)} of ${count(limit)} in the last ${duration(BigInt(Math.round(window)))}`,
    )}
  `;
}

/** Counts are heights, and the part of the previous window within one length of now is its share. */
export function drawCounter({ anatomy, now, width }: Scene<Counter>): Drawing {
  const { elapsed, window, previous, current, limit, share, weighted, closed, first } = now;
  const x = scaleOf(-elapsed - window, window - elapsed, width);
  if (closed) return drawClosed({ anatomy, now, width }, x, 'estimate: 0');
  const available = FLOOR - TOP - 26;
  const most = Math.max(limit, previous, current);
  const height = (counted: number) => (counted / most) * available;
  const [left, middle, last, reach] = [x(-elapsed - window), x(-elapsed), x(window - elapsed), x(-window)];
  return svg`
    <rect class="past" x=${left} y=${TOP} width=${middle - left} height=${FLOOR - TOP} />
    <rect class="span" x=${middle} y=${TOP} width=${last - middle} height=${FLOOR - TOP} />
    <rect class="bar gone" x=${left} y=${FLOOR - height(previous)} width=${reach - left} height=${height(previous)} />
    <rect class="bar" data-share=${share} x=${reach} y=${FLOOR - height(previous)} width=${middle - reach}
      height=${height(previous)} />
    <rect class="bar" x=${middle} y=${FLOOR - height(current)} width=${x(0) - middle} height=${height(current)} />
    <rect class="frame" x=${reach} y=${TOP + 2} width=${x(0) - reach} height=${FLOOR - TOP - 2} />
    ${label(left + 4, TOP + 18, first ? 'no window before' : `${count(previous)} before`)}
    ${label(last - 4, TOP + 18, `${count(current)} here`, { anchor: 'end' })}
    ${first ? nothing : edge(anatomy, x, -elapsed - window, width)} ${edge(anatomy, x, -elapsed, width)}
    ${edge(anatomy, x, window - elapsed, width)}
    ${nowLine(anatomy, x(0), width)}
    ${
      middle - reach > 80 && height(previous) > 24
        ? label((reach + middle) / 2, FLOOR - 9, `${percent(Math.floor(share * 1000) / 10)} counts`, {
            anchor: 'middle',
            kind: 'inside',
          })
        : nothing
    }
    ${gauge(weighted + current, limit, width, `estimate: ${raised(weighted)} + ${count(current)}`)}
  `;
}
