// The words next to a lane once it is measured: its peak as a number and a bar, and the limiters that decide exactly
// as it does. Loaded after the first picture.

import { DETAILS } from './details.style.ts';
import { make, write } from './row.ts';
import type { Row } from './row.ts';
import type { Peak, PlotLane } from './types.ts';

class Details {
  /** An element of the figure, which is plain text where it is not loaded. */
  private readonly head = document.createElement('defined-term');
  private readonly figure = make('span', 'figure');
  private readonly bar = make('span', 'bar');
  private readonly words = make('div', 'beside-words');
  private readonly hint = make('div', 'hint');
  readonly equivalents = document.createElement('button');

  constructor(private readonly row: Row) {
    this.head.className = 'peak-head';
    this.head.setAttribute('term', 'peak');
    this.figure.setAttribute('part', 'figure');
    this.bar.ariaHidden = 'true';
    this.bar.append(...['within', 'over', 'limit', 'worst'].map((part) => make('i', part)));
    row.beside.replaceChildren(this.head, this.figure, this.bar, this.words);
    this.equivalents.className = 'equivalents';
    row.caption.after(this.equivalents);
    row.area.append(this.hint);
  }

  /** Asks how the limiter works. */
  act: (() => void) | undefined;

  show({ peak, peakHead, equivalents, hint, opens }: Partial<PlotLane>): void {
    this.name(opens);
    write(this.hint, hint ?? '');
    write(this.head, peakHead ?? '');
    this.head.hidden = peakHead === undefined;
    for (const part of [this.figure, this.bar, this.words]) part.hidden = peak === undefined;
    this.equivalents.hidden = equivalents === undefined;
    write(this.equivalents, equivalents?.label ?? '');
    if (equivalents !== undefined) this.equivalents.setAttribute('aria-expanded', String(equivalents.isOpen));
    if (peak !== undefined) this.showPeak(peak);
  }

  /** Makes the name of the limiter a button. */
  private name(opens: string | undefined): void {
    const { title } = this.row;
    title.classList.toggle('name', opens !== undefined);
    if (opens === undefined) return;
    title.role = 'button';
    title.tabIndex = 0;
    title.setAttribute('aria-description', opens);
    title.onclick = () => this.act?.();
    title.onkeydown = (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      this.act?.();
    };
  }

  private showPeak({ figure, words, isOver, most, limit, worst, scale }: Peak): void {
    write(this.figure, figure);
    write(this.words, words);
    this.figure.classList.toggle('strong', isOver);
    this.bar.classList.toggle('strong', isOver);
    this.bar.classList.toggle('unbounded', worst === undefined);
    const share = (amount: number) => `${Math.min(100, (100 * amount) / scale)}%`;
    for (const [name, amount] of Object.entries({ most, limit, worst: worst ?? 0 }))
      this.bar.style.setProperty(`--${name}`, share(amount));
  }
}

const known = new WeakMap<Row, Details>();
const sheet = new CSSStyleSheet();
sheet.replaceSync(DETAILS);

/** The actions next to a lane: open and close its equivalents, and explain its limiter. */
interface Actions {
  fold?: () => void;
  open?: () => void;
}

export function showDetails(row: Row, lane: Partial<PlotLane>, { fold, open }: Actions): void {
  let details = known.get(row);
  if (details === undefined) {
    known.set(row, (details = new Details(row)));
    const root = row.element.getRootNode() as ShadowRoot;
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }
  details.equivalents.onclick = fold ?? null;
  details.act = open;
  details.show(lane);
}
