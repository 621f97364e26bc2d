// Ghosts: where an earlier run decided otherwise. Its marks keep their shapes and are faint, beside those of now; of
// columns, a notch has the height that was admitted. What was decided alike has no ghost.

import { DELAYED, DENIED, PER_MARK } from '../engine/marks.ts';
import { PER_COLUMN } from './columns.ts';
import {
  CANVAS_OVERHANG,
  GHOST_APART,
  GHOST_CROSS_ARM,
  GHOST_LINE,
  GHOST_NOTCH,
  GHOST_OPACITY,
  RING_LINE_MAX,
} from './constants.ts';
import type { Drawn } from './interaction.ts';
import type { Lane } from './lane.ts';
import { make } from './row.ts';
import type { PlotLane } from './types.ts';

/** A lane of the earlier run, and the number of the lane that it was. */
export interface Ghost {
  index: number;
  lane: PlotLane;
}

type Name = 'allow' | 'deny' | 'delay' | 'ink' | 'lane';

const TICK = `
.bar .was {
  inset-block: 0; left: clamp(0px, var(--was) - 2.5px, 100% - 4px); width: 5px; box-sizing: border-box;
  border: 1px solid var(--plot-ink); border-radius: 1px; background: var(--plot-paper);
}
`;

/** Roots that have the style of the tick. */
const styled = new WeakSet<ShadowRoot>();

/** The lanes of ghosts come after the others, in the order of `ghosts`. `peaks` has those of before, by lane. */
export function drawGhosts(
  drawn: Drawn,
  ghosts: readonly Ghost[],
  peaks: readonly (number | undefined)[],
  areNew: boolean,
): void {
  const { root, lanes, state } = drawn;
  if (!styled.has(root)) style(root);
  const first = lanes.length - ghosts.length;
  lanes.slice(0, first).forEach((lane, at) => markPeak(lane, peaks[at], state?.lanes[at].peak));
  const colours = areNew ? coloursOf(root) : undefined;
  if (colours !== undefined)
    ghosts.forEach(({ index }, at) => drawGhost(drawn.width, lanes[index], lanes[first + at], colours));
}

function style(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(TICK);
  root.adoptedStyleSheets.push(sheet);
  styled.add(root);
}

/** A hollow tick on the bar of the peak, where the earlier one was. */
function markPeak({ row }: Lane, was: number | undefined, peak: PlotLane['peak']): void {
  const bar = row.beside.querySelector<HTMLElement>('.bar');
  if (bar === null) return;
  const tick = bar.querySelector<HTMLElement>('.was') ?? bar.appendChild(make('i', 'was'));
  tick.hidden = was === undefined || peak === undefined || was === peak.most;
  if (!tick.hidden) bar.style.setProperty('--was', `${(100 * (was ?? 0)) / (peak?.scale ?? 1)}%`);
}

/** Reads the colours as the palette does: any colour that a browser resolves. */
function coloursOf(root: ShadowRoot): Record<Name, string> {
  const read = (name: Name) => getComputedStyle(root.querySelector(`.swatches .${name}`) ?? root.host).color;
  return { allow: read('allow'), deny: read('deny'), delay: read('delay'), ink: read('ink'), lane: read('lane') };
}

function drawGhost(width: number, now: Lane, ghost: Lane, colours: Record<Name, string>): void {
  const context = now.row.canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  const ratio = now.row.canvas.width / (width + 2 * CANVAS_OVERHANG);
  context.save();
  context.setTransform(ratio, 0, 0, ratio, CANVAS_OVERHANG * ratio, 0);
  if (now.standing.isMarked === true && ghost.content.marks !== undefined) drawMarks(context, now, ghost, colours);
  else drawNotches(context, now, ghost, width, colours);
  context.restore();
}

/** Marks that are not as they are now. */
function drawMarks(context: CanvasRenderingContext2D, now: Lane, ghost: Lane, colours: Record<Name, string>): void {
  const { radius, pitch, base } = now.standing;
  const present = outcomesByPlace(now);
  const paths = { allow: new Path2D(), deny: new Path2D(), delay: new Path2D() };
  const { marks } = ghost.content;
  for (let mark = 0; mark < ghost.stack.count; mark += 1) {
    const outcome = marks?.[PER_MARK * mark + 2] ?? 0;
    const here = present.get(placeOf(ghost, mark));
    if (here === outcome) continue;
    const x = ghost.stack.xs[mark] - (here === undefined ? 0 : 2 * radius + GHOST_APART);
    const y = base - (ghost.stack.levels[mark] + 0.5) * pitch;
    if (outcome === DENIED) addCross(paths.deny, x, y, GHOST_CROSS_ARM * radius);
    else
      addCircle(
        outcome === DELAYED ? paths.delay : paths.allow,
        x,
        y,
        outcome === DELAYED ? radius - RING_LINE_MAX / 2 : radius,
      );
  }
  context.globalAlpha = GHOST_OPACITY;
  context.lineWidth = GHOST_LINE;
  context.fillStyle = colours.allow;
  context.fill(paths.allow);
  for (const name of ['deny', 'delay'] as const) {
    context.strokeStyle = colours[name];
    context.stroke(paths[name]);
  }
}

function outcomesByPlace(lane: Lane): Map<string, number> {
  const { marks } = lane.content;
  const found = new Map<string, number>();
  for (let mark = 0; mark < lane.stack.count; mark += 1)
    found.set(placeOf(lane, mark), marks?.[PER_MARK * mark + 2] ?? 0);
  return found;
}

function placeOf({ stack }: Lane, mark: number): string {
  return `${stack.xs[mark]} ${stack.levels[mark]}`;
}

function addCross(path: Path2D, x: number, y: number, arm: number): void {
  path.moveTo(x - arm, y - arm);
  path.lineTo(x + arm, y + arm);
  path.moveTo(x - arm, y + arm);
  path.lineTo(x + arm, y - arm);
}

function addCircle(path: Path2D, x: number, y: number, radius: number): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/** A notch at the earlier height in each column that admitted another number; above the columns, a line. */
function drawNotches(
  context: CanvasRenderingContext2D,
  now: Lane,
  ghost: Lane,
  width: number,
  colours: Record<Name, string>,
): void {
  const { base, pitch } = now.standing;
  const [before, present] = [ghost.content.columns, now.content.columns];
  if (before === undefined || present === undefined) return;
  const columns = before.length / PER_COLUMN;
  const [within, beyond] = [new Path2D(), new Path2D()];
  for (let column = 0; column < columns; column += 1) {
    const [allowed, denied, delayed] = present.subarray(PER_COLUMN * column);
    const was = before[PER_COLUMN * column] + before[PER_COLUMN * column + 2];
    if (was === allowed + delayed) continue;
    const path = was < allowed + denied + delayed ? within : beyond;
    path.rect((column * width) / columns, Math.round(base - was * pitch) - GHOST_NOTCH, width / columns, GHOST_NOTCH);
  }
  context.fillStyle = colours.lane;
  context.fill(within);
  context.fillStyle = colours.ink;
  context.fill(beyond);
}
