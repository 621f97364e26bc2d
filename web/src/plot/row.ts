// The elements of a lane: its words, its number, its drawing area.

import type { PlotLane } from './types.ts';

export class Row {
  readonly element = make('div', 'row');
  readonly area = make('div', 'area');
  readonly canvas = document.createElement('canvas');
  readonly title = make('div', 'title');
  readonly caption = make('div', 'caption');
  /** Filled after the first picture. Its space is reserved. */
  readonly beside = make('div', 'beside');
  private readonly scale = make('div', 'scale');

  constructor(parent: HTMLElement, before: Node | null) {
    this.canvas.ariaHidden = 'true';
    this.title.setAttribute('part', 'title');
    this.caption.setAttribute('part', 'caption');
    this.beside.setAttribute('part', 'number');
    this.area.setAttribute('part', 'lane');
    this.area.append(this.canvas, make('div', 'cursor'));
    this.element.append(this.title, this.caption, this.scale, this.beside, this.area);
    this.sayScale('');
    parent.insertBefore(this.element, before);
  }

  /** Sets the lane's title and caption. */
  say({ title, caption, isFolded }: Pick<PlotLane, 'title' | 'caption' | 'isFolded'>): void {
    this.element.hidden = isFolded === true;
    write(this.title, title);
    write(this.caption, caption);
  }

  /** Shows the number of attempts in the tallest column; empty where marks can be counted. */
  sayScale(text: string): void {
    write(this.scale, text);
    this.scale.hidden = text === '';
  }

  remove(): void {
    this.element.remove();
  }
}

export function make(name: 'div' | 'span' | 'i', className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

/** Sets text only if it differs, to avoid a needless layout. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The drawing area that contains an event. */
export function areaOf(event: Event): HTMLElement | undefined {
  const found = event.target instanceof Element ? event.target.closest<HTMLElement>('.area') : null;
  return found ?? undefined;
}
