// Checks the example posts as a reader sees them: `node examples.mjs Chromium`, or Firefox, after `cargo xtask build`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { drawings, POST } from '../../web/examples/draw.mjs';
import { hosted } from './embedding/hosts.mjs';
import { checkClaims, checkWords } from './examples/claims.mjs';
import { serving, WEB } from './serving.mjs';
import { runChecks, onlyIn } from './pages.mjs';
import { ask, fromLink, lanesOf, read } from './expected.mjs';
import { until } from './webdriver.mjs';

// Not the root: a static host may serve the files from any path.
const PLACE = '/somewhere/';
const PAGES = ['post.html', 'strict.html'];
const PAPERS = { light: 'rgb(253, 252, 249)', dark: 'rgb(25, 24, 20)' };
// The background colour of a lane, which nothing else on the page has.
const LANE = [0xf5, 0xf2, 0xea];
const FIGURES = drawings().map((drawing) => ({ ...drawing, ...decided(drawing.scenario) }));

const WITHOUT_BROWSER = 'it uses no browser';

const CHECKS = {
  'still pictures, their links and their alt texts are what the core produces now': onlyIn(
    'chromium',
    WITHOUT_BROWSER,
    () => {
      assert.equal(FIGURES.length, 4);
      for (const { file, svg, written, meant } of FIGURES) {
        assert.ok(readFileSync(file, 'utf8') === svg, `${file} is old: node web/examples/draw.mjs draws it`);
        assert.deepEqual(written, meant, file);
      }
    },
  ),

  'every number in it is what the core computes': onlyIn('chromium', WITHOUT_BROWSER, () => {
    checkClaims();
    checkWords();
  }),

  'every link to the playground is written as the playground writes it': onlyIn('chromium', WITHOUT_BROWSER, () => {
    const links = [...POST.matchAll(/href="\.\.\/#([^"]*)"/g)].map(([, link]) => link);
    assert.equal(links.length, 6);
    for (const link of links) assert.equal(read(fromLink(link)).link, link);
  }),

  async 'figures show the decisions when they are scrolled to, and cause no layout shift'({ open }) {
    for (const name of PAGES) {
      for (const width of [1280, 768, 360]) {
        const page = await open(name, { viewport: { width, height: 900 } });
        await readThrough(page);
        assert.deepEqual(
          await page.evaluate(() => [window.violations, window.shifts]),
          [[], []],
          `${name} at ${width}`,
        );
        assert.ok(
          (await page.evaluate(() => document.scrollingElement.scrollWidth)) <= width,
          `${name} at ${width} is too wide`,
        );
        assert.equal(
          await page.locator('iframe').count(),
          0,
          'on its own origin it has a worker, which no policy of the page forbids',
        );
        await page.close();
      }
    }
  },

  async 'on a strict page that loads them from another host, figures are shown in frames'({
    open,
    origins,
    post,
    other,
  }) {
    origins.add(new URL(other).origin);
    const address = post(fromElsewhere(readFileSync(`${WEB}/dist/examples/strict.html`, 'utf8'), other));
    const page = await open(address, { mayComplain: true });
    await readThrough(page);
    assert.equal(await page.locator('rate-lab iframe').count(), FIGURES.length);
    assert.deepEqual(
      await page.evaluate(() => [window.violations.length, window.shifts]),
      [1, []],
      'it tries once, for all of them, whether it may compile',
    );
    const link = page
      .locator('rate-lab[playground]')
      .frameLocator('iframe')
      .getByRole('link', { name: 'Open it in the playground' });
    assert.equal(await link.getAttribute('href'), new URL(`./#${read(FIGURES[3].scenario).link}`, address).href);
  },

  async 'no request is denied with a burst of twelve, as the post says'({ open }) {
    const page = await open('post.html');
    const figure = page.locator('rate-lab[controls]');
    await figure.scrollIntoViewIfNeeded();
    const burst = figure.getByRole('spinbutton', { name: 'Burst' });
    await burst.press('Control+a');
    await burst.pressSequentially('12');
    await page.waitForFunction(() =>
      Object.values(window.ran).some(
        ({ lanes }) => lanes[1].sentence.includes('waited, up to 2.2 s') && lanes.every(({ denied }) => denied === 0),
      ),
    );
  },

  // Firefox's driver cannot turn scripts off, and with the preference that turns them off Firefox shows nothing.
  'without scripts the still pictures are shown': onlyIn(
    'chromium',
    'Firefox cannot be driven with its scripts off',
    async ({ open }) => {
      const reader = await open('post.html');
      const bandsIn = (type, bytes) =>
        reader.evaluate(countBands, [`data:${type};base64,${Buffer.from(bytes).toString('base64')}`, LANE]);
      const alone = await Promise.all(FIGURES.map(({ svg }) => bandsIn('image/svg+xml', svg)));
      assert.ok(
        alone.every((bands) => bands > 1),
        `${alone} bands`,
      );
      for (const name of PAGES) {
        // Read from a screenshot, because a page without scripts cannot be queried.
        const page = await open(name, { javaScriptEnabled: false, viewport: { width: 1280, height: 5000 } });
        const meant = alone.reduce((sum, bands) => sum + bands);
        // The page may be painted before its last picture is.
        await until(
          async () => (await bandsIn('image/png', await page.screenshot())) === meant,
          `${name} shows every still picture`,
        );
        await page.close();
      }
    },
  ),

  async 'the post and its figures are light or dark together'({ open }) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open('post.html', { colorScheme });
      await page.locator('rate-lab').first().scrollIntoViewIfNeeded();
      await page.locator('rate-lab-figure').first().waitFor();
      const papers = await page.evaluate(() =>
        [document.body, document.querySelector('rate-lab').shadowRoot.querySelector('rate-lab-figure')].map(
          (element) => getComputedStyle(element).backgroundColor,
        ),
      );
      assert.deepEqual(papers, [PAPERS[colorScheme], PAPERS[colorScheme]]);
    }
  },
};

