// A playhead over the finished picture: a line through all lanes that dims what comes after it, a grip at the axis,
// and each limiter's answer beside it. It is made of elements, so that it moves without redrawing a lane.

import type { Sheet } from './brush.ts';
import { playheadSheet } from './playhead.style.ts';
import { make, write } from './row.ts';
import { shareOf, timeAt } from './span.ts';
import { timeLabel } from '../words/times.ts';

/** A limiter's answer in a word or two. */
export interface LaneAnswer {
  outcome: 'allowed' | 'denied' | 'delayed';
  words: string;
}

/** Labels move to the left of the line where there is no room on its right. */
const TURN = 0.8;

export class Playhead {
  /** The person drags the grip. */
  onScrub: (time: bigint) => void = () => {};
  time: bigint | undefined;
  private answers: readonly LaneAnswer[] = [];
  private fineness = 1n;
  private readonly grip = make('div', 'grip');
  private readonly label = make('span', 'grip-label');
  private readonly shades = new Map<HTMLElement, { shade: HTMLElement; answer: HTMLElement }>();

  constructor(private readonly sheet: Sheet) {
    sheet.root.adoptedStyleSheets.push(playheadSheet());
    this.grip.ariaHidden = 'true';
    this.grip.append(this.label);
    sheet.axis.append(this.grip);
    this.grip.addEventListener('pointerdown', (event) => this.grip.setPointerCapture(event.pointerId));
    this.grip.addEventListener('pointermove', (event) => this.drag(event));
    this.show(undefined, [], 1n);
  }

  /** Moves it to an instant, labelled to this precision; hides it without one. */
  show(time: bigint | undefined, answers: readonly LaneAnswer[], fineness: bigint): void {
    this.time = time;
    this.answers = answers;
    this.fineness = fineness;
    this.draw();
  }

  /** Moves to its instant in the current view. */
  draw(): void {
    const span = this.sheet.span();
    const share = this.time === undefined || span === undefined ? 2 : shareOf(span, this.time);
    const place = Math.min(1, Math.max(0, share));
    this.sheet.rows.style.setProperty('--playhead', `${100 * place}%`);
    this.grip.hidden = share < 0 || share > 1;
    if (this.time !== undefined) write(this.label, timeLabel(this.time, this.fineness));
    const lanes = this.sheet.lanes();
    for (const area of [this.sheet.area, this.sheet.strip, ...lanes]) {
      const { shade, answer } = this.shadeOf(area);
      shade.hidden = share > 1;
      const answered = this.answers[lanes.indexOf(area)];
      answer.hidden = answered === undefined || share < 0 || share > 1;
      answer.className = `answer ${answered?.outcome ?? ''}${place > TURN ? ' turned' : ''}`;
      write(answer, answered?.words ?? '');
    }
  }

  private shadeOf(area: HTMLElement): { shade: HTMLElement; answer: HTMLElement } {
    const known = this.shades.get(area);
    if (known !== undefined) return known;
    const made = { shade: make('div', 'after'), answer: make('div', 'answer') };
    made.answer.ariaHidden = 'true';
    area.append(made.shade, made.answer);
    this.shades.set(area, made);
    return made;
  }

  private drag(event: PointerEvent): void {
    const span = this.sheet.span();
    if (span === undefined || !this.grip.hasPointerCapture(event.pointerId)) return;
    const { left, width } = this.sheet.area.getBoundingClientRect();
    this.onScrub(timeAt(span, Math.min(1, Math.max(0, (event.clientX - left) / width))));
  }
}
