/**
 * Makes the legend say what is drawn: the budget only where there is a band, and what rows are where they are only
 * numbered.
 */
import { html, nothing, render } from 'lit';
import { WIDE } from '../plot/constants.ts';
import type { PlotState } from '../plot/index.ts';

const PICTURE = html`<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M2 2v9M6 2v9M12 2v9" />
  <path stroke-width="1" d="M0 11.5h14" /></svg>`;

/** The parts of a legend other than the marks. */
export function partsIn({ lanes }: Pick<PlotState, 'lanes'>): { hasBand: boolean; rows: string } {
  const pictures = lanes.filter(({ isFolded }) => isFolded !== true).map(({ picture }) => picture);
  const has = (kind: string) => pictures.some(({ rows }) => rows?.kind === kind);
  return {
    // Where nothing has rows, a band is on its way.
    hasBand: pictures.some(({ band, rows }) => rows === undefined && (band === undefined || band.length > 0)),
    rows: [...(has('servers') ? ['server'] : []), ...(has('layers') ? ['layer'] : [])].join(' or '),
  };
}

/** The legend is near the figure, on the page and in an embed. */
export class FittedLegend {
  private shown = '';

  constructor(
    private readonly figure: Element,
    private readonly chart: Element,
  ) {}

  show(state: PlotState): void {
    const { hasBand, rows } = partsIn(state);
    const shown = `${hasBand} ${rows} ${state.width}`;
    if (this.shown === shown) return;
    const root = this.figure.getRootNode();
    const legend = root instanceof ShadowRoot ? root.querySelector<HTMLElement>('.legend') : null;
    const band = legend?.querySelector('.used')?.parentElement;
    if (legend === null || !band) return;
    this.shown = shown;
    band.hidden = !hasBand;
    // A narrow chart has no space for the names of rows: they are numbered, and the legend says what they are.
    const isNamed = rows === '' || this.chart.clientWidth >= WIDE;
    render(isNamed ? nothing : html`<span>${PICTURE} row per ${rows}</span>`, legend);
  }
}
