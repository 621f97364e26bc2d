//! What happens to connections, as metrics and as events of `tracing`.
//!
//! | name | kind | counts |
//! |---|---|---|
//! | `ratelab_redis_connections_total` | counter | connections made |
//! | `ratelab_redis_connection_failures_total` | counter | attempts to connect that failed or hang |
//! | `ratelab_redis_connections_lost_total` | counter | connections that broke or were given up |

use core::fmt::Display;

/// A connection was made; there were this many before it.
pub(crate) fn connected(_before: u64) {
    #[cfg(feature = "metrics")]
    metrics::counter!("ratelab_redis_connections_total").increment(1);
    #[cfg(feature = "tracing")]
    tracing::info!(number = _before + 1, "connected to Redis");
}

/// An attempt to connect failed.
pub(crate) fn not_connected(_reason: &dyn Display) {
    #[cfg(feature = "metrics")]
    metrics::counter!("ratelab_redis_connection_failures_total").increment(1);
    #[cfg(feature = "tracing")]
    tracing::warn!(reason = %_reason, "cannot connect to Redis");
}

/// A connection broke, or was given up.
pub(crate) fn lost(_reason: &dyn Display) {
    #[cfg(feature = "metrics")]
    metrics::counter!("ratelab_redis_connections_lost_total").increment(1);
    #[cfg(feature = "tracing")]
    tracing::warn!(reason = %_reason, "gave up a connection to Redis");
}
