//! The Rust that the page shows compiles, and makes the policy that the page has it for.
//! `web/tests/production.test.ts` holds the page to the code below.

use ratelab_limiter::{
    Align, AllOf, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Policy, PolicyError, Refill,
    Rounding, SECOND, SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};

/// The client for layers with separate keys, as the page shows it.
mod in_process {
    include!("in_process.rs");

    #[test]
    fn the_client_for_this_process_runs() -> Result<(), Box<dyn std::error::Error>> {
        main()
    }
}

macro_rules! makes {
    ($($policy:literal => $code:block)*) => {
        $(assert_eq!(Policy::from($code).to_string(), $policy);)*
    };
}

#[test]
fn the_code_makes_the_policy() -> Result<(), PolicyError> {
    makes! {
        "fixed_window limit=10 window=10000000000 align=epoch" => { FixedWindow::new(10, 10 * SECOND)? }
        "fixed_window limit=10 window=1000000000 align=first count_denied=yes" => {
            FixedWindow::new(10, SECOND)?.align(Align::First).count_denied(true)
        }
        "sliding_window_log limit=4294967295 window=1500000000" => {
            SlidingWindowLog::new(4_294_967_295, 1_500_000_000)?
        }
        "sliding_window_log limit=1 window=60000000000 count_denied=yes" => {
            SlidingWindowLog::new(1, 60 * SECOND)?.count_denied(true)
        }
        "sliding_window_counter limit=7 window=250 align=epoch rounding=floor" => {
            SlidingWindowCounter::new(7, 250)?
        }
        "sliding_window_counter limit=7 window=3600000000000 align=first rounding=exact" => {
            SlidingWindowCounter::new(7, 3_600 * SECOND)?.align(Align::First).rounding(Rounding::Exact)
        }
        "token_bucket capacity=10 amount=1 period=1000000000 initial=10 refill=greedy created_at=0" => {
            TokenBucket::new(10, 1, SECOND)?
        }
        "token_bucket capacity=10 amount=0 period=1000000000 initial=3 refill=greedy created_at=5000000000" => {
            TokenBucket::new(10, 0, SECOND)?.initial(3)?.created_at(5 * SECOND)
        }
        "token_bucket capacity=1000 amount=10 period=60000000000 initial=0 refill=interval created_at=0" => {
            TokenBucket::with_refill(Refill::Interval, 1_000, 10, 60 * SECOND)?.initial(0)?
        }
        "leaky_bucket_meter capacity=10 amount=5 period=1000000000" => {
            LeakyBucketMeter::new(10, 5, SECOND)?
        }
        "leaky_bucket_queue capacity=10 amount=5 period=1000000000 undelayed=0" => {
            LeakyBucketQueue::new(10, 5, SECOND)?
        }
        "leaky_bucket_queue capacity=10 amount=5 period=1000000000 undelayed=2 max_wait=1500000" => {
            LeakyBucketQueue::new(10, 5, SECOND)?.undelayed(2)?.max_wait(Some(1_500_000))?
        }
        "gcra burst=100 amount=50 period=1" => { Gcra::new(100, 50, 1)? }
        "all_of (gcra burst=2 amount=1 period=1000000000) (fixed_window limit=9 window=1000000000 align=epoch)" => {
            AllOf::new(vec![Gcra::new(2, 1, SECOND)?.into(), FixedWindow::new(9, SECOND)?.into()])?
        }
        "layers (gcra burst=2 amount=1 period=1000000000)" => {
            AllOf::new(vec![Gcra::new(2, 1, SECOND)?.into()])?.in_order()
        }
    }
    Ok(())
}
