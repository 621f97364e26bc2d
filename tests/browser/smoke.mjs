// A smoke test of the page in WebKit, the engine of Safari.

import assert from 'node:assert/strict';

import { log } from './logs.mjs';
import { OPENING_SENTENCE } from './reading.mjs';
import { BOUNDS, headlineOf, hashOf, OPENING } from './expected.mjs';
import { until, withWebKit } from './webdriver.mjs';

const SCRIPT = '15 every 100ms';

const CHECKS = {
  async 'opens with the edge burst'(webkit) {
    await says(webkit, headlineOf(OPENING.text));
    assert.ok(headlineOf(OPENING.text).startsWith(OPENING_SENTENCE));
    await decides(webkit, OPENING.text);
  },

  async 'draws marks of every outcome'(webkit) {
    const drawn = await until(() => webkit.evaluate(coloursDrawn), 'marks are drawn');
    assert.deepEqual(drawn, { allow: true, deny: true, delay: true });
  },

  async 'draws another script at once'(webkit) {
    await webkit.evaluate(clearScript);
    await webkit.type(scriptField, SCRIPT);
    await says(webkit, headlineOf(`v=1&traffic=${SCRIPT}`));
    await decides(webkit, `v=1&traffic=${SCRIPT}`);
    await until(
      async () => (await webkit.evaluate(() => location.hash)) === '#v=1&traffic=15+every+100ms',
      'the address says so',
    );
  },

  async 'explains a disagreement by keyboard'(webkit) {
    await webkit.evaluate(focusChart);
    await webkit.press('n');
    await until(() => webkit.evaluate(cursorText), 'the cursor is somewhere');
    await webkit.press('\uE007');
    await until(async () => /Request 11 at 1 s/.test(await webkit.evaluate(cardText)), 'the card is open');
  },

  async "shows the core's decisions when the link changes"(webkit) {
    await webkit.evaluate(() => void (location.hash = '#retry-storm'));
    const { text } = BOUNDS.scenarios.find(({ name }) => name === 'retry-storm');
    await says(webkit, headlineOf(text));
    await decides(webkit, text);
  },

  async 'opens a link, and says what is wrong with a bad one'(webkit, address) {
    await webkit.open('about:blank');
    await webkit.open(`${address}#v=1&traffic=15+every+100ms~1.11`);
    await says(webkit, headlineOf(`v=1&traffic=${SCRIPT}`));
    await decides(webkit, `v=1&traffic=${SCRIPT}`);
    await until(
      async () => /Request 11 at 1 s, Fixed window/.test(await webkit.evaluate(cardText)),
      'the card is open',
    );
    await webkit.evaluate(() => void (location.hash = '#v=0&x'));
    await until(async () => /This link cannot be read/.test(await webkit.evaluate(noticeText)), 'the notice is there');
    await says(webkit, headlineOf(OPENING.text));
  },

  async 'reads a log that is dropped, and says what a limit would do to it'(webkit, address) {
    await webkit.open(`${address}log.html`);
    await until(() => webkit.evaluate(startText), 'the page waits for a log');
    await webkit.evaluate(drop, log());
    const sentence = '60 per minute with a burst of 20 would limit 1 of 21 clients';
    await until(async () => (await webkit.evaluate(findingText)).startsWith(sentence), sentence);
    await until(async () => (await webkit.evaluate(limitersListed)) === 7, 'all limiters are listed');
  },
};

// Returns how many checks ran and how many failed, or undefined if WebKit is not installed.
export function smoke(address) {
  return withWebKit(async (webkit) => {
    const tally = { made: 0, failed: 0 };
    await webkit.open(address);
    for (const [name, check] of Object.entries(CHECKS)) {
      tally.made += 1;
      try {
        await check(webkit, address);
        assert.deepEqual(await webkit.evaluate(elsewhere), [], "a request left the page's own origin");
        console.log(`ok in webkit: it ${name}`);
      } catch (error) {
        tally.failed += 1;
        console.error(`FAILED in webkit: it ${name}\n${error.stack}`);
      }
    }
    return tally;
  });
}

const says = (webkit, text) =>
  until(async () => (await webkit.evaluate(headlineText)) === text, `the page says: ${text}`);
const decides = (webkit, text) =>
  until(async () => (await webkit.evaluate(hashShown)) === String(hashOf(text)), `these are the decisions of ${text}`);

// The functions below run in the page.

function headlineText() {
  return document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure').shadowRoot.querySelector('h2')
    .textContent;
}

function hashShown() {
  return String(document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure').result.hash);
}

function scriptField() {
  return document
    .querySelector('rate-lab-page')
    .shadowRoot.querySelector('traffic-editor')
    .shadowRoot.querySelector('textarea');
}

function clearScript() {
  document
    .querySelector('rate-lab-page')
    .shadowRoot.querySelector('traffic-editor')
    .shadowRoot.querySelector('textarea')
    .select();
}

function focusChart() {
  document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure').focusChart();
}

function cursorText() {
  return document
    .querySelector('rate-lab-page')
    .shadowRoot.querySelector('lane-figure')
    .shadowRoot.querySelector('[role=status]').textContent;
}

function cardText() {
  const card = document.querySelector('rate-lab-page').shadowRoot.querySelector('decision-card');
  return card.hidden ? '' : (card.shadowRoot?.querySelector('h2')?.textContent.replace(/\s+/g, ' ') ?? '');
}

function noticeText() {
  return (
    document.querySelector('rate-lab-page').shadowRoot.querySelector('[role=alert]:not([hidden])')?.textContent ?? ''
  );
}

function startText() {
  return document
    .querySelector('log-page')
    .shadowRoot.querySelector('log-start')
    .shadowRoot.textContent.includes('Supported formats');
}

function drop(text) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'access.log'));
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

function findingText() {
  return document
    .querySelector('log-page')
    .shadowRoot.querySelector('.finding')
    .textContent.trim()
    .replace(/\s+/g, ' ');
}

function limitersListed() {
  return document
    .querySelector('log-page')
    .shadowRoot.querySelector('effects-table')
    .shadowRoot.querySelectorAll('tbody tr').length;
}

// Whether each outcome's colour is in any lane, or false until all three are.
function coloursDrawn() {
  const plot = document
    .querySelector('rate-lab-page')
    .shadowRoot.querySelector('lane-figure')
    .shadowRoot.querySelector('.chart > div').shadowRoot;
  const lanes = [...plot.querySelectorAll('.row:not(.strip) canvas')].slice(1);
  const isNear = (data, at, colour) => colour.every((part, channel) => Math.abs(part - data[at + channel]) < 60);
  const has = (name) => {
    const colour = getComputedStyle(plot.querySelector(`.swatches .${name}`))
      .color.match(/\d+/g)
      .slice(0, 3)
      .map(Number);
    return lanes.some((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && isNear(data, at, colour)) return true;
      return false;
    });
  };
  const found = { allow: has('allow'), deny: has('deny'), delay: has('delay') };
  return Object.values(found).every(Boolean) && found;
}

function elsewhere() {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name);
  return urls.filter((url) => /^https?:/.test(url) && new URL(url).origin !== location.origin);
}
