// The shapes of marks. The browser draws each once per size; lanes then repeat it.

import { CROSS_ARM, CROSS_LINE, CROSS_LINE_MAX, RING_LINE, RING_LINE_MAX } from './constants.ts';
import type { Stamp } from './pixels.ts';

export interface Stamps {
  dot: Stamp;
  ring: Stamp;
  cross: Stamp;
}

const made = new Map<string, Stamps>();

/** The shapes for a half width in device pixels. */
export function stampsOf(radius: number, ratio: number): Stamps {
  const name = `${radius} ${ratio}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const stamps = { dot: dot(radius), ring: ring(radius, ratio), cross: cross(radius, ratio) };
  made.set(name, stamps);
  return stamps;
}

function dot(radius: number): Stamp {
  return drawn(radius, (context) => {
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fill();
  });
}

function ring(radius: number, ratio: number): Stamp {
  return drawn(radius, (context) => {
    context.lineWidth = Math.min(RING_LINE_MAX * ratio, RING_LINE * radius);
    context.arc(0, 0, radius - context.lineWidth / 2, 0, 2 * Math.PI);
    context.stroke();
  });
}

function cross(radius: number, ratio: number): Stamp {
  const arm = CROSS_ARM * radius;
  return drawn(radius, (context) => {
    context.lineWidth = Math.min(CROSS_LINE_MAX * ratio, CROSS_LINE * radius);
    context.moveTo(-arm, -arm);
    context.lineTo(arm, arm);
    context.moveTo(-arm, arm);
    context.lineTo(arm, -arm);
    context.stroke();
  });
}

function drawn(radius: number, draw: (context: CanvasRenderingContext2D) => void): Stamp {
  const reach = Math.ceil(radius + 0.5);
  const size = 2 * reach + 1;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.translate(reach + 0.5, reach + 0.5);
  if (context !== null) draw(context);
  return stampOf(context?.getImageData(0, 0, size, size).data ?? new Uint8ClampedArray(0), reach);
}

/** The non-empty part of a small image. */
function stampOf(data: Uint8ClampedArray, reach: number): Stamp {
  const size = 2 * reach + 1;
  const spots: number[] = [];
  for (let at = 0; 4 * at < data.length; at += 1) {
    if (coverOf(data, at, size) > 0) spots.push(at);
  }
  return {
    reach,
    right: Int8Array.from(spots, (at) => (at % size) - reach),
    down: Int8Array.from(spots, (at) => Math.floor(at / size) - reach),
    cover: Uint16Array.from(spots, (at) => coverOf(data, at, size)),
  };
}

/** Averages a shape with its mirror image across the diagonal: browsers draw it only nearly symmetric. */
function coverOf(data: Uint8ClampedArray, at: number, size: number): number {
  const across = (at % size) * size + Math.floor(at / size);
  return Math.round(((data[4 * at + 3] + data[4 * across + 3]) * 128) / 255);
}
