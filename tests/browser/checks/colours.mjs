// The colours of the three outcomes can be distinguished from the background and from each other.

import assert from 'node:assert/strict';

import { contrast, distance, KINDS_OF_SIGHT, lightness, parse, seenWith } from '../colours.mjs';
import { ready } from '../reading.mjs';

const OUTCOMES = ['allow', 'deny', 'delay'];
// The contrast that WCAG requires for parts of a graphic, and for text.
const GRAPHIC = 3;
const TEXT = 4.5;
// Far more than the smallest visible difference, because marks are small and not side by side.
const APART = 20;
const APART_IN_GREY = 10;

async function coloursOf(open, colorScheme) {
  const page = await ready(await open('', { colorScheme }));
  const names = [...OUTCOMES, 'paper', 'lane', 'raised', 'ink', 'muted', 'deny-text', 'delay-text'];
  const texts = await page.evaluate((names) => {
    const swatch = document.body.appendChild(document.createElement('i'));
    return names.map((name) => {
      swatch.style.color = `var(--${name})`;
      return getComputedStyle(swatch).color;
    });
  }, names);
  return Object.fromEntries(names.map((name, at) => [name, parse(texts[at])]));
}

function checkIn(colorScheme) {
  return async ({ open }) => {
    const colours = await coloursOf(open, colorScheme);
    for (const ground of ['paper', 'lane'])
      for (const outcome of OUTCOMES)
        isAbove(contrast(colours[outcome], colours[ground]), GRAPHIC, `${outcome} on ${ground}`);
    for (const ground of ['paper', 'raised']) {
      for (const text of ['ink', 'muted', 'allow', 'deny-text', 'delay-text'])
        isAbove(contrast(colours[text], colours[ground]), TEXT, `${text} on ${ground}`);
    }
    for (const [one, other] of [
      ['allow', 'deny'],
      ['allow', 'delay'],
      ['deny', 'delay'],
    ])
      areApart(colours, one, other);
  };
}

function areApart(colours, one, other) {
  isAbove(distance(colours[one], colours[other]), APART, `${one} from ${other}`);
  for (const lack of KINDS_OF_SIGHT) {
    isAbove(
      distance(seenWith(lack, colours[one]), seenWith(lack, colours[other])),
      APART,
      `${one} from ${other}, ${lack}`,
    );
  }
  isAbove(Math.abs(lightness(colours[one]) - lightness(colours[other])), APART_IN_GREY, `${one} from ${other} in grey`);
}

function isAbove(number, least, what) {
  assert.ok(number >= least, `${what}: ${number.toFixed(2)}, and it should be ${least}`);
}

export default {
  'has distinguishable colours, in light mode': checkIn('light'),
  'has distinguishable colours, in dark mode': checkIn('dark'),
};
