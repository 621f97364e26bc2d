/** The scripts for Redis, as `crates/redis/src/script.rs` has them: a test compares their digests. */
import allOf from '../../../../crates/redis/scripts/all_of.lua?raw';
import fixedWindow from '../../../../crates/redis/scripts/fixed_window.lua?raw';
import gcra from '../../../../crates/redis/scripts/gcra.lua?raw';
import leakyBucketMeter from '../../../../crates/redis/scripts/leaky_bucket_meter.lua?raw';
import leakyBucketQueue from '../../../../crates/redis/scripts/leaky_bucket_queue.lua?raw';
import slidingWindowCounter from '../../../../crates/redis/scripts/sliding_window_counter.lua?raw';
import slidingWindowLog from '../../../../crates/redis/scripts/sliding_window_log.lua?raw';
import tokenBucket from '../../../../crates/redis/scripts/token_bucket.lua?raw';

/** In the order in which the script for several limiters has them. */
const SCRIPTS: Record<string, string> = {
  fixed_window: fixedWindow,
  sliding_window_log: slidingWindowLog,
  sliding_window_counter: slidingWindowCounter,
  token_bucket: tokenBucket,
  leaky_bucket_meter: leakyBucketMeter,
  leaky_bucket_queue: leakyBucketQueue,
  gcra,
};

/** The text of a script, whose SHA-1 is its name in `EVALSHA`. */
export function scriptText(name: string): string {
  return SCRIPTS[name] ?? joined();
}

/** The limiters' scripts, each as a function, and what joins them. */
function joined(): string {
  const functions = Object.entries(SCRIPTS).map(
    ([name, text]) => `\nlimiters.${name} = function(KEYS, ARGV, redis)\n${text}end\n\n`,
  );
  return ['local limiters = {}\n', ...functions, allOf].join('');
}
