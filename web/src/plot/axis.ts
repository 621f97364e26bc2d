// The axis: a few round instants as text under the lanes.

import { EDGES_APART, TICK_CHARACTER } from './constants.ts';
import { make, write } from './row.ts';
import { spanLength } from './span.ts';
import { columnOf } from './stack.ts';
import { ticksOf } from './ticks.ts';
import type { Span, Windows } from './types.ts';

export class Axis {
  readonly element = make('div', 'row axis');
  readonly area = make('div', 'ticks');
  private readonly base = make('div', 'base');
  private readonly labels: HTMLElement[] = [];

  constructor(parent: HTMLElement) {
    this.area.append(this.base);
    this.element.append(this.area);
    parent.append(this.element);
  }

  draw(span: Span, width: number): void {
    const { ticks, base } = ticksOf(span, width);
    const length = Number(spanLength(span));
    ticks.forEach(({ offset, label }, at) => this.place(this.label(at), offset / length, label, width));
    this.labels.forEach((label, at) => {
      label.hidden = at >= ticks.length;
    });
    write(this.base, base === undefined ? '' : `from ${base}`);
    this.element.classList.toggle('deep', base !== undefined);
  }

  private place(element: HTMLElement, share: number, label: string, width: number): void {
    const half = (label.length * TICK_CHARACTER) / 2;
    write(element, label);
    element.hidden = false;
    element.style.setProperty('left', `${100 * share}%`);
    element.classList.toggle('first', share * width < half);
    element.classList.toggle('last', (1 - share) * width < half);
  }

  private label(at: number): HTMLElement {
    const made = this.labels[at] ?? make('span', 'tick');
    if (this.labels[at] === undefined) {
      made.setAttribute('part', 'tick');
      this.labels.push(made);
      this.area.append(made);
    }
    return made;
  }
}

/** The columns in which windows begin; none if there are too many to distinguish. */
export function windowEdges(span: Span, width: number, windows: Windows | undefined): number[] {
  const length = spanLength(span);
  if (windows === undefined || Number(windows.length) * width < EDGES_APART * Number(length)) return [];
  const { length: window, origin } = windows;
  const edges: number[] = [];
  const into = (((span.from - origin) % window) + window) % window;
  for (let at = into === 0n ? 0n : window - into; at < length; at += window)
    edges.push(columnOf(Number(at), Number(length), width));
  return edges;
}
