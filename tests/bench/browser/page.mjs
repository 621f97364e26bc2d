// What is measured of the built page: dragging a slider over a hundred thousand requests, looking around in ten
// million, and whether the page answers while it computes those.

import { median, quantile, row } from "./rows.mjs";

const SHORT = "poisson 1100/s for 91s";
const LONG = "poisson 1100/s for 9090s";
const ROUNDS = 15;
// A task of the main thread that takes longer can be felt.
const FELT = 50e6;

export async function rows(browser, origin) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const short = await opened(context, origin);
  await computed(short, SHORT);
  const dragged = await dragging(short);
  const long = await opened(context, origin);
  const answers = await answering(long);
  const looks = await looking(short, long);
  await context.close();
  return [...dragged, ...looks, ...answers];
}

async function opened(context, origin) {
  const page = await context.newPage();
  await page.goto(`${origin}/site/#limit=1000/s`);
  await page.getByRole("textbox", { name: "Traffic script" }).waitFor();
  await page.locator("key-help:defined").waitFor({ state: "attached" });
  return page;
}

// The run of a script, with all that follows a first picture.
async function computed(page, script) {
  const done = page.locator("lane-figure").evaluate(async (figure, script) => {
    const hasAll = ({ lanes }) => lanes.every(({ band }) => band !== undefined);
    await new Promise((done) =>
      figure.addEventListener("picture", ({ detail }) => figure.result.text.includes(script) && hasAll(detail) && done()),
    );
  }, script);
  await page.getByRole("textbox", { name: "Traffic script" }).fill(script);
  await done;
}

async function dragging(page) {
  const slider = await page.getByRole("slider", { name: "Requests" }).elementHandle();
  const { empty, times, frames, pictures, tasks } = await page.locator("lane-figure").evaluate(async (figure, slider) => {
    const { drag } = await import("/bench/browser/drag.mjs");
    return drag(figure, slider);
  }, slider);
  const what = "dragging the limit, 100,000 requests x 7 lanes";
  const frameTime = [median(empty) * 1e6];
  const time = (share) => [quantile(times, share) * 1e6];
  return [
    row("page/drag median", `${what}: input to picture, median`, "an empty frame", time(0.5), frameTime),
    row("page/drag p95", `${what}: input to picture, 95 of 100`, "an empty frame", time(0.95), frameTime),
    { ...row("page/drag frames", `${what}: frames`, "frames with a new picture", [frames], [pictures]), unit: "count" },
    felt("page/drag tasks", what, tasks),
  ];
}

function felt(id, what, tasks) {
  return row(id, `${what}: longest task over 50 ms, 0 if none`, "50 ms", [Math.max(0, ...tasks) * 1e6], [FELT], 1);
}

// Ten million requests are computed while somebody presses keys.
async function answering(page) {
  const watching = await page.evaluateHandle(async () => {
    const { watchAnswers, watchTasks } = await import("/bench/browser/watch.mjs");
    return { endAnswers: watchAnswers(), endTasks: watchTasks() };
  });
  let isOver = false;
  const computing = computed(page, LONG).finally(() => (isOver = true));
  while (!isOver) await page.keyboard.press("Shift");
  await computing;
  const { delays, gaps, tasks } = await watching.evaluate(({ endAnswers, endTasks }) => ({ ...endAnswers(), tasks: endTasks() }));
  const what = "while 10,000,000 requests x 7 lanes are computed";
  return [
    row("page/answers keys", `${what}: longest wait of ${delays.length} keys`, "50 ms", [Math.max(...delays) * 1e6], [FELT], 1),
    row("page/answers frames", `${what}: longest of ${gaps.length} frames`, "their median", [Math.max(...gaps) * 1e6], [median(gaps) * 1e6]),
    felt("page/answers tasks", what, tasks),
  ];
}

async function looking(short, long) {
  const figures = { ours: long.locator("lane-figure"), theirs: short.locator("lane-figure") };
  const measured = [];
  for (const kind of ["pan", "zoom"]) {
    const times = { ours: [], theirs: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [side, figure] of Object.entries(figures)) {
        const time = await figure.evaluate(async (figure, kind) => (await import("/bench/browser/look.mjs")).look(figure, kind), kind);
        if (round > 0) times[side].push(time);
      }
    }
    measured.push(row(`page/${kind}`, `${kind} to picture, 10,000,000 requests`, "the same of 100,000", times.ours, times.theirs, 2));
  }
  return measured;
}
