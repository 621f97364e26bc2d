// What a figure looks like on another site's page: its size, its colours, and what it takes from the page's styles.

import assert from 'node:assert/strict';

import { eventually, SMALLEST_TYPE, tooFine } from '../reading.mjs';
import { figure, isReady, named, script, summary, type } from './hosts.mjs';

// The colours of a figure's background.
const [LIGHT, DARK] = ['rgb(253, 252, 249)', 'rgb(25, 24, 20)'];
const paper = (place) =>
  place.locator('rate-lab-figure').evaluate((figure) => getComputedStyle(figure).backgroundColor);

export const APPEARANCE = {
  async 'is not affected by another figure on the page'({ open, post, other }) {
    const page = await open(post(`${script(other)}${figure('controls=some')}<rate-lab controls="some"></rate-lab>`), {
      viewport: { width: 1200, height: 2600 },
    });
    const [first, second] = [page.locator('rate-lab[scenario]'), page.locator('rate-lab:not([scenario])')];
    await named(second, 'The fixed window let 20 through in 0.6 s').waitFor();
    await type(first.getByRole('spinbutton', { name: 'Requests' }), '20');
    await named(first, 'let all 15 requests through').waitFor();
    await named(second, 'The fixed window let 20 through in 0.6 s').waitFor();
    assert.equal(await second.getByRole('spinbutton', { name: 'Requests' }).inputValue(), '10');
    await first.evaluate((one) => one.remove());
    await type(second.getByRole('spinbutton', { name: 'Requests' }), '20');
    await named(second, 'let all 20 requests through').waitFor();
  },

  async 'fits from 320 to 1200 pixels, and causes no layout shift when it loads'({ open, post, other }) {
    for (const width of [320, 360, 480, 700, 1200]) {
      const page = await open(
        post(`<style>body { margin: 0 }</style>${script(other)}<rate-lab></rate-lab><p id="after">After</p>`),
        { viewport: { width, height: 1600 } },
      );
      await page.waitForFunction(() => customElements.get('rate-lab'));
      const top = () => page.locator('#after').evaluate((after) => after.getBoundingClientRect().top);
      const before = await top();
      await summary(page);
      await isReady(page);
      assert.ok(Math.abs((await top()) - before) <= 2, `at ${width}, the page moved by ${(await top()) - before}`);
      assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= width, `at ${width}`);
      assert.deepEqual(await page.evaluate(tooFine, SMALLEST_TYPE), [], `type that is too small, at ${width}`);
      const height = await page
        .locator('rate-lab')
        .evaluate((one) => one.offsetHeight - one.shadowRoot.querySelector('[part=base]').offsetHeight);
      assert.ok(height < 60, `at ${width}, ${height} pixels are left over`);
      await page.close();
    }
  },

  async 'takes the colours of the page around it, with and without a colour scheme, or those of its theme attribute'({
    open,
    post,
    other,
  }) {
    const cases = [
      ['', '', LIGHT],
      ['<style>:root { color-scheme: dark }</style>', '', DARK],
      ['<style>main { color-scheme: dark }</style>', 'theme=light', LIGHT],
      ['', 'theme=dark', DARK],
      ['<style>body { background: #15171c; color: #ddd }</style>', '', DARK],
      ['<style>body { background: #fff } main { background: oklch(25% 0.05 260) }</style>', 'theme=auto', DARK],
      ['<style>body { background: url(data:,) #15171c } main { background: rgb(255 255 255 / 10%) }</style>', '', DARK],
      ['<style>body { background: linear-gradient(#111, #222); color: #eee }</style>', '', DARK],
      ['<style>body { background: #fff; color: #222 }</style>', '', LIGHT, 'dark'],
      ['<style>body { background: #15171c }</style>', 'theme=light', LIGHT],
    ];
    for (const [style, attribute, expected, colorScheme = 'light'] of cases) {
      const page = await open(post(`${style}${script(other)}<main>${figure(attribute)}</main>`), { colorScheme });
      await isReady(page);
      assert.equal(await paper(page), expected, style + attribute);
      await page.close();
    }
  },

  async 'turns dark and light with the page, in the page and in a frame'({ open, post, other }) {
    const style =
      '<style>body { background: #fff; color: #222; transition: all 0.1s } .dark body { background: #15171c; color: ' +
      '#ddd }</style>';
    const strict = {
      'Content-Security-Policy': "default-src 'none'; script-src OTHER; style-src 'unsafe-inline'; frame-src OTHER",
    };
    for (const headers of [{}, strict]) {
      const page = await open(post(style + script(other) + figure(), headers), { mayComplain: headers === strict });
      const place = headers === strict ? page.frameLocator('rate-lab iframe') : page;
      await named(place).waitFor();
      for (const expected of [LIGHT, DARK, LIGHT]) {
        await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), expected === DARK);
        // The frame loads anew, and cannot be read meanwhile.
        await eventually(() => paper(place).catch(() => undefined), expected);
      }
      await page.close();
    }
  },

  async 'looks the same on a page with CSS rules for everything, and from right to left'({ open, post, other }) {
    const rules =
      '<style>html { font-size: 62.5% } * { all: revert; letter-spacing: 3px !important; text-transform: uppercase ' +
      '!important; line-height: 3 !important; box-sizing: content-box !important } div, p, h2, figure, canvas, ' +
      'button, input { margin: 40px !important; padding: 20px !important; font-size: 40px !important; width: 50% ' +
      '!important; float: right !important }</style>';
    const boxes = async (body) => {
      const page = await open(post(body), { viewport: { width: 1000, height: 1400 } });
      await isReady(page);
      await summary(page);
      const found = await page.locator('rate-lab').evaluate((one) => {
        const name = one.shadowRoot.querySelector('lane-figure').shadowRoot.querySelector('h2');
        const rows = [
          ...one.shadowRoot
            .querySelector('lane-figure')
            .shadowRoot.querySelector('.chart')
            .firstElementChild.shadowRoot.querySelectorAll('.row .area'),
        ];
        const { left: x, top: y } = one.getBoundingClientRect();
        return [name, ...rows].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left - x, top - y, width, height].map(Math.round).join(' ');
        });
      });
      await page.close();
      return found;
    };
    const calm = await boxes(`${script(other)}<main style="width: 900px">${figure()}</main>`);
    assert.deepEqual(await boxes(`${rules}${script(other)}<main style="width: 900px">${figure()}</main>`), calm);
    assert.deepEqual(await boxes(`${script(other)}<main dir="rtl" style="width: 900px">${figure()}</main>`), calm);
  },
};