function decided(scenario) {
  return ask(scenario, (run) => {
    const lanes = lanesOf(run).map((lane) => {
      const [allowed, denied, delayed] = run.counts(lane);
      return { title: run.title(lane), sentence: run.sentence(lane), allowed, denied, delayed };
    });
    const finding = { headline: run.headline(), reason: run.reason() };
    return {
      summary: { scenario: read(scenario).text, comparison: `${finding.headline} ${finding.reason}`, finding, lanes },
    };
  });
}

// Scrolls to each figure in turn, and checks what it shows.
async function readThrough(page) {
  for (const { scenario, summary, meant } of FIGURES) {
    const figure = page.locator(`rate-lab[scenario="${scenario}"]`);
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction((scenario) => window.ran[scenario] !== undefined, scenario);
    assert.deepEqual(await page.evaluate((scenario) => window.ran[scenario], scenario), summary);
    const place = (await figure.locator('iframe').count()) > 0 ? figure.frameLocator('iframe') : figure;
    await place.getByRole('figure').getByRole('heading', { name: summary.finding.headline, exact: true }).waitFor();
    await page.getByRole('img', { name: meant.alt, exact: true }).waitFor({ state: 'hidden' });
    const drawn = await place.locator('canvas').evaluateAll((canvases) => canvases.filter(window.isInked).length);
    assert.ok(drawn > summary.lanes.length, `${drawn} canvases have a picture`);
  }
}

// Runs in a page: counts the horizontal bands of one colour in a picture.
async function countBands([address, colour]) {
  const image = Object.assign(new Image(), { src: address });
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const isOfLane = (row) => {
    let found = 0;
    for (let at = 4 * row * image.width; at < 4 * (row + 1) * image.width; at += 4)
      found += colour.every((part, index) => data[at + index] === part);
    return found > 300;
  };
  const rows = Array.from({ length: image.height }, (_, row) => isOfLane(row));
  return rows.filter((isLane, row) => isLane && !rows[row - 1]).length;
}

// Runs in the page: records the results of figures, layout shifts and policy violations. `isInked` returns whether a
// canvas has more than its background.
function remember() {
  Object.assign(window, { ran: {}, shifts: [], violations: [] });
  window.isInked = (canvas) => {
    if (canvas.width === 0 || canvas.height === 0) return false;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 1;
  };
  addEventListener('rate-lab-run', ({ target, detail }) => (window.ran[target.getAttribute('scenario')] = detail));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.violations.push(`${effectiveDirective} ${blockedURI}`),
  );
  // Firefox does not report layout shifts.
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({
    type: 'layout-shift',
    buffered: true,
  });
}

// The post, moved one folder up, with its figures from another host and a policy that allows that host.
function fromElsewhere(page, host) {
  const changes = [
    ['src="../rate-lab.js"', `src="${host}rate-lab.js"`],
    ["script-src 'self'", `script-src ${host}`],
    ["frame-src 'self'", `frame-src ${host}`],
    ['"../', '"./'],
    ['href="post.css"', 'href="examples/post.css"'],
    ['src="figures/', 'src="examples/figures/'],
  ];
  return changes.reduce((text, [before, after]) => text.replaceAll(before, after), page);
}

await hosted(({ post, other }) =>
  serving({ [PLACE]: `${WEB}/dist` }, (origin) =>
    runChecks('the example post', CHECKS, `${origin}${PLACE}examples/`, { script: remember, post, other }),
  ),
);
