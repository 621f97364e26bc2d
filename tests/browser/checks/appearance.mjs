// The page on a narrow screen, in dark mode, with reduced motion, in forced colours, and in print.

import assert from 'node:assert/strict';

import { contrast, parse } from '../colours.mjs';
import { inked, sum } from '../pixels.mjs';
import {
  card,
  chart,
  cursor,
  eventually,
  figure,
  headline,
  openControls,
  openKeys,
  OPENING_SENTENCE,
  put,
  ready,
  says,
  script,
  SMALLEST_TYPE,
  tooFine,
} from '../reading.mjs';
import { onlyIn } from '../pages.mjs';

const NARROW = { viewport: { width: 360, height: 740 } };
const FINGER = 44;

// Lanes in which to look for allowed, denied and delayed requests. Lane 0 is the lane of arrivals.
const [FIXED, LOG, QUEUE] = [1, 2, 6];

export default {
  async 'fits a narrow screen, with everything open'({ open }) {
    const page = await ready(await open('', NARROW));
    const fits = async (what) => {
      assert.deepEqual(await page.evaluate(tooWide), [], what);
      assert.deepEqual(await page.evaluate(tooFine, SMALLEST_TYPE), [], `type that is too small ${what}`);
    };
    await fits('as it opens');
    for (const step of STATES) {
      await step.enter(page);
      await fits(step.name);
    }
  },

  async 'has touch targets that are large enough'({ open }) {
    const page = await ready(await open('', { ...NARROW, hasTouch: true }));
    const large = async (what) => assert.deepEqual(await page.evaluate(tooSmall, FINGER), [], what);
    await large('as it opens');
    for (const step of STATES) {
      await step.enter(page);
      await large(step.name);
    }
  },

  async 'is dark when the system is'({ open }) {
    const page = await ready(await open('', { colorScheme: 'dark' }));
    const [paper, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    assert.ok(contrast(parse(paper), parse('rgb(255, 255, 255)')) > 14, paper);
    assert.ok(contrast(parse(paper), parse(ink)) > 7, ink);
    await hasMarksOnGround(page);
  },

  'switches to dark and back with the system while it is open': onlyIn(
    'chromium',
    'Firefox takes the colour scheme only at launch',
    async ({ open }) => {
      const page = await ready(await open());
      const light = await inked(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForFunction(
        (before) => getComputedStyle(document.body).backgroundColor !== before,
        light.colours[3],
      );
      const isRepainted = async (colours) =>
        (await inked(page)).colours.join() === colours && sum((await inked(page)).lanes[FIXED].columns[0]) > 0;
      const dark = (await inked(page)).colours.join();
      assert.notEqual(dark, light.colours.join());
      await eventually(() => isRepainted(dark), true);
      await page.emulateMedia({ colorScheme: 'light' });
      await eventually(() => isRepainted(light.colours.join()), true);
    },
  ),

  async 'runs no animations with reduced motion'({ open }) {
    const page = await ready(await open('', { reducedMotion: 'reduce' }));
    const still = async (what) => assert.deepEqual(await page.evaluate(moving), [], what);
    await still('as it opens');
    await script(page).fill('15 every 100ms');
    await says(page, 'let 11 of 15 requests through');
    await still('after a change');
    for (const step of STATES) {
      await step.enter(page);
      await still(step.name);
    }
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'auto');
  },

  async "draws with the system's colours when colours are forced"({ open }) {
    const page = await ready(await open('', { forcedColors: 'active' }));
    await says(page, OPENING_SENTENCE);
    await hasMarksOnGround(page);
  },

  'prints the figure and the table, and no controls': onlyIn(
    'chromium',
    'only Chromium shows a page as it is printed',
    async ({ open }) => {
      const page = await ready(await open());
      await page.emulateMedia({ media: 'print' });
      await headline(page).waitFor();
      assert.ok(await chart(page).isVisible());
      assert.ok(await page.getByRole('table', { name: OPENING_SENTENCE }).isVisible());
      assert.ok(await figure(page).isVisible());
      for (const role of ['button', 'slider', 'spinbutton', 'textbox', 'combobox']) {
        const seen = [];
        // The name of a limiter opens its anatomy, and a word its definition: on paper both are plain text.
        for (const element of await page.getByRole(role).and(page.locator(':not(.name, [part=word])')).all())
          if (await element.isVisible()) seen.push(await element.innerText());
        assert.deepEqual(seen, [], `a ${role} on paper`);
      }
      await page.waitForFunction(() => matchMedia('print').matches);
      await hasMarksOnGround(page);
    },
  ),
};

// Everything that a user can open, one after the other.
const STATES = [
  {
    name: 'with a card open',
    async enter(page) {
      await chart(page).focus();
      await page.keyboard.press('n');
      await cursor(page)
        .filter({ hasText: /request \d/ })
        .waitFor();
      await page.keyboard.press('Enter');
      await card(page).waitFor();
    },
  },
  { name: 'with the controls', enter: openControls },
  { name: 'with the form', enter: (page) => page.getByRole('button', { name: 'Form' }).click() },
  { name: 'with the options of a limiter', enter: (page) => page.locator('lane-list summary').first().click() },
  {
    name: 'with its own option',
    async enter(page) {
      await put(page.locator('lane-options').first().getByRole('spinbutton', { name: 'Limit' }), '7');
      await page.getByRole('button', { name: 'Limit: reset to default' }).waitFor();
      await page.keyboard.press('Escape');
    },
  },
  { name: 'with the table of decisions', enter: (page) => page.getByText('Decisions in view, as a table').click() },
  {
    name: 'with the anatomy',
    async enter(page) {
      await page.getByRole('tab', { name: 'How it works' }).click();
      await page.locator('anatomy-view').scrollIntoViewIfNeeded();
      await page.locator('anatomy-view').getByRole('button', { name: 'Show that traffic' }).waitFor();
    },
  },
  {
    name: 'with the envelope',
    async enter(page) {
      await page.getByRole('tab', { name: 'Any interval' }).click();
      await page.locator('envelope-view').getByText('Show as a table').click();
    },
  },
  { name: 'with the memory', enter: (page) => page.getByRole('tab', { name: 'Memory' }).click() },
  { name: 'with the exports', enter: (page) => page.getByRole('button', { name: 'Export' }).click() },
  {
    name: 'with the keys',
    async enter(page) {
      await page.keyboard.press('Escape');
      await openKeys(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'with groups and servers',
    async enter(page) {
      await page.keyboard.press('Escape');
      await openControls(page);
      for (const name of ['Senders', 'Servers']) await page.getByRole('heading', { name }).click();
      for (const name of ['Add a client group', 'One more server', /^Server 1/])
        await page.getByRole('button', { name }).click();
      await page.getByRole('checkbox', { name: 'Its own limit' }).click();
      await page.getByRole('radio', { name: 'Shared, with a store outage' }).click();
      await page.getByRole('spinbutton', { name: 'Down from' }).waitFor();
      await page.getByRole('spinbutton', { name: 'Burst of this tier' }).waitFor();
    },
  },
];

async function hasMarksOnGround(page) {
  const { lanes, colours } = await inked(page);
  assert.ok(sum(lanes[FIXED].columns[0]) > 0, 'allowed');
  assert.ok(sum(lanes[LOG].columns[1]) > 0, 'denied');
  assert.ok(sum(lanes[QUEUE].columns[2]) > 0, 'delayed');
  const ground = parse(colours[3]);
  for (const colour of colours.slice(0, 3))
    assert.ok(contrast(parse(colour), ground) >= 3, `${colour} on ${colours[3]}`);
}

// The functions below run in the page.

// The width of the page, if it is wider than the window and therefore scrolls sideways.
function tooWide() {
  const width = document.documentElement.clientWidth;
  return document.scrollingElement.scrollWidth <= width
    ? []
    : [`${document.scrollingElement.scrollWidth} of ${width} px`];
}

// Targets whose width or height is less than `least` pixels.
function tooSmall(least) {
  const found = [];
  const targets = 'button, a[href], input, select, textarea, summary';
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) collect(element.shadowRoot);
      if (!element.matches(targets) || !element.checkVisibility({ visibilityProperty: true })) continue;
      // A click on a label activates its input, so the label is the target.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (Math.min(width, height) >= least - 0.5) continue;
      found.push(
        `${Math.round(width)} x ${Math.round(height)}: ${(
          element.ariaLabel ?? element.textContent
        ).trim()} ${element.getRootNode().host?.localName}`,
      );
    }
  };
  collect(document);
  return found;
}

// Running animations, in all shadow roots, except on `.swatches`: their transitions of 1 ms only notify the plot of
// changed colours.
function moving() {
  const found = [];
  const collect = (root) => {
    for (const animation of root.getAnimations()) {
      const { target } = animation.effect;
      if (!target.closest('.swatches')) found.push(target.outerHTML.slice(0, 100));
    }
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) collect(element.shadowRoot);
  };
  collect(document);
  return [...new Set(found)];
}
