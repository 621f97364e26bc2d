import { NUMBERS, SECOND, admitted, at, every, listpackBytes, log, queueBySecond } from './rules.mjs';

const NUMBER = 8;
const MILLION = 1e6;

// The entries of a log after requests within its window, if it keeps what it refuses or not.
const entriesOf = (count, limit, keepsRefused) =>
  keepsRefused ? count : admitted(log({ limit, window: 60 }), at(count, 0));

export const conditions = {
  'memory-of-a-log': 'it keeps every request that it refuses',
  'memory-is-no-issue': 'each client has a token bucket',
  'bytes-per-client': 'only the state is counted',
  'two-million-riders': 'the members of the log are bare times',
  'memory-of-a-queue': 'the requests that wait in it are counted',
  fair: 'every client has its own key',
};

export const cases = {
  'memory-of-a-log': ({ figure: [ours] }) =>
    [true, false].map((given) => ({
      given,
      holds: entriesOf(ours.attempts, 100, given) > entriesOf(1000, 100, given),
    })),

  'memory-is-no-issue': ({ figure: [bucket, counter] }) => {
    const bytes = { bucket: NUMBERS.tokenBucket * NUMBER, counter: NUMBERS.counter * NUMBER, log: 100 * NUMBER };
    const ours = [bucket.state_bytes === bytes.bucket, counter.state_bytes === bytes.counter];
    return [
      { given: true, holds: ours[0] && bytes.bucket * MILLION === 16e6 },
      { given: false, holds: !ours[1] || bytes.counter * MILLION === 16e6 },
      { given: false, holds: bytes.log * MILLION === 16e6 },
    ];
  },

  'bytes-per-client': () => {
    const state = [NUMBERS.fixedWindow, NUMBERS.counter, NUMBERS.tokenBucket].map((numbers) => numbers * NUMBER);
    const isStated = (bytes) => String(bytes) === String([16, 24, 16]);
    const key = 'sw:client:28608000'.length;
    return [
      { given: true, holds: isStated(state) },
      { given: false, holds: isStated(state.map((bytes) => bytes + key)) },
    ];
  },

  // 2.8 GB for 2 million logs of 60.
  'two-million-riders': ({ figure: [ours] }) => {
    const stated = 2.8e9 / (2 * MILLION) / ours.limit.amount;
    const uuid = '00000000-0000-0000-0000-000000000000'.length;
    return [
      { given: true, holds: listpackBytes() <= stated },
      { given: false, holds: listpackBytes(uuid) <= stated },
    ];
  },

  'memory-of-a-queue': ({ figure: [small, large] }) => {
    const heldOf = (capacity) => queueBySecond([10_000], { capacity, drained: 3 })[0].waited;
    return [
      { given: true, holds: heldOf(5000) > heldOf(10) },
      { given: false, holds: large.state_bytes > small.state_bytes },
    ];
  },

  // The app sends 15 requests; the job's 300 come between them.
  fair: ({ figure: [shared, , own] }) => {
    const settings = { limit: 20, window: 60 * SECOND };
    const [app, job] = [every(15, 4), at(300, 10)];
    const both = [...app, ...job].sort((one, other) => one - other);
    const together = log(settings);
    const passed = both.filter((time) => together(time) && time !== job[0]).length;
    const alone = admitted(log(settings), app);
    const isOurs = passed === shared.groups.app.counts.allowed && alone === own.groups.app.counts.allowed;
    return [
      { given: true, holds: isOurs && alone === app.length },
      { given: false, holds: !isOurs || passed === app.length },
    ];
  },
};
