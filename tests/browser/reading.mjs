// Reads the page and acts on it as a user does.

import assert from 'node:assert/strict';

export const OPENING_SENTENCE = 'The fixed window let 20 through in 0.6 s, twice its limit of 10.';

export const figure = (page) => page.getByRole('figure').first();
export const headline = (page) => figure(page).getByRole('heading', { level: 2 });
export const chart = (page) => page.getByRole('application');
export const script = (page) => page.getByRole('textbox', { name: 'Traffic script' });
export const number = (page, name) => page.getByRole('spinbutton', { name, exact: true });
export const card = (page) => page.getByRole('article');
export const notice = (page) => page.getByRole('alert');
/** The figure's description of the request that the cursor is on. */
export const cursor = (page) => figure(page).locator('> [role=status]');

// How long a run of ten million requests may take on a busy machine, in milliseconds.
export const LONG_WHILE = 100_000;

export const says = (page, text, timeout) => headline(page).filter({ hasText: text }).waitFor({ timeout });

// Waits for the first complete picture, with its labels, which come with the bands, and for everything that the page
// loads later.
export async function ready(page) {
  await page.waitForFunction(() => {
    const root = document.querySelector('rate-lab-page')?.shadowRoot;
    const result = root?.querySelector('lane-figure')?.result;
    const picture = root?.querySelector('decisions-view')?.picture;
    const isDrawn =
      picture?.lanes.length === result?.lanes.length && picture?.lanes.every(({ labels }) => labels !== undefined);
    // The tabs are rendered only when everything that loads later has arrived.
    const isWhole = root?.querySelector('view-tabs')?.shadowRoot?.querySelector('[role=tab]') !== null;
    return (
      result?.complete &&
      isDrawn &&
      isWhole &&
      ['decision-card', 'key-help', 'view-tabs', 'measure-table', 'defined-term'].every((name) =>
        customElements.get(name),
      )
    );
  });
  return page;
}

// The run that the figure shows, read from `<lane-figure>`.
export async function shown(page) {
  const result = await page.evaluate(() => {
    const { result } = document.querySelector('rate-lab-page').shadowRoot.querySelector('lane-figure');
    return { text: result.text, hash: String(result.hash), finding: result.finding, complete: result.complete };
  });
  return { ...result, hash: result.hash === 'undefined' ? undefined : BigInt(result.hash) };
}

// The picture in view as plain data: marks, columns and everything else. NaN becomes null, because JSON has no NaN.
export async function pictured(page) {
  const text = await page.evaluate(() => {
    const { picture } = document.querySelector('rate-lab-page').shadowRoot.querySelector('decisions-view');
    const plain = (_, value) =>
      typeof value === 'bigint' ? String(value) : ArrayBuffer.isView(value) ? [...value] : value;
    return JSON.stringify(picture, plain);
  });
  const { span, ...picture } = JSON.parse(text);
  return { ...picture, span: { from: BigInt(span.from), to: BigInt(span.to) } };
}

// Waits until `read` returns what is expected. Throws the difference if it does not in time.
export async function eventually(read, expected, milliseconds = 10_000) {
  const end = performance.now() + milliseconds;
  for (;;) {
    const found = await read();
    try {
      assert.deepEqual(found, expected);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((later) => setTimeout(later, 50));
  }
}

// On a narrow screen the controls are a sheet.
export async function openControls(page) {
  const change = page.getByRole('button', { name: /Change$/ });
  if (await change.isVisible()) await change.click();
}

// On a narrow screen the button is among those that open.
export async function openKeys(page) {
  const more = page.getByRole('button', { name: 'More playback controls' });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'keys' }).click();
}

// A limiter's numbers in the table: [allowed, denied, delayed].
export async function numbersOf(page, name) {
  const row = page.getByRole('row', { name }).first();
  return (await row.getByRole('cell').allInnerTexts()).slice(0, 3).map((text) => Number(text.replaceAll(',', '')));
}

// Sets the value of a field in one step, as pasting does. Typing would pass through other valid values.
export async function put(field, text) {
  await field.focus();
  await field.evaluate((element, text) => {
    element.value = text;
    element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }, text);
}

// The link from the share button: from the clipboard, or from the field that is shown if there is no clipboard.
export async function share(page) {
  await page.getByRole('button', { name: 'Copy link' }).click();
  const bar = page.locator('share-bar');
  await bar
    .getByRole('status')
    .filter({ hasText: /copied|from the field/ })
    .waitFor();
  const field = bar.getByRole('textbox', { name: 'The link' });
  return (await field.count()) > 0 ? field.inputValue() : page.evaluate(() => navigator.clipboard.readText());
}

export const SMALLEST_TYPE = 12;

// Runs in the page: text below `least` pixels, in all shadow roots.
export function tooFine(least) {
  const found = new Set();
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) collect(element.shadowRoot);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '',
      );
      if (!hasText || !element.checkVisibility()) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < least)
        found.add(`${size} px: ${element.textContent.trim().slice(0, 40)} ${element.getRootNode().host?.localName}`);
    }
  };
  collect(document);
  return [...found];
}
