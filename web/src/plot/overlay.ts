// The moving parts over the picture: the cursor through all lanes, the ring around the selected request, and the line
// to the instant at which it would pass. These are elements, so that moving them redraws no lane.

import type { Lane } from './lane.ts';
import { make, write } from './row.ts';
import { shareOf, spanLength } from './span.ts';
import { timeLabel } from '../words/times.ts';
import type { PlotState, Selected, Span } from './types.ts';

export class Overlay {
  private readonly ring = make('div', 'ring');
  /** Rings around the same request in the other lanes. */
  private readonly others: HTMLElement[] = [];
  private readonly pass = make('div', 'pass');
  private readonly now = make('div', 'now');

  constructor(
    private readonly rows: HTMLElement,
    axis: HTMLElement,
  ) {
    this.ring.hidden = true;
    this.pass.hidden = true;
    axis.append(this.now);
  }

  draw(state: PlotState, lanes: readonly Lane[], width: number): void {
    this.drawCursor(state, width);
    const { selected } = state;
    const lane = selected === undefined ? undefined : lanes[selected.lane];
    if (selected === undefined || lane === undefined) this.hide();
    else this.drawSelected(selected, state.span, lane);
    this.drawOthers(state, lanes);
  }

  /** Rings around the same request in other lanes, stronger where they decide it differently. */
  private drawOthers({ selected, span }: PlotState, lanes: readonly Lane[]): void {
    const outcome = selected && lanes[selected.lane]?.outcomeOf(selected.request);
    const share = selected === undefined ? -1 : shareOf(span, selected.time);
    lanes.forEach((lane, at) => {
      const its = selected?.isShared === true ? lane.outcomeOf(selected.request) : undefined;
      const ring = (this.others[at] ??= make('div', 'ring other'));
      if (ring.parentElement !== lane.row.area) lane.row.area.append(ring);
      ring.hidden = its === undefined || at === selected?.lane || share < 0 || share > 1;
      ring.classList.toggle('differs', its !== outcome);
      if (selected !== undefined) place(ring, share, lane.levelOf(selected.request));
    });
  }

  private drawCursor({ cursor, span }: PlotState, width: number): void {
    const share = cursor === undefined ? undefined : shareOf(span, cursor.time);
    const visible = share !== undefined && share >= 0 && share <= 1;
    this.rows.classList.toggle('pointed', visible);
    if (cursor === undefined || share === undefined || !visible) return;
    this.rows.style.setProperty('--cursor', `${100 * share}%`);
    write(this.now, roundedLabel(cursor.time, fineness(span, width)));
  }

  private drawSelected({ time, wouldPass, request }: Selected, span: Span, lane: Lane): void {
    const share = shareOf(span, time);
    const level = lane.levelOf(request);
    lane.row.area.append(this.pass, this.ring);
    this.ring.hidden = share < 0 || share > 1;
    place(this.ring, share, level);
    const until = wouldPass === undefined ? undefined : shareOf(span, wouldPass);
    this.pass.hidden = until === undefined || until <= 0 || share >= 1;
    if (until === undefined) return;
    const [from, to] = [Math.max(0, share), Math.min(1, until)];
    place(this.pass, from, level);
    this.pass.style.setProperty('width', `${100 * Math.max(0, to - from)}%`);
    this.pass.classList.toggle('beyond', until > 1);
  }

  private hide(): void {
    this.ring.hidden = true;
    this.pass.hidden = true;
  }
}

function place(element: HTMLElement, share: number, level: number): void {
  element.style.setProperty('left', `${100 * share}%`);
  element.style.setProperty('top', `${level}px`);
}

/** The power of ten closest to a pixel. */
function fineness(span: Span, width: number): bigint {
  const pixel = Number(spanLength(span)) / width;
  return 10n ** BigInt(Math.max(0, Math.floor(Math.log10(pixel))));
}

/** An instant to the nearest step. */
function roundedLabel(time: bigint, step: bigint): string {
  return timeLabel(((time + step / 2n) / step) * step, step);
}
