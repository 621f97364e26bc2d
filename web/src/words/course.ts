/**
 * A short lesson about each limiter that does not depend on its numbers: the idea, its strengths and weaknesses, and
 * where it is used. The anatomy shows it beside the rule in the scenario's own numbers, and the glossary page lists all
 * of them. In order they form a course that starts with the simplest limiter.
 */

export interface Lesson {
  /** The limiter's name in scenarios. */
  algorithm: string;
  title: string;
  /** The rule in one paragraph, without numbers. */
  idea: string;
  good: string;
  /** Its weak point. */
  bad: string;
  /** Products and libraries. */
  users: string;
  pick: string;
}

export const LESSONS: readonly Lesson[] = [
  {
    algorithm: 'fixed_window',
    title: 'Fixed window',
    idea:
      'Count requests in windows of equal length, and start again from zero with each window. It is the ' +
      'simplest limiter: one count, the window it belongs to, and one comparison.',
    good: 'Small, fast, and easy to explain: “100 a minute, and the minute begins on the minute.”',
    bad:
      'It forgets everything at the edge. A client that spends one budget just before the edge and the next just ' +
      'after gets twice the limit almost at once.',
    users: 'GitHub’s REST API quotas, redis-based counters with INCR and EXPIRE, rate-limiter-flexible',
    pick: 'a rough quota over a long time is enough, such as a daily quota',
  },
  {
    algorithm: 'sliding_window_log',
    title: 'Sliding window log',
    idea:
      'Remember when each request was admitted, and count those in the past window. An entry expires when it is ' +
      'one window old.',
    good: 'Exact: never more than the limit in any window, wherever it begins. The others are measured against it.',
    bad: 'Memory. It keeps an entry for each admitted request, so a high limit makes every client expensive.',
    users: 'sorted sets in Redis, limits (moving window), pyrate-limiter',
    pick: 'the limit is a promise, as in a contract, and is small',
  },
  {
    algorithm: 'sliding_window_counter',
    title: 'Sliding window counter',
    idea:
      'Keep two counts: this window’s and the previous one’s. Of the previous one, count only the share that still ' +
      'lies within one window’s length of now.',
    good: 'Nearly as accurate as the log, with two counts and a window for each client.',
    bad:
      'It assumes that the previous window’s requests were spread evenly. If they all came at its end, up to twice ' +
      'the limit passes; if they came at its start, it denies too many.',
    users: 'Cloudflare’s rate limiting, Upstash Ratelimit, limits (sliding window counter)',
    pick: 'you want a sliding window and have many clients',
  },
  {
    algorithm: 'token_bucket',
    title: 'Token bucket',
    idea:
      'A bucket of tokens that come back at a fixed rate. A request takes its cost in tokens, or is denied. A client ' +
      'that has been quiet has saved up for a burst.',
    good: 'Short bursts pass, and the average holds. Two numbers for each client.',
    bad:
      'A full bucket and the refill during the window add up: if the bucket holds as much as the limit, nearly ' +
      'twice the limit passes in one window.',
    users: 'AWS API Gateway, Envoy’s local rate limit, Stripe, golang.org/x/time/rate, Bucket4j',
    pick: 'short bursts are fine and the average must hold',
  },
  {
    algorithm: 'leaky_bucket_meter',
    title: 'Leaky bucket, meter',
    idea:
      'Each request fills a bucket by its cost, and the bucket leaks at a fixed rate. A request that would make it ' +
      'overflow is denied. Nothing waits.',
    good:
      'The same as a token bucket of its size: it is its mirror image, counting what is used instead of what is ' +
      'left.',
    bad: 'Its name. Many articles say that a leaky bucket smooths traffic; this one does not. Only the queue does.',
    users: 'Shopify’s API limits; in ITU-T I.371 it is the continuous-state leaky bucket',
    pick: 'you would choose a token bucket and think in terms of “how full”',
  },
  {
    algorithm: 'leaky_bucket_queue',
    title: 'Leaky bucket, queue',
    idea:
      'Admitted requests wait in line and start at a fixed rate, so the output is even however uneven the input is. ' +
      'When the line is full, requests are denied.',
    good: 'The service behind it sees a steady stream and no bursts.',
    bad: 'It trades denials for waiting, and serves clients that have given up. A maximum wait limits that.',
    users: 'nginx limit_req; jobs that are sent to a partner’s API',
    pick: 'the service behind it must not see bursts, and callers can wait',
  },
  {
    algorithm: 'gcra',
    title: 'GCRA',
    idea:
      'Keep a schedule: the instant at which everything admitted so far would have come if it had come evenly. ' +
      'A request moves it on, and is denied if it would be too far ahead of the clock.',
    good: 'Two numbers for each client, no timer, and Retry-After follows directly from them.',
    bad:
      'Harder to explain. It decides exactly like a token bucket of the same size, including the burst at the ' +
      'edge of a window.',
    users: 'redis-cell, throttled, governor, ATM networks',
    pick: 'you want a token bucket that keeps a time instead of tokens',
  },
  {
    algorithm: 'all_of',
    title: 'All of',
    idea:
      'Several limiters at once. A request passes if all of them allow it, and then counts in all of them; if ' +
      'one denies it, it counts in none.',
    good: 'A short limit against bursts and a long one against heavy use, together.',
    bad: 'A denied client needs to know which limit it hit; here the request’s card and this view show it.',
    users: 'most public APIs: one limit per second and one per day',
    pick: 'one limit is not enough',
  },
];

export function lessonOf(algorithm: string | undefined): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.algorithm === algorithm);
}
