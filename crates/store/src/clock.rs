//! The clock of decisions in this process. No other file of a store reads a clock; `ratelab-tower` reads one to wait
//! until a delayed request may pass.

use std::{
    sync::LazyLock,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// When this process first asked: by the clock on the wall, and by the one that is never set.
static BEGINNING: LazyLock<(Duration, Instant)> = LazyLock::new(|| {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since, Instant::now())
});

/// Nanoseconds since 1970, as if the clock on the wall had not been set since this process first asked. One reading from
/// the future would otherwise deny all clients until that time has come.
pub(crate) fn now() -> u64 {
    let (since, beginning) = *BEGINNING;
    u64::try_from((since + beginning.elapsed()).as_nanos()).unwrap_or(u64::MAX)
}
