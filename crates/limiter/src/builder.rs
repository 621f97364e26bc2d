//! Limiters built with named numbers, where a constructor would take several in a row.

use core::marker::PhantomData;

/// A limiter whose size is known, and whose time is not yet.
///
/// Every limiter starts with its size, under the name that it has in the [bounds table](crate::bounds), and is finished
/// by its time. Numbers are checked when it is finished.
///
/// | limiter | is built by |
/// |---|---|
/// | windows | `with_limit(requests)`, then `window(length)` |
/// | buckets | `with_capacity(requests)`, then `rate(amount, period)` |
/// | GCRA | `with_burst(requests)`, then `rate(amount, period)` |
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::{FixedWindow, Gcra, LeakyBucketQueue, SECOND, TokenBucket};
///
/// let bucket = TokenBucket::with_capacity(10).rate(5, Duration::from_secs(1))?;
/// assert_eq!(bucket, TokenBucket::new(10, 5, SECOND)?);
/// let window = FixedWindow::with_limit(100).window(Duration::from_secs(60))?;
/// assert_eq!(window, FixedWindow::new(100, 60 * SECOND)?);
/// assert_eq!(Gcra::with_burst(2).rate(1, SECOND)?, Gcra::new(2, 1, SECOND)?);
///
/// // Options are set on the limiter.
/// let queue = LeakyBucketQueue::with_capacity(10).rate(5, SECOND)?.max_wait(Some(Duration::from_millis(500)))?;
/// assert!(queue.to_string().ends_with("max_wait=500000000"));
///
/// let refused = Gcra::with_burst(0).rate(1, SECOND).unwrap_err();
/// assert_eq!(refused.to_string(), "burst is 0, but must be from 1 to 4294967295 requests");
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a builder is not a limiter: finish it with `rate` or `window`"]
pub struct Builder<L> {
    size: u64,
    limiter: PhantomData<L>,
}

impl<L> Builder<L> {
    pub(crate) const fn new(size: u64) -> Self {
        Self { size, limiter: PhantomData }
    }

    pub(crate) const fn size(&self) -> u64 {
        self.size
    }
}
