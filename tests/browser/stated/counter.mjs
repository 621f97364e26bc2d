import { admittedOf, beside, settingsOf, timesOf } from './beside.mjs';
import {
  addedFirst,
  admitted,
  at,
  comparedFirst,
  comparedLoosely,
  countFirst,
  countsRefusals,
  log,
  most,
  reportedLeft,
  roundedFirst,
  SECOND,
  statedWait,
} from './rules.mjs';

const COMPARED_FIRST = [comparedFirst, roundedFirst];
const MINUTE = { limit: 100, window: 60 * SECOND };

// A tenth of a percent, as two of the articles say.
const TINY = 0.001;

// The share of a lane's requests that a counter and an exact log decide differently.
function errorOf(rule, lane) {
  beside(rule, lane);
  const [counter, exact] = [rule(settingsOf(lane)), log(settingsOf(lane))];
  const times = timesOf(lane);
  return times.filter((time) => counter(time) !== exact(time)).length / times.length;
}

export const conditions = {
  'only-ten': 'the request itself is counted before it is compared',
  'rounded-up': 'the request itself is counted before it is compared',
  'tiny-error': 'clients stay well below the limit',
  'locked-out': 'a sliding window counts refusals too',
};

export const cases = {
  'only-ten': ({ figure: [floor], exact: [exact] }) => [
    { given: true, holds: beside(addedFirst, exact).length === 10 },
    ...COMPARED_FIRST.map((rule) => ({ given: false, holds: beside(rule, floor).length === 10 })),
  ],

  // Both comparisons let one more through at 99.5.
  'at-the-limit-or-above-it': ({ figure: [counter], whole: [whole] }) => {
    beside(comparedFirst, whole);
    return [comparedFirst, comparedLoosely].map((rule) => ({
      holds: beside(rule, counter).filter((time) => time === 90).length === 50,
    }));
  },

  // With 0 reported as left, the next request has to be refused.
  'rounded-up': ({ figure: [counter], exact: [exact] }) => {
    const isTrueOf = (rule, lane) => {
      beside(rule, lane);
      const before = [...at(93, 30), ...at(90, 114)];
      const reported = reportedLeft(9.3 + 90, 100);
      return admitted(rule(MINUTE), [...before, ...at(1, 114)]) === before.length + reported;
    };
    return [
      { given: true, holds: isTrueOf(addedFirst, exact) },
      ...COMPARED_FIRST.map((rule) => ({ given: false, holds: isTrueOf(rule, counter) })),
    ];
  },

  'tiny-error': ({ figure: [full], half: [half], double: [double], late: [late], early: [early] }) =>
    COMPARED_FIRST.flatMap((rule) => [
      { given: true, holds: errorOf(rule, half) <= TINY },
      ...[full, double, late, early].map((lane) => ({ given: false, holds: errorOf(rule, lane) <= TINY })),
    ]),

  'keeps-the-limit': ({ figure: [floor], exact: [exact] }) => [
    ...COMPARED_FIRST.map((rule) => {
      beside(rule, floor);
      return { holds: most(rule(settingsOf(floor)), timesOf(floor), 10 * SECOND) <= 10 };
    }),
    { holds: beside(addedFirst, exact).length <= 10 },
  ],

  // Coming back then has to be early enough to wait no longer than needed, and late enough to pass.
  'when-the-window-ends': ({ figure: [counter], middle: [middle] }) =>
    COMPARED_FIRST.flatMap((rule) => {
      const passed = beside(rule, counter);
      beside(rule, middle);
      const refusedAt = 65;
      const sooner = [...timesOf(middle), ...at(1, refusedAt + statedWait(refusedAt * SECOND) - 1)];
      return [
        { holds: passed.some((time) => time === statedWait(0)) },
        { holds: admitted(rule(MINUTE), sooner) === admittedOf(rule, middle).length },
      ];
    }),

  // Locked out: nothing passes in the last of five minutes.
  'locked-out': ({ figure: [counted], uncounted: [uncounted], fixed: [fixed] }) => {
    const isLockedOut = (rule, lane) => !beside(rule, lane).some((time) => time >= 240);
    return [
      { given: true, holds: isLockedOut(countsRefusals, counted) },
      { given: false, holds: isLockedOut(comparedFirst, uncounted) },
      { given: false, holds: isLockedOut(countFirst, fixed) },
    ];
  },
};
