// The snippets of the embed dialog: they work where they are pasted, under the policy that the dialog asks for.

import assert from 'node:assert/strict';

import { named, SCENARIO, SENTENCE } from './hosts.mjs';

const dialogOf = (page) => page.getByRole('dialog', { name: 'Embed this figure' });
const choice = (page, name) => dialogOf(page).getByRole('combobox', { name, exact: true });
const texts = (page) => dialogOf(page).getByRole('textbox').and(page.locator('[readonly]'));
const policyOf = (page) => dialogOf(page).locator('[part=policy]').innerText();

async function dialogIn(open, place) {
  const page = await open(`${place}index.html#${SCENARIO.replaceAll(' ', '+')}`);
  await page.getByRole('heading', { level: 2 }).filter({ hasText: SENTENCE }).waitFor();
  await page.getByRole('button', { name: 'Embed' }).click();
  await dialogOf(page).waitFor();
  return page;
}

// All parts of a snippet that are to be pasted.
async function written(page, kind) {
  await choice(page, 'For').selectOption({ label: kind });
  return Promise.all((await texts(page).all()).map((text) => text.inputValue()));
}

// A policy that allows what the dialog asks for, the post's own images, and nothing else.
const strict = (policy) => ({ 'Content-Security-Policy': `default-src 'none'; ${policy}; img-src 'self' data:` });
const withoutImage = (text) =>
  text.replace('src="ratelab.svg"', 'src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>"');

export const SNIPPETS = {
  async 'has a snippet for each kind of site, which works there'({ open, post, other }) {
    const page = await dialogIn(open, other);
    await choice(page, 'Controls').selectOption('some');
    for (const [kind, isFrame] of [
      ['HTML', false],
      ['HTML, in a frame', true],
      ['MDX or Astro', false],
      ['WordPress', true],
    ]) {
      const [text, ...others] = await written(page, kind);
      assert.deepEqual(others, [], kind);
      const pasted = await open(post(withoutImage(text), strict(await policyOf(page))));
      const place = isFrame ? pasted.frameLocator('iframe') : pasted;
      await named(place).waitFor();
      await place.getByRole('spinbutton', { name: 'Requests' }).waitFor();
      assert.equal(await pasted.evaluate(() => window.violations), 0, kind);
    }
  },

  async 'has a frame that cuts nothing off at any width, and hardly leaves empty space'({ open, post, other }) {
    const page = await dialogIn(open, other);
    const texts = { some: await written(page, 'HTML, in a frame') };
    await choice(page, 'Controls').selectOption('some');
    texts.more = await written(page, 'WordPress');
    const policy = await policyOf(page);
    const withoutStyles = policy.replace(/style-src-attr[^;]*/, '');
    for (const [[text], allowed, width] of [
      [texts.some, policy, 360],
      [texts.some, policy, 620],
      [texts.some, policy, 1000],
      [texts.more, policy, 360],
      [texts.some, withoutStyles, 360],
      [texts.some, withoutStyles, 1000],
    ]) {
      const pasted = await open(post(`<body style="margin: 0">${text}`, strict(allowed)), {
        viewport: { width, height: 900 },
        mayComplain: true,
      });
      await named(pasted.frameLocator('iframe')).waitFor();
      await pasted.frameLocator('iframe').locator('rate-lab .ready').waitFor();
      await pasted.frames()[1].evaluate(() => document.querySelector('rate-lab').run());
      const [height, content] = await pasted
        .frames()[1]
        .evaluate(() => [
          innerHeight,
          document.querySelector('rate-lab').shadowRoot.querySelector('[part=base]').offsetHeight,
        ]);
      assert.ok(content <= height, `at ${width}, the frame is ${height} high and its content ${content}`);
      assert.ok(
        allowed === withoutStyles || height - content < 170,
        `at ${width}, ${height - content} pixels are left over`,
      );
      await pasted.close();
    }
  },

  async 'has snippets for an image with a link, and for templates and their use'({ open, other }) {
    const page = await dialogIn(open, other);
    await choice(page, 'Colours').selectOption('dark');
    const link = `${other}#v=1&limit=5/s&lanes=fixed_window,+token_bucket&traffic=15+every+100ms`;
    const [image] = await written(page, 'Markdown, as an image');
    assert.ok(image.startsWith(`[![${SENTENCE}](ratelab.svg)](`), image);
    assert.ok(image.endsWith(`](${link})`), image);
    assert.equal(await policyOf(page), "img-src 'self'");
    const given = `scenario="v=1&${SCENARIO}" theme="dark"`;
    for (const [kind, use] of [
      ['Hugo', `{{< rate-lab ${given} >}}`],
      ['Jekyll', `{% include rate-lab.html ${given} `],
    ]) {
      const [template, used] = await written(page, kind);
      assert.ok(used.startsWith(use), used);
      for (const name of ['scenario', 'view', 'controls', 'theme', 'loading'])
        assert.match(template, new RegExp(` ${name}="{{ [^}]*\\b${name}\\b`), kind);
    }
  },

  async 'has a preview in the dialog, which is removed when the dialog closes'({ open, other }) {
    const page = await dialogIn(open, other);
    const preview = page.frameLocator('iframe');
    await named(preview).waitFor();
    await choice(page, 'Controls').selectOption('all');
    await preview.getByRole('textbox', { name: 'Traffic script' }).waitFor();
    await choice(page, 'Shows').selectOption('memory');
    await preview
      .getByRole('figure', { name: /memory/i })
      .or(preview.locator('memory-view'))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.locator('iframe').waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate(() => document.querySelector('rate-lab-page').shadowRoot.activeElement?.localName),
      'share-bar',
    );
  },

  async 'has snippets for another address, and keeps the last valid one'({ open, other }) {
    const page = await dialogIn(open, other);
    const field = dialogOf(page).getByRole('textbox', { name: "Address of Ratelab's files" });
    await field.fill('');
    await field.pressSequentially('https://files.example/ratelab');
    assert.equal(await field.inputValue(), 'https://files.example/ratelab');
    const [good] = await written(page, 'HTML');
    assert.match(good, /src="https:\/\/files\.example\/ratelab\/rate-lab\.js"/);
    assert.match(await policyOf(page), /^script-src https:\/\/files\.example 'wasm-unsafe-eval';/);
    for (const bad of ['', 'files.example', 'javascript:alert(1)', 'file:///home/', '"><script>']) {
      await field.fill(bad);
      await dialogOf(page).getByText('is not the address of a folder, such as https://your.host/ratelab/').waitFor();
      assert.equal(await field.getAttribute('aria-invalid'), 'true', bad);
      assert.deepEqual(await written(page, 'HTML'), [good], bad);
    }
    await field.fill('https://files.example/"><img src=x>');
    assert.match(
      (await written(page, 'HTML'))[0],
      /^<script type="module" src="https:\/\/files\.example\/%22%3E%3Cimg%20src=x%3E\/rate-lab\.js"><\/script>/,
    );
  },
};
