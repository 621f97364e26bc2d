// Measures the built page: dragging a slider with a hundred thousand requests, panning and zooming in ten million, and
// whether the page responds to input while it computes those.

import { median, quantile, row } from './rows.mjs';

const SHORT = 'poisson 1100/s for 91s';
const LONG = 'poisson 1100/s for 9090s';
const ROUNDS = 15;
const LONG_ROUNDS = 5;
// In nanoseconds: a longer task on the main thread is noticeable.
const FELT = 50e6;

export async function rows(browser, origin) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const short = await opened(context, origin);
  await computed(short, SHORT);
  const dragged = await dragging(short);
  const { page: long, measured: answers } = await answering(() => opened(context, origin));
  const looks = await looking(short, long);
  await context.close();
  return [...dragged, ...looks, ...answers];
}

async function opened(context, origin) {
  const page = await context.newPage();
  await page.goto(`${origin}/site/#limit=1000/s`);
  await page.getByRole('textbox', { name: 'Traffic script' }).waitFor();
  await page.locator('key-help:defined').waitFor({ state: 'attached' });
  return page;
}

// Runs a traffic script, and waits for everything that is computed after the first picture.
async function computed(page, script) {
  const done = page.locator('lane-figure').evaluate(async (figure, script) => {
    const hasAll = ({ lanes }) => lanes.every(({ band }) => band !== undefined);
    await new Promise((done) =>
      figure.addEventListener(
        'picture',
        ({ detail }) => figure.result.text.includes(script) && hasAll(detail) && done(),
      ),
    );
  }, script);
  await page.getByRole('textbox', { name: 'Traffic script' }).fill(script);
  await done;
}

async function dragging(page) {
  const slider = await page.getByRole('slider', { name: 'Requests' }).elementHandle();
  const figure = page.locator('lane-figure');
  const rounds = [];
  for (let round = 0; round < LONG_ROUNDS; round += 1) {
    rounds.push(
      await figure.evaluate(
        async (figure, slider) => (await import('/bench/browser/drag.mjs')).drag(figure, slider),
        slider,
      ),
    );
  }
  const what = 'dragging the limit, 100,000 requests x 7 lanes';
  const frames = rounds.map(({ empty }) => median(empty) * 1e6);
  const times = (share) => rounds.map(({ times }) => quantile(times, share) * 1e6);
  const [asked, pictures] = [rounds.map(({ frames }) => frames), rounds.map(({ pictures }) => pictures)];
  return [
    row('page/drag median', `${what}: input to picture, median`, 'an empty frame', times(0.5), frames, 1.2),
    row('page/drag p95', `${what}: input to picture, 95 of 100`, 'an empty frame', times(0.95), frames, 2),
    { ...row('page/drag frames', `${what}: frames`, 'frames with a new picture', asked, pictures), unit: 'count' },
    felt(
      'page/drag tasks',
      what,
      rounds.map(({ tasks }) => longest(tasks)),
    ),
  ];
}

const longest = (lengths) => Math.max(0, ...lengths) * 1e6;

// `tasks` has the longest task of each round.
function felt(id, what, tasks) {
  return row(
    id,
    `${what}: longest task over 50 ms, 0 if none`,
    '50 ms',
    tasks,
    tasks.map(() => FELT),
    1,
  );
}

// Presses keys while ten million requests are computed, on a new page in each round; the last page stays open. A long
// task that the page causes occurs in every round; one that a busy machine causes does not.
async function answering(open) {
  const heard = [];
  let page;
  for (let round = 0; round < LONG_ROUNDS; round += 1) {
    await page?.close();
    page = await open();
    heard.push(await heardWhileComputing(page));
  }
  const what = 'while 10,000,000 requests x 7 lanes are computed';
  const [keys, frames, usual, tasks] = [
    heard.map(({ delays }) => longest(delays)),
    heard.map(({ gaps }) => longest(gaps)),
    heard.map(({ gaps }) => median(gaps) * 1e6),
    heard.map(({ tasks }) => longest(tasks)),
  ];
  const measured = [
    row(
      'page/answers keys',
      `${what}: longest wait of ${heard.at(-1).delays.length} keys`,
      '50 ms',
      keys,
      keys.map(() => FELT),
      1,
    ),
    row('page/answers frames', `${what}: longest of ${heard.at(-1).gaps.length} frames`, 'their median', frames, usual),
    felt('page/answers tasks', what, tasks),
  ];
  return { page, measured };
}

// Each key is held for about a frame, like the repeats of a held key.
async function heardWhileComputing(page) {
  const watching = await page.evaluateHandle(async () => {
    const { watchAnswers, watchTasks } = await import('/bench/browser/watch.mjs');
    return { endAnswers: watchAnswers(), endTasks: watchTasks() };
  });
  let isOver = false;
  const computing = computed(page, LONG).finally(() => (isOver = true));
  while (!isOver) await page.keyboard.press('Shift', { delay: 16 });
  await computing;
  return watching.evaluate(({ endAnswers, endTasks }) => ({ ...endAnswers(), tasks: endTasks() }));
}

async function looking(short, long) {
  const figures = { ours: long.locator('lane-figure'), theirs: short.locator('lane-figure') };
  const measured = [];
  for (const kind of ['pan', 'zoom']) {
    const times = { ours: [], theirs: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [side, figure] of Object.entries(figures)) {
        const time = await figure.evaluate(
          async (figure, kind) => (await import('/bench/browser/look.mjs')).look(figure, kind),
          kind,
        );
        if (round > 0) times[side].push(time);
      }
    }
    measured.push(
      row(
        `page/${kind}`,
        `${kind} to picture, 10,000,000 requests`,
        'the same of 100,000',
        times.ours,
        times.theirs,
        2,
      ),
    );
  }
  return measured;
}
