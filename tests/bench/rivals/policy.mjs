// What the rivals and the check of them share: the names of the lanes, the codes of the outcomes, and
// what a policy means where it says nothing. It is not part of what is timed.

// In the order of Ratelab's `Algorithm::ALL`.
export const LANES = [
  "fixed_window",
  "sliding_window_log",
  "sliding_window_counter",
  "token_bucket",
  "leaky_bucket_meter",
  "leaky_bucket_queue",
  "gcra",
];

// The one lane that delays.
export const QUEUE = LANES.indexOf("leaky_bucket_queue");

export const ALLOWED = 0;
export const DENIED = 1;
export const DELAYED = 2;

// One limit for all lanes, as `limit=L/W` of the scenario language is: buckets hold as much as the limit
// and get back as much in each window, unless the policy says otherwise.
export function completed({ limit, windowNs, capacity = limit, amount = limit, periodNs = windowNs }) {
  return { limit, windowNs, capacity, amount, periodNs };
}
