// A lane: draws its columns or marks above its band, and finds the mark at a position.

import { PER_MARK } from '../engine/marks.ts';
import type { drawBand as DrawBand } from './band.ts';
import { drawArrivals, drawColumns } from './columns.ts';
import {
  ABOVE_BAND,
  CANVAS_OVERHANG,
  EDGE_DASH,
  EDGE_OPACITY,
  HEADROOM,
  MARKS_FOOT,
  MARKS_HEAD,
  PITCHES,
} from './constants.ts';
import { drawMarks, type Standing } from './marks.ts';
import type { Palette } from './palette.ts';
import { Pixels } from './pixels.ts';
import { Row } from './row.ts';
import { extraOf } from './heights.ts';
import { radiusOf, Stack } from './stack.ts';
import type { PlotLane } from './types.ts';

/** The values that all lanes of a picture share. Sizes are in page pixels. */
export interface Scene {
  /** The length of the span, in nanoseconds. */
  length: number;
  width: number;
  ratio: number;
  marksHeight: number;
  bandHeight: number;
  /** Distance between marks; undefined if lanes are drawn as columns. */
  pitch: number | undefined;
  /** The most in any column of any lane. */
  highest: number;
  palette: Palette;
  drawBand: typeof DrawBand | undefined;
}

/** The data of a lane: the decisions of a limiter, or the arrivals. */
export interface Content extends Partial<PlotLane['picture']> {
  arrivals?: Uint32Array;
  limit?: number | undefined;
  /** The columns of pixels in which windows begin. */
  edges?: number[];
}

/** Pixels within which a request is hit. */
const REACH = 22;

/** One buffer for all lanes: they are drawn one after another. */
const pixels = new Pixels();

export class Lane {
  readonly row: Row;
  readonly stack = new Stack();
  content: Content = {};
  standing: Standing = { radius: 0, pitch: 0, base: 0, scale: 0 };
  height = 0;
  bandHeight = 0;

  constructor(parent: HTMLElement, before: Node | null) {
    this.row = new Row(parent, before);
  }

  /** Takes new content, and finds the pixels of its marks. */
  take(content: Content, length: number, width: number): void {
    this.content = content;
    const { marks, arrivals } = content;
    if (marks === undefined) this.stack.count = 0;
    else if (arrivals !== undefined) this.stack.locateArrivals(arrivals, width);
    else this.stack.locate(marks, length, width);
  }

  /** Whether marks with this pitch fit into this height, and beside each other. */
  hasSpace(pitch: number, height: number): boolean {
    const { highest, closest } = this.stack;
    return highest * pitch <= height - MARKS_FOOT - MARKS_HEAD && 2 * radiusOf(pitch) <= closest + 1;
  }

  draw(scene: Scene): void {
    this.bandHeight = this.content.arrivals === undefined ? scene.bandHeight + extraOf(this.content) : 0;
    this.resize(scene.marksHeight + this.bandHeight);
    this.placeMarks(scene);
    const { ratio, palette } = scene;
    const [width, height, margin] = [scene.width, this.height, CANVAS_OVERHANG].map((size) => Math.round(size * ratio));
    pixels.begin(width, height, margin, palette.lane);
    const marks = scene.pitch === undefined ? undefined : this.content.marks;
    this.drawBand(scene);
    if (marks === undefined) this.drawColumns(scene);
    drawEdges(this.content.edges ?? [], ratio, palette.muted);
    if (marks !== undefined) drawMarks(pixels, marks, this.stack, this.standing, ratio, palette);
    pixels.show(this.row.canvas);
  }

  /** The mark nearest to a position in the area, if one is near. */
  nearest(x: number, y: number, reach = REACH): { request: number; offset: number } | undefined {
    const { marks } = this.content;
    if (marks === undefined) return undefined;
    let found: number | undefined;
    let least = reach * reach;
    for (let mark = 0; mark < this.stack.count; mark += 1) {
      const distance = (this.stack.xs[mark] - x) ** 2 + (this.heightOf(mark) - y) ** 2;
      if (distance > least) continue;
      least = distance;
      found = mark;
    }
    return found === undefined ? undefined : { request: marks[PER_MARK * found], offset: marks[PER_MARK * found + 1] };
  }

  /** The vertical position of a request's mark, or the bottom of the marks if it has none. */
  levelOf(request: number): number {
    const mark = this.markOf(request);
    return mark === undefined ? this.standing.base - 6 : this.heightOf(mark);
  }

  /** The outcome of a request, if it has a mark. */
  outcomeOf(request: number): number | undefined {
    const mark = this.markOf(request);
    return mark === undefined ? undefined : this.content.marks?.[PER_MARK * mark + 2];
  }

  private markOf(request: number): number | undefined {
    const mark = request - (this.content.marks?.[0] ?? Infinity);
    return mark >= 0 && mark < this.stack.count ? mark : undefined;
  }

  /** The vertical position of one more mark on top of those at x. */
  spaceAt(x: number): number {
    const { base, pitch, radius } = this.standing;
    let free = 0;
    for (let mark = 0; mark < this.stack.count; mark += 1) {
      if (Math.abs(this.stack.xs[mark] - x) < 2 * radius) free = Math.max(free, this.stack.levels[mark] + 1);
    }
    return Math.max(radius + 1, base - (free + 0.5) * pitch);
  }

  /** The vertical position of the top of this many requests in one column. */
  topOf(count: number): number {
    return this.standing.base - count * this.standing.pitch;
  }

  private heightOf(mark: number): number {
    return this.standing.base - (this.stack.levels[mark] + 0.5) * this.standing.pitch;
  }

  private resize(height: number): void {
    if (height === this.height) return;
    this.height = height;
    this.row.area.style.setProperty('--height', `${height}px`);
  }

  private placeMarks(scene: Scene): void {
    const base = scene.marksHeight - MARKS_FOOT;
    const scale = scene.width / scene.length;
    const pitch = scene.pitch ?? columnsHeight(scene) / scene.highest;
    this.standing = { radius: radiusOf(Math.max(pitch, 2.5)), pitch, base, scale, isMarked: scene.pitch !== undefined };
  }

  private drawColumns(scene: Scene): void {
    const { ratio, highest, palette } = scene;
    const base = Math.round((scene.marksHeight - MARKS_FOOT) * ratio);
    const ground = { base, height: Math.round(columnsHeight(scene) * ratio), highest, ratio };
    const { arrivals, columns } = this.content;
    if (arrivals !== undefined) drawArrivals(pixels, arrivals, ground, palette.muted);
    else if (columns !== undefined) drawColumns(pixels, columns, ground, palette);
  }

  private drawBand({ ratio, palette, drawBand }: Scene): void {
    drawBand?.(pixels, this.content, Math.round((this.bandHeight - ABOVE_BAND) * ratio), ratio, palette);
  }
}

/** The height of the highest column. A request is never higher than a mark. */
function columnsHeight(scene: Scene): number {
  return Math.min(scene.marksHeight - MARKS_FOOT - HEADROOM, PITCHES[0] * scene.highest);
}

/** Dashed lines through the whole lane where windows begin. */
function drawEdges(edges: number[], ratio: number, colour: number): void {
  const line = Math.max(1, Math.round(ratio));
  for (const edge of edges) {
    for (let y = 0; y < pixels.height; y += 1) {
      if (y % (2 * EDGE_DASH * line) >= EDGE_DASH * line) continue;
      for (let x = 0; x < line; x += 1) pixels.blend(Math.floor(edge * ratio) + x, y, colour, EDGE_OPACITY);
    }
  }
}
