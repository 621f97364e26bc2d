// The core's results for a scenario, to check the numbers in a text. Times are seconds of the scenario.

import { lanesOf, runOf } from './expected.mjs';

const SECOND = 1e9;

// The lanes of a completed run: their measures, and other facts for a text. They may query the run later, so it is
// freed only with them.
export function laneResults(text) {
  const run = runOf(text);
  const rows = rowsOf(run.toCSV());
  return lanesOf(run).map((lane) =>
    laneOf(
      run,
      lane,
      rows.filter((row) => row.lane === lane),
    ),
  );
}

function laneOf(run, lane, rows) {
  const measures = run.measures(lane);
  const denied = rows.findIndex(({ outcome }) => outcome === 'denied');
  const starts = rows.flatMap(({ started }) => started ?? []).sort((one, other) => one - other);
  const gapsIn = (from, to) => gapsOf(starts.filter((start) => start >= from && start < to));
  return {
    ...measures,
    rows,
    // What the limiter let in, at once or later.
    admitted: measures.allowed + measures.delayed,
    most: { ...measures.most, span: seconds(measures.most.to - measures.most.from) },
    wait: seconds(measures.wait_longest ?? 0),
    bytesOf: (clients) => run.stateBytes(lane, clients),
    groups: Object.fromEntries(run.parts(lane).groups.map((group) => [group.name, group])),
    // The requests that were refused, by their numbers in the traffic.
    refused: rows.flatMap(({ request, outcome }) => (outcome === 'denied' ? request : [])),
    ...(denied < 0 ? {} : refusalOf(run.explain(lane, denied))),
    // How much of the limit was in use just before the requests of an instant.
    usedAt: (at) =>
      run.explain(
        lane,
        rows.findIndex(({ time }) => time === at),
      ).before,
    // How many requests the limiter still counted when the last one came.
    held: () => run.explain(lane, rows.length - 1).counted.length,
    arrivedAt: (at) => rows.filter(({ time }) => time === at).length,
    startedAt: (at) => starts.filter((start) => start === at).length,
    lastStart: Math.max(0, ...starts),
    // The times between consecutive starts in an interval, rounded to tenths; `gap` if all of them are the same.
    gapsIn,
    gap: only(gapsIn(0, Infinity)),
  };
}

// The first refusal: when it came, after how long the same request would pass, and its Retry-After.
function refusalOf({ time, would_pass: passes, headers }) {
  return {
    refusedAt: seconds(time),
    retry: seconds(passes - time),
    retryAfter: Number(new Map(headers).get('Retry-After')),
  };
}

function rowsOf(csv) {
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [lane, , request, , time, , , outcome, started] = line.split(',');
      return {
        lane: Number(lane),
        request: Number(request),
        time: seconds(time),
        outcome,
        started: started === '' ? undefined : seconds(started),
      };
    });
}

function gapsOf(starts) {
  return starts.slice(1).map((start, at) => Math.round((start - starts[at]) * 10) / 10);
}

function only(values) {
  return new Set(values).size === 1 ? values[0] : undefined;
}

function seconds(nanoseconds) {
  return Number(nanoseconds) / SECOND;
}
