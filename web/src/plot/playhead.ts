// A playhead over the finished picture: a line through all lanes that dims what comes after it, a grip at the axis,
// and each limiter's answer beside it, with a ring around the request. It is made of elements, so that it moves
// without redrawing a lane.

import type { Sheet } from './brush.ts';
import { playheadSheet } from './playhead.style.ts';
import { make, write } from './row.ts';
import { shareOf, timeAt } from './span.ts';
import { timeLabel } from '../words/times.ts';
import type { Span } from './types.ts';

/** A limiter's answer to a request, in a word or two. */
export interface LaneAnswer {
  /** Its index in the lane. */
  request: number;
  time: bigint;
  outcome: 'allowed' | 'denied' | 'delayed';
  words: string;
}

interface Parts {
  shade: HTMLElement;
  answer: HTMLElement;
  ring: HTMLElement;
}

/** Labels move to the left of the line where there is no space on its right. */
const TURN = 0.8;

export class Playhead {
  /** The person drags the grip. */
  onScrub: (time: bigint) => void = () => {};
  time: bigint | undefined;
  private answers: readonly LaneAnswer[] = [];
  private fineness = 1n;
  private isFast = false;
  private readonly grip = make('div', 'grip');
  private readonly label = make('span', 'grip-label');
  private readonly parts = new Map<HTMLElement, Parts>();

  constructor(private readonly sheet: Sheet) {
    sheet.root.adoptedStyleSheets.push(playheadSheet());
    this.grip.ariaHidden = 'true';
    this.grip.append(this.label);
    sheet.axis.append(this.grip);
    this.grip.addEventListener('pointerdown', (event) => this.grip.setPointerCapture(event.pointerId));
    this.grip.addEventListener('pointermove', (event) => this.drag(event));
    this.show(undefined, [], 1n, false);
  }

  /** Moves it to an instant, labelled to this precision and whether it goes fast; hides it without one. */
  show(time: bigint | undefined, answers: readonly LaneAnswer[], fineness: bigint, isFast: boolean): void {
    this.time = time;
    this.answers = answers;
    this.fineness = fineness;
    this.isFast = isFast;
    this.draw();
  }

  /** Moves to its instant in the current view. */
  draw(): void {
    const span = this.sheet.span();
    const share = this.time === undefined || span === undefined ? 2 : shareOf(span, this.time);
    const place = Math.min(1, Math.max(0, share));
    this.sheet.rows.style.setProperty('--playhead', `${100 * place}%`);
    // At the end everything has happened, and the peaks are true.
    const end = this.sheet.span()?.to;
    this.sheet.rows.classList.toggle('playing', this.time !== undefined && (end === undefined || this.time < end));
    this.grip.hidden = share < 0 || share > 1;
    if (this.time !== undefined) write(this.label, `${timeLabel(this.time, this.fineness)}${this.isFast ? ' ▸▸' : ''}`);
    for (const label of this.sheet.rows.querySelectorAll<HTMLElement>('[data-since]')) {
      label.hidden = this.time !== undefined && Number(label.dataset.since) > share;
    }
    const lanes = this.sheet.lanes();
    for (const area of [this.sheet.area, this.sheet.strip, ...lanes]) {
      const parts = this.partsOf(area);
      parts.shade.hidden = share > 1;
      this.answer(parts, this.answers[lanes.indexOf(area)], share);
      this.ring(parts.ring, lanes.indexOf(area), area === this.sheet.area, span);
    }
  }

  private answer({ answer }: Parts, answered: LaneAnswer | undefined, share: number): void {
    answer.hidden = answered === undefined || share < 0 || share > 1;
    answer.className = `answer ${answered?.outcome ?? ''}${share > TURN ? ' turned' : ''}`;
    write(answer, answered?.words ?? '');
  }

  /** Around the answered request: in its lane, and where it arrives. */
  private ring(ring: HTMLElement, lane: number, isArrival: boolean, span: Span | undefined): void {
    const answered = isArrival ? this.answers[0] : this.answers[lane];
    const share = answered === undefined || span === undefined ? -1 : shareOf(span, answered.time);
    ring.hidden = share < 0 || share > 1;
    if (ring.hidden || answered === undefined) return;
    const level = isArrival ? this.sheet.levelAt(answered.time) : this.sheet.levelOf(lane, answered.request);
    ring.style.setProperty('left', `${100 * share}%`);
    ring.style.setProperty('top', `${level}px`);
  }

  private partsOf(area: HTMLElement): Parts {
    const known = this.parts.get(area);
    if (known !== undefined) return known;
    const made = { shade: make('div', 'after'), answer: make('div', 'answer'), ring: make('div', 'ring') };
    made.answer.ariaHidden = 'true';
    area.append(made.shade, made.answer, made.ring);
    this.parts.set(area, made);
    return made;
  }

  private drag(event: PointerEvent): void {
    const span = this.sheet.span();
    if (span === undefined || !this.grip.hasPointerCapture(event.pointerId)) return;
    const { left, width } = this.sheet.area.getBoundingClientRect();
    this.onScrub(timeAt(span, Math.min(1, Math.max(0, (event.clientX - left) / width))));
  }
}
