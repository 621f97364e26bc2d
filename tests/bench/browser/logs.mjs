// Measures reading a log in a browser, beside a regular expression that does the same, and limits tried on 10,000,000
// requests of 100,000 clients.

import { row } from './rows.mjs';
import { takeTurns, timed } from './turns.mjs';

const ROUNDS = 5;
// The size of the chunks that the page passes on.
const CHUNK = 1 << 17;
const MINUTE = 60_000_000_000n;
const ROWS = 10_000_000;
const CLIENTS = 100_000;
// In nanoseconds: a frame, and what all limiters may take at a new limit.
const FRAME = 1e9 / 60;
const NEW_LIMIT = 300e6;

export function rows({ LogReader, SampleLines }) {
  const hours = sample(SampleLines);
  return [...reading(LogReader, hours), ...limits(crowd(LogReader))];
}

function sample(SampleLines) {
  const lines = new SampleLines();
  const hours = [];
  for (let hour = lines.next(); hour !== undefined; hour = lines.next()) hours.push(hour);
  lines.free();
  return hours;
}

function reading(LogReader, hours) {
  const turns = takeTurns(
    { ours: () => timed(() => readByCore(LogReader, hours)), theirs: () => timed(() => readByExpression(hours)) },
    ROUNDS,
  );
  const [ours, theirs] = [readByCore(LogReader, hours), readByExpression(hours)];
  if (ours.requests !== theirs.times.length || ours.clients !== theirs.keys.size)
    throw new Error('The two read different things.');
  const what = `reading a log of ${theirs.times.length} requests in the combined format`;
  return [row('browser/logs reading', what, 'a regular expression in JavaScript', turns.ours, turns.theirs, 1 / 8)];
}

function readByCore(LogReader, hours) {
  const reader = new LogReader('combined', '', 'client', '1', '', false);
  for (const hour of hours) for (let at = 0; at < hour.length; at += CHUNK) reader.push(hour.subarray(at, at + CHUNK));
  const log = reader.finish();
  const overview = log.overview();
  log.free();
  reader.free();
  return overview;
}

const TIME = /(\d\d)\/(\w{3})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)/.source;
const LINE = new RegExp(`^(\\S+) \\S+ (\\S+) \\[${TIME}\\] "((?:[^"\\\\]|\\\\.)*)" (\\d{3}) (\\S+)`);
const MONTHS = { Jan: 0, Feb: 1, Mar: 2, Apr: 3, May: 4, Jun: 5, Jul: 6, Aug: 7, Sep: 8, Oct: 9, Nov: 10, Dec: 11 };

// The same columns: time, client and status. A day is computed once, as a good program would.
function readByExpression(hours) {
  const [times, owners, answers, keys, days] = [[], [], [], new Map(), new Map()];
  const decoder = new TextDecoder();
  for (const hour of hours) {
    for (const line of decoder.decode(hour).split('\n')) {
      const found = LINE.exec(line);
      if (found === null) continue;
      const [, client, , day, month, year, hours, minutes, seconds, sign, zoneHours, zoneMinutes, , status] = found;
      const name = year + month + day;
      let start = days.get(name);
      if (start === undefined) days.set(name, (start = Date.UTC(year, MONTHS[month], day)));
      const zone = (sign === '-' ? 1 : -1) * (zoneHours * 60 + +zoneMinutes);
      times.push(start + ((+hours * 60 + +minutes + zone) * 60 + +seconds) * 1000);
      let key = keys.get(client);
      if (key === undefined) keys.set(client, (key = keys.size));
      owners.push(key);
      answers.push(status === '429' ? 2 : 1);
    }
  }
  return { times, owners, answers, keys };
}

// Requests of clients of whom a few send most: the n-th sends about a n-th of what the first does.
function crowd(LogReader) {
  const reader = new LogReader('timestamps', '', 'client', '1', '', false);
  const weights = Float64Array.from({ length: CLIENTS }, (_, rank) => 1 / (rank + 1));
  for (let rank = 1; rank < CLIENTS; rank += 1) weights[rank] += weights[rank - 1];
  let seed = 14;
  const draw = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const encoder = new TextEncoder();
  let text = '';
  for (let number = 0; number < ROWS; number += 1) {
    const share = draw() * weights[CLIENTS - 1];
    let [low, high] = [0, CLIENTS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (weights[middle] < share) low = middle + 1;
      else high = middle;
    }
    text += `${(1773100800000 + number * 8.64).toFixed(0)} c${low}\n`;
    if (text.length > CHUNK) {
      reader.push(encoder.encode(text));
      text = '';
    }
  }
  reader.push(encoder.encode(text));
  const log = reader.finish();
  reader.free();
  const { requests, clients } = log.overview();
  if (requests !== ROWS) throw new Error(`${requests} of ${ROWS} were read, of ${clients} clients.`);
  return log;
}

function answered(trial) {
  while (!trial.advance(1 << 22));
  const answer = trial.answer();
  trial.free();
  return answer;
}

function limits(log) {
  const thresholds = answered(log.thresholds(MINUTE, 20));
  const peaks = answered(log.peaks(MINUTE, 400)).peaks;
  // From a limit that most of the traffic meets to one that nearly none does.
  const amounts = [60, 300, 10, 1000, 100, peaks[0]];
  const dragging = amounts.map((amount) => timed(() => thresholds.map(({ least }) => bisected(least, amount))));
  const limiting = amounts.map((amount) => timed(() => answered(log.effects(amount, MINUTE, 20))));
  log.free();
  const what = `${ROWS} requests of ${CLIENTS} clients`;
  return [
    row(
      'browser/logs dragging',
      `clients limited by each limiter at a limit, ${what}`,
      'a frame',
      dragging,
      amounts.map(() => FRAME),
      1,
    ),
    row(
      'browser/logs new limit',
      `all limiters at a new limit, ${what}`,
      '300 ms',
      limiting,
      amounts.map(() => NEW_LIMIT),
      1,
    ),
  ];
}

// The same search as in `web/src/log/lookup.ts`.
function bisected(least, amount) {
  let [low, high] = [0, least.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (least[middle] > amount) low = middle + 1;
    else high = middle;
  }
  return low;
}
