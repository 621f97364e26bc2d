// The row of the strip that shows where limiters disagree. `disagreements.ts` draws it, after the first picture.

import { STRIP_HEIGHT } from './height-constants.ts';
import { Row } from './row.ts';
import type { PlotState } from './types.ts';

export class Strip {
  readonly row: Row;
  columns: Uint32Array = new Uint32Array(0);

  constructor(parent: HTMLElement, before: Node | null) {
    this.row = new Row(parent, before);
    this.row.element.classList.add('strip');
    this.row.area.style.setProperty('--height', `${STRIP_HEIGHT}px`);
  }

  say(differences: PlotState['differences']): void {
    this.row.say({ title: '', caption: differences?.caption ?? '', isFolded: differences === undefined });
    this.columns = differences?.columns ?? new Uint32Array(0);
  }
}
