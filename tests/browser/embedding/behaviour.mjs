// How a figure behaves on another site's page.

import assert from 'node:assert/strict';

import { ask } from '../expected.mjs';
import { eventually } from '../reading.mjs';
import { SCENARIO, SENTENCE, figure, inside, isReady, named, script, summary, type } from './hosts.mjs';

// The least by which the memory of a module grows, in bytes.
const PAGE = 65_536;

export const BEHAVIOUR = {
  async 'gives its decisions as data, and fires events on changes'({ open, post, other }) {
    const page = await open(post(script(other) + figure('controls=some')));
    const { scenario, comparison, finding, lanes } = await summary(page);
    assert.equal(scenario, `v=1&${SCENARIO}`);
    assert.equal(finding.headline, SENTENCE);
    assert.equal(comparison, `${finding.headline} ${finding.reason}`);
    assert.deepEqual(
      lanes.map(({ title, allowed, denied }) => [title, allowed + denied]),
      [
        ['Fixed window', 15],
        ['Token bucket', 15],
      ],
    );
    assert.match(await page.evaluate(() => document.querySelector('rate-lab').toSVG()), /^<svg /);
    assert.equal((await page.evaluate(() => document.querySelector('rate-lab').toCSV())).trim().split('\n').length, 31);
    await page.evaluate(() =>
      document.addEventListener('rate-lab-change', ({ detail }) => (window.changed = detail.scenario)),
    );
    await type(page.getByRole('spinbutton', { name: 'Requests' }), '20');
    await named(page, 'let all 15 requests through').waitFor();
    assert.match(await page.evaluate(() => window.changed), /limit=20\/s/);
    assert.match(await page.evaluate(() => document.querySelector('rate-lab').scenario), /limit=20\/s/);
    await page.evaluate(() => (document.querySelector('rate-lab').scenario = 'edge-burst'));
    await named(page, 'The fixed window let 20 through in 0.6 s').waitFor();
  },

  async 'takes a scenario by name, by link and by separate attributes'({ open, post, other }) {
    const page = await open(
      post(`${script(other)}
      <rate-lab scenario="edge-burst" limit="20/10s"></rate-lab>
      <rate-lab scenario="v=1&amp;limit=10/10s&amp;traffic=10@9.5s;+10@10.1s"></rate-lab>
      <rate-lab traffic="15 every 100ms" limit="10/s" lanes="gcra"></rate-lab>`),
      { viewport: { width: 800, height: 3000 } },
    );
    await named(page.locator('rate-lab').nth(0), 'let all 20 requests through').waitFor();
    await named(page.locator('rate-lab').nth(1), 'The fixed window let 20 through in 0.6 s').waitFor();
    await named(page.locator('rate-lab').nth(2), 'GCRA').waitFor();
  },

  async 'says what is wrong beside the content of its tag, and keeps the last good picture'({ open, post, other }) {
    const page = await open(post(`${script(other)}<rate-lab traffic="15 evry 100ms">${inside}</rate-lab>`));
    await page.getByRole('alert').filter({ hasText: 'use "@", "every" or "/"' }).waitFor();
    assert.ok(await page.getByRole('img', { name: 'A still picture' }).isVisible());
    await page.evaluate(() => document.querySelector('rate-lab').setAttribute('traffic', '15 every 100ms'));
    await isReady(page);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.evaluate(() => document.querySelector('rate-lab').setAttribute('traffic', 'nonsense'));
    await page.getByRole('alert').waitFor();
    await page.getByRole('figure').waitFor();
  },

  async 'cannot be made to inject markup or a script into the page'({ open, post, other }) {
    const hostile = [
      '"><img src=x onerror=window.hurt=1>',
      '<script>window.hurt=1</script>',
      'javascript:window.hurt=1',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the attack.
      '${window.hurt=1}',
      '\u0000',
      'x'.repeat(100_000),
      ']]>&#60;img&#62;',
    ];
    const page = await open(post(`${script(other)}<rate-lab></rate-lab>`));
    await isReady(page);
    for (const value of hostile) {
      for (const name of ['scenario', 'traffic', 'lanes', 'view', 'controls', 'theme', 'playground', 'loading']) {
        await page.evaluate(
          ([name, value]) => {
            const element = document.createElement('rate-lab');
            element.setAttribute('loading', 'eager');
            element.setAttribute(name, value);
            document.body.replaceChildren(element);
          },
          [name, value],
        );
      }
      await page.evaluate(() =>
        document
          .querySelector('rate-lab')
          .run()
          .catch(() => undefined),
      );
    }
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.equal(await page.locator('img, a[href^=javascript]').count(), 0);
  },

  async 'shares one worker, and computes only what is in view'({ open, post, other }) {
    const figures = Array.from({ length: 50 }, (_, at) => `<rate-lab traffic="${at + 1} every 10ms"></rate-lab>`).join(
      '',
    );
    const page = await open(post(script(other) + figures), { viewport: { width: 800, height: 600 } });
    await named(page.locator('rate-lab').first(), 'request').waitFor();
    const begun = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('rate-lab')].filter((one) => one.shadowRoot.querySelector('rate-lab-figure'))
            .length,
      );
    assert.ok((await begun()) <= 3, `${await begun()} figures have begun, of which one or two are near`);
    await page.evaluate(() =>
      document.querySelectorAll('rate-lab').forEach((one) => one.setAttribute('loading', 'eager')),
    );
    await isReady(page, 50);
    assert.equal(page.workers().length, 1);
    // A figure that is out of view computes a new scenario only when it is scrolled to.
    await page.evaluate(() => {
      window.ran = [];
      document.addEventListener('rate-lab-run', ({ target }) => window.ran.push(target));
      document.querySelectorAll('rate-lab').forEach((one) => one.setAttribute('limit', '3/s'));
    });
    await page.waitForFunction(() => window.ran.includes(document.querySelector('rate-lab')));
    assert.ok((await page.evaluate(() => new Set(window.ran).size)) <= 3);
    await page.locator('rate-lab').last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => window.ran.includes([...document.querySelectorAll('rate-lab')].at(-1)));
    const closed = new Promise((close) => page.workers()[0].once('close', close));
    await page.evaluate(() => document.body.replaceChildren());
    await closed;
  },

  async 'leaks no memory when it is removed'({ open, post, other, browser }) {
    const page = await open(post(`${script(other)}<rate-lab id="stays"></rate-lab><main></main>`), {
      viewport: { width: 800, height: 3000 },
      before: keepMemories,
    });
    await isReady(page);
    // Adds figures one at a time, and removes each when everything of it is drawn. Labels come last, with the bands: a
    // figure that is removed before may or may not have made the core prepare them, which takes memory.
    const comeAndGo = (times) =>
      page.evaluate(async (times) => {
        const inside = (element) => [...(element?.shadowRoot?.querySelectorAll('*') ?? [])];
        const hasLabels = (element) =>
          inside(element.shadowRoot.querySelector('lane-figure')).some(({ shadowRoot }) =>
            shadowRoot?.querySelector('.labels span'),
          );
        for (let time = 0; time < times; time += 1) {
          const element = document.createElement('rate-lab');
          element.setAttribute('loading', 'eager');
          element.setAttribute('traffic', '2000 every 1ms');
          document.querySelector('main').append(element);
          await element.run();
          while (!hasLabels(element)) await new Promise(requestAnimationFrame);
          element.remove();
        }
      }, times);
    if (browser !== 'chromium') return comeAndGo(20);
    await comeAndGo(10);
    const before = await counts(page);
    await comeAndGo(100);
    const after = await counts(page);
    console.log(`Before 100 figures came and went ${JSON.stringify(before)}, after ${JSON.stringify(after)}.`);
    // The last figure may not be collected yet: it has 420 elements and 56 listeners. If all hundred leaked, it would
    // be fifty times as much.
    assert.ok(after.nodes <= before.nodes + 600, 'elements');
    assert.ok(after.listeners <= before.listeners + 120, 'listeners');
    assert.ok(after.heap <= before.heap + 1_500_000, 'the heap of the page');
    assert.ok(before.modules.length === 2 && before.modules.every((bytes) => bytes > 0));
    // Whatever comes in another order may leave a gap, for which a module needs one page more. A run takes two, so a
    // hundred that leaked would take two hundred.
    assert.ok(
      after.modules.every((bytes, index) => bytes <= before.modules[index] + PAGE),
      'the memory of the modules',
    );
  },

  async 'shows the anatomy of a limiter, which a reader can scrub'({ open, post, other }) {
    const page = await open(post(`${script(other)}<rate-lab view="anatomy" lanes="token_bucket, gcra"></rate-lab>`), {
      viewport: { width: 800, height: 1400 },
    });
    const figure = page.locator('rate-lab');
    await figure.getByText('At 10.1 s: 0.6 of 10 tokens are left.', { exact: true }).waitFor();
    await figure.getByRole('slider', { name: 'Instant' }).focus();
    await page.keyboard.press('ArrowRight');
    await figure.getByText('At 10.11 s: 0.61 of 10 tokens are left.', { exact: true }).waitFor();
    await figure.getByRole('button', { name: 'GCRA' }).first().click();
    await figure.getByText('scheduled up to 19.5 s').waitFor();
  },

  async "shows how to deploy a limiter, in the reader's language"({ open, post, other }) {
    const page = await open(
      post(`${script(other)}<rate-lab view="production" lanes="token_bucket, gcra" at="2@0s"></rate-lab>`),
      { viewport: { width: 800, height: 1400 } },
    );
    const figure = page.locator('rate-lab');
    await figure.getByRole('heading', { name: 'GCRA', exact: true }).waitFor();
    await figure.getByRole('tab', { name: 'Python', exact: true }).click();
    await figure.getByRole('region', { name: 'Python, check.py' }).getByText('gcra.lua').first().waitFor();
  },

  async 'says which limiter to take, and again when a reader needs something else'({ open, post, other }) {
    const page = await open(
      post(
        `${script(other)}<rate-lab view="which" limit="100/60s" traffic="12 every 200ms; 150@60s" needs="never ` +
          `100/60s; burst 20; memory 64 for 1000"></rate-lab>`,
      ),
      { viewport: { width: 800, height: 1400 } },
    );
    const verdict = page.locator('rate-lab which-view .headline');
    const expected = (needs) =>
      ask('v=1&limit=100/60s&traffic=12 every 200ms; 150@60s', (run) => run.advice(needs).headline);
    await eventually(() => verdict.innerText(), expected('never 100/60s; burst 20; memory 64 for 1000'));
    await type(page.getByRole('spinbutton', { name: 'At once' }), '30');
    // What is typed counts at once, and is part of the scenario when the field is left.
    await page.keyboard.press('Tab');
    await eventually(() => verdict.innerText(), expected('never 100/60s; burst 30; memory 64 for 1000'));
    await eventually(
      () => page.evaluate(() => document.querySelector('rate-lab').scenario.includes('needs=never 100/m; burst 30;')),
      true,
    );
  },

  async 'leaves scrolling by wheel and touch to the page'({ open, post, other }) {
    const page = await open(post(`${script(other)}<rate-lab></rate-lab><p style="height: 3000px">After</p>`), {
      hasTouch: true,
      viewport: { width: 800, height: 600 },
    });
    await summary(page);
    await isReady(page);
    const taken = await page.evaluate(() => {
      const area = document
        .querySelector('rate-lab')
        .shadowRoot.querySelector('lane-figure')
        .shadowRoot.querySelector('.chart')
        .firstElementChild.shadowRoot.querySelector('.area');
      const sent = (event) => !area.dispatchEvent(event);
      const wheel = (ctrlKey) =>
        sent(new WheelEvent('wheel', { deltaY: 100, ctrlKey, bubbles: true, cancelable: true, composed: true }));
      return { wheel: wheel(false), pinch: wheel(true), touch: getComputedStyle(area).touchAction };
    });
    assert.deepEqual(taken, { wheel: false, pinch: false, touch: 'auto' });
    await page.mouse.move(400, 300);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => scrollY > 0);
  },

  async 'posts its height to the page around its frame, in the format of each platform'({ open, post, other }) {
    const listen = () => {
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(typeof data === 'string' ? JSON.parse(data) : data));
    };
    const address = `${other}embed.html#${encodeURIComponent(SCENARIO)}#?secret=Kq3x`;
    const page = await open(post(`<iframe src="${address}"></iframe>`), { before: listen });
    await named(page.frameLocator('iframe')).waitFor();
    const last = async (isOne) => (await page.evaluate(() => window.heard)).filter(isOne).at(-1);
    await page.waitForFunction(() => window.heard.some(({ type }) => type === 'rate-lab:run'));
    const { height } = await last(({ type }) => type === 'rate-lab:size');
    assert.ok(height > 300);
    assert.equal((await last(({ sentinel, type }) => sentinel === 'amp' && type === 'embed-size')).height, height);
    const embedly = await last(({ context }) => context === 'iframe.resize');
    assert.deepEqual([embedly.height, embedly.src], [height, address]);
    assert.deepEqual(await last(({ message }) => message === 'height'), {
      message: 'height',
      value: height,
      secret: 'Kq3x',
    });
    assert.equal((await last(({ type }) => type === 'rate-lab:run')).summary.scenario, `v=1&${SCENARIO}`);
  },

  async 'loads on a click with loading=click'({ open, post, other, requested }) {
    const page = await open(post(script(other) + figure('loading=click')));
    const button = page.getByRole('button', { name: 'Show the live figure' });
    await button.waitFor();
    assert.deepEqual(
      requested.filter((url) => url.includes('/rate-lab/')),
      [],
    );
    await button.click();
    await named(page).waitFor();
    await button.waitFor({ state: 'detached' });
  },
};

// What is left when nothing more can be collected: what one collection frees may have held on to what the next one
// does.
async function counts(page) {
  const session = await page.context().newCDPSession(page);
  let counted = await collected(session);
  for (let next = await collected(session); next.nodes < counted.nodes; next = await collected(session)) counted = next;
  await session.detach();
  const modules = await page.workers()[0].evaluate(() => globalThis.memories.map(({ buffer }) => buffer.byteLength));
  return { ...counted, modules };
}

async function collected(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
  return { nodes, listeners, heap };
}

// Runs in the page: makes workers keep the memories of their WebAssembly modules in `memories`.
function keepMemories() {
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const keep = blob(`
    globalThis.memories = [];
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const begin = WebAssembly[name].bind(WebAssembly);
      WebAssembly[name] = async (...given) => {
        const begun = await begin(...given);
        memories.push((begun.instance ?? begun).exports.memory);
        return begun;
      };
    }
  `);
  window.Worker = class extends Worker {
    constructor(address) {
      super(blob(`importScripts("${keep}", "${address}");`));
    }
  };
}
