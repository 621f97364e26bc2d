import { beside, timesOf } from './beside.mjs';
import {
  SECOND,
  admitted,
  admittedAt,
  at,
  comparedFirst,
  countFirst,
  every,
  fixedWindow,
  log,
  most,
} from './rules.mjs';
import { addedFirst, randomTimes } from './rules.mjs';

const WINDOWS = [fixedWindow, countFirst];
const MINUTE = { limit: 100, window: 60 * SECOND };

export const conditions = {
  'steady-poll': 'a poll is late and falls into the next window',
};

export const cases = {
  'double-at-the-edge': ({ figure: [fixed] }) =>
    WINDOWS.flatMap((rule) => [
      { holds: beside(rule, fixed).length === 2 * fixed.limit.amount },
      ...[1, 7, 100].map((limit) => {
        const times = [...at(limit, 9.999), ...at(limit, 10)];
        return { holds: most(rule({ limit, window: 10 * SECOND }), times, 0.01 * SECOND) === 2 * limit };
      }),
    ]),

  // Traffic that tries each count before and after two edges: none doubles both.
  'every-edge': () =>
    WINDOWS.map((rule) => {
      const counts = [0, 1, 2];
      const all = counts.flatMap((a) => counts.flatMap((b) => counts.flatMap((c) => counts.map((d) => [a, b, c, d]))));
      const doublesBoth = all.some((tried) => {
        const times = [9, 10, 19, 20].flatMap((second, number) => at(tried[number], second));
        const passed = admittedAt(rule({ limit: 2, window: 10 * SECOND }), times);
        const around = (edge) => passed.filter((time) => Math.abs(time - edge * SECOND) <= SECOND).length;
        return around(10) === 4 && around(20) === 4;
      });
      return { holds: doublesBoth };
    }),

  'in-two-seconds': ({ figure: [fixed] }) =>
    WINDOWS.map((rule) => {
      beside(rule, fixed);
      return { holds: most(rule({ limit: 100, window: SECOND }), timesOf(fixed), 2 * SECOND) <= 200 };
    }),

  // If nothing else changed, the worst minute would stay.
  'shorter-windows': ({ figure: [short], edge: [long] }) =>
    WINDOWS.map((rule) => {
      beside(rule, short, { limit: 10, window: 6 * SECOND });
      beside(rule, long);
      const full = Array.from({ length: 30 }, (_, window) => [...at(10, 6 * window), ...at(10, 6 * window + 5.999)]);
      const worst = most(rule({ limit: 10, window: 6 * SECOND }), full.flat(), 60 * SECOND);
      return { holds: worst === most(rule(MINUTE), timesOf(long), 60 * SECOND) };
    }),

  'refused-after-the-edge': ({ figure: [fixed] }) =>
    WINDOWS.flatMap((rule) => {
      const passed = beside(rule, fixed);
      const later = [...at(100, 59), ...at(100, 60), ...every(600, 0.1, 60)];
      return [
        { holds: passed.every((time) => time <= 61 || time >= 120) && passed.includes(120) },
        { holds: admitted(rule(MINUTE), later) === 200 },
      ];
    }),

  'never-above-the-limit': ({ figure: [lane] }) => {
    beside(log, lane);
    const settings = { limit: 5, window: 3 * SECOND };
    return Array.from({ length: 50 }, (_, seed) => ({
      holds: most(log(settings), randomTimes(seed, 20), settings.window) <= settings.limit,
    }));
  },

  'steady-poll': ({ figure: [late], punctual: [punctual] }) =>
    WINDOWS.flatMap((rule) => [
      { given: true, holds: beside(rule, late).length < late.attempts },
      { given: false, holds: beside(rule, punctual).length < punctual.attempts },
      ...[0.001, 3, 5.999].map((from) => ({
        given: false,
        holds: admitted(rule({ limit: 10, window: 60 * SECOND }), every(50, 6, from)) < 50,
      })),
    ]),

  'no-bursts': ({ figure: [logged, counted] }) => [
    { holds: beside(log, logged).length < logged.attempts },
    ...[comparedFirst, addedFirst].map((rule) => ({ holds: beside(rule, counted).length < counted.attempts })),
  ],
};
