/** Makes the legend say what is drawn: the budget only where there is a band, rows and their causes where there are some. */
import { html, render, type TemplateResult } from 'lit';
import type { PlotState } from '../plot/index.ts';

const ROWS = html`<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M2 2v9M6 2v9M12 2v9" /><path stroke-width="1" d="M0 11.5h14" /></svg>`;
const TICK = html`<svg viewBox="0 0 8 12" aria-hidden="true"><path stroke-width="1" stroke-dasharray="1 2" d="M4 0v12" /></svg>`;
const HATCH = html`<svg viewBox="0 0 14 12" aria-hidden="true"><path stroke-width="1" d="M0 6l5-5M0 11L10 1M5 11l9-9M10 11l4-4" /></svg>`;

/** What the legend of a picture says besides the marks. */
export function partsIn({ lanes }: Pick<PlotState, 'lanes'>): { hasBand: boolean; rows: string[]; isTold: boolean; isDown: boolean } {
  const pictures = lanes.filter(({ isFolded }) => isFolded !== true).map(({ picture }) => picture);
  const has = (of: string) => pictures.some(({ rows }) => rows?.of === of);
  return {
    // Where nothing has rows, a band is on its way.
    hasBand: pictures.some(({ band, rows }) => rows === undefined && (band === undefined || band.length > 0)),
    rows: [...(has('servers') ? ['server'] : []), ...(has('layers') ? ['layer'] : [])],
    isTold: pictures.some(({ causes }) => (causes?.ticks?.length ?? 0) > 0),
    isDown: pictures.some(({ causes }) => causes?.outage !== undefined),
  };
}

/** The legend stands near the figure, on the page and in an embed. */
export class FittedLegend {
  private shown = '';

  constructor(private readonly figure: Element) {}

  show(state: PlotState): void {
    const { hasBand, rows, isTold, isDown } = partsIn(state);
    const shown = [hasBand, rows, isTold, isDown].join();
    const root = this.figure.getRootNode();
    const legend = root instanceof ShadowRoot ? root.querySelector<HTMLElement>('.legend') : null;
    const band = legend?.querySelector('.used')?.parentElement;
    if (legend === null || !band || this.shown === shown) return;
    this.shown = shown;
    band.hidden = !hasBand;
    const all: [boolean, TemplateResult, string][] = [
      [rows.length > 0, ROWS, `a row per ${rows.join(' or ')}`],
      [isTold, TICK, 'servers tell each other'],
      [isDown, HATCH, 'store down'],
    ];
    render(all.flatMap(([isThere, picture, words]) => (isThere ? [html`<span>${picture} ${words}</span>`] : [])), legend);
  }
}
