// Constants that the rivals and `agreement.mjs` share: the names of the lanes, the codes of the outcomes, and the
// defaults of a policy. None of it is timed.

// In the order of Ratelab's `Algorithm::ALL`.
export const LANES = [
  'fixed_window',
  'sliding_window_log',
  'sliding_window_counter',
  'token_bucket',
  'leaky_bucket_meter',
  'leaky_bucket_queue',
  'gcra',
];

// The only lane that delays requests.
export const QUEUE = LANES.indexOf('leaky_bucket_queue');

export const ALLOWED = 0;
export const DENIED = 1;
export const DELAYED = 2;

// One limit for all lanes, like `limit=L/W` in the scenario language: by default, a bucket's capacity is the limit, and
// it refills by the limit in each window.
export function completed({ limit, windowNs, capacity = limit, amount = limit, periodNs = windowNs }) {
  return { limit, windowNs, capacity, amount, periodNs };
}
