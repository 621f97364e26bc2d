// What is drawn is what the core decided, for every built-in scenario.

import assert from 'node:assert/strict';

import { inked, sum } from '../pixels.mjs';
import { eventually, headline, pictured, ready, shown } from '../reading.mjs';
import { ask, BOUNDS, lanesOf } from '../expected.mjs';

const OUTCOMES = ['allowed', 'denied', 'delayed'];

// How far from its instant a request may be drawn, in CSS pixels: half a mark, or the cross above a rare denial.
const NEAR = 6;

export default {
  // On one page, by links: each reads and draws anew.
  async 'draws what the core decided in every built-in scenario'({ open }) {
    const page = await ready(await open(`#${BOUNDS.scenarios[0].name}`));
    for (const { name, text, title } of BOUNDS.scenarios) {
      await page.evaluate((name) => (location.hash = name), name);
      // Until the scenario is loaded, `ready` would accept the previous one.
      await eventually(async () => (await shown(page)).text, text);
      await ready(page);
      await isDrawn(page, text, title);
    }
  },
};

async function isDrawn(page, text, title) {
  const [result, picture, drawn] = [await shown(page), await pictured(page), await inked(page)];
  const finding = ask(text, (run) => {
    assert.equal(result.hash, run.hash(), title);
    theViewIsTheRecord(run, picture);
    theDrawingIsTheView(run, picture, drawn);
    return { headline: run.headline(), reason: run.reason() };
  });
  assert.deepEqual(result.finding, finding, title);
  assert.equal(await headline(page).innerText(), finding.headline);
  assert.equal(await page.locator('[part=reason]').innerText(), finding.reason);
}

// Compares the marks and columns in view with those of the same run under Node.
function theViewIsTheRecord(run, { span: { from, to }, width, traffic, lanes, disagreements }) {
  assert.equal(lanes.length, run.lanes);
  assert.deepEqual([from, to], [...run.shown()]);
  assert.deepEqual(traffic, [...run.traffic(from, to, width)]);
  assert.deepEqual(disagreements, asArray(run.disagreements(from, to, width)));
  const fit = lanesOf(run).every((lane) => run.marks(lane, from, to, width) !== undefined);
  for (const lane of lanesOf(run)) {
    assert.deepEqual(lanes[lane].columns, [...run.columns(lane, from, to, width)], run.title(lane));
    const marks = fit ? plain(run.marks(lane, from, to, width)) : undefined;
    assert.deepEqual(lanes[lane].marks, marks, run.title(lane));
  }
}

function asArray(numbers) {
  return numbers && [...numbers];
}

function plain(numbers) {
  return [...numbers].map((number) => (Number.isNaN(number) ? null : number));
}

// Compares the pixels with the view: an outcome's colour is where requests had that outcome, and nowhere else.
function theDrawingIsTheView(run, { span, width, lanes }, drawn) {
  assert.equal(drawn.lanes.length, lanes.length + 1, 'arrivals and a lane for each limiter');
  const hasTails = drawn.drawnAs === 'marks';
  const equivalents = run.equivalentLanes();
  for (const [lane, { columns, marks }] of lanes.entries()) {
    // Limiters that decide exactly alike have one lane.
    if (equivalents[lane] !== lane) continue;
    for (const outcome of [0, 1, 2]) {
      const label = `${run.title(lane)}, ${OUTCOMES[outcome]}`;
      const counts = Array.from({ length: width }, (_, column) => columns[3 * column + outcome]);
      const until = hasTails && outcome === 2 ? withTails(counts, marks, Number(span.to - span.from)) : counts;
      isWhereItHappened(counts, until, inPageColumns(drawn.lanes[lane + 1], outcome, width), label);
    }
  }
  const seen = lanes
    .map((one, lane) => ({ ...one, drawn: drawn.lanes[lane + 1] }))
    .filter((_, lane) => equivalents[lane] === lane);
  if (hasTails && seen.every((lane) => areApart(lane, width))) for (const outcome of [0, 1]) areAsMany(seen, outcome);
}

// A delayed request is drawn from its arrival to its start.
function withTails(counts, marks, length) {
  const until = [...counts];
  for (let mark = 0; mark < marks.length; mark += 4) {
    const [came, outcome, started] = marks.slice(mark + 1, mark + 4);
    if (outcome !== 2) continue;
    const [first, last] = [came, started].map((time) => Math.floor((time / length) * counts.length));
    until.fill(1, first, last + 1);
  }
  return until;
}

// Whether each column of CSS pixels has the colour. A canvas may have several device pixels for each.
function inPageColumns({ columns, ratio, margin }, outcome, width) {
  const all = columns[outcome];
  const has = (column) =>
    sum(all.slice(margin + Math.floor(column * ratio), margin + Math.ceil((column + 1) * ratio))) > 0;
  return Array.from({ length: width }, (_, column) => has(column));
}

function isWhereItHappened(counts, until, coloured, label) {
  const near = (list, column) => list.slice(Math.max(0, column - NEAR), column + NEAR + 1);
  for (let column = 0; column < counts.length; column += 1) {
    if (counts[column] > 0)
      assert.ok(near(coloured, column).includes(true), `${label} in column ${column}, and nothing is drawn there`);
    if (coloured[column])
      assert.ok(sum(near(until, column)) > 0, `${label} is drawn in column ${column}, where there was none`);
  }
}

// Marks of one column are stacked, and those of neighbours may overlap.
function areApart({ columns }, width) {
  const used = Array.from({ length: width }, (_, column) => column).filter(
    (column) => sum(columns.slice(3 * column, 3 * column + 3)) > 0,
  );
  return used.every((column, at) => at === 0 || column - used[at - 1] > 9);
}

// Marks of one outcome have the same shape, so each must have the same number of pixels where they do not overlap.
function areAsMany(lanes, outcome) {
  const each = new Set();
  for (const [lane, { columns, drawn }] of lanes.entries()) {
    const requests = sum(columns.filter((_, at) => at % 3 === outcome));
    const pixels = sum(drawn.columns[outcome]);
    if (requests > 0) each.add(pixels / requests);
    else assert.equal(pixels, 0, `lane ${lane}`);
  }
  const [pixels = 1] = each;
  assert.ok(
    each.size <= 1 && Number.isInteger(pixels) && pixels > 0,
    `pixels for each mark that was ${OUTCOMES[outcome]}: ${[...each]}`,
  );
}
