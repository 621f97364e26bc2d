//! Whether a server can be used.

use core::hash::BuildHasher;
use std::hash::RandomState;

use ratelab_store::Failure;
use redis::{Value, cmd};
use tokio::time::Instant;

use crate::{call::Caller, failure::Trouble, link::Link};

/// The oldest version whose commands the scripts use (`PXAT`).
const OLDEST: (u32, u32) = (6, 2);

/// Loads the script into a server that is recent enough.
pub(crate) async fn prepare(link: &Link, caller: &Caller, deadline: Instant) -> Result<(), Failure> {
    let mut info = cmd("INFO");
    info.arg("server");
    let mut replies = link.send(&[caller.load(), info], deadline).await.into_iter();
    let (loaded, info) = (replies.next(), replies.next());
    // Without the right to load scripts, each is sent with the first call that needs it.
    if let Some(Err(Trouble::Failed(failure @ (Failure::Late | Failure::Unreachable(_))))) = loaded {
        return Err(failure);
    }
    // Without the right to ask for the version, the first calls show if the server can run them.
    match info {
        Some(Ok(value)) => check_version(&value),
        _ => Ok(()),
    }
}

fn check_version(info: &Value) -> Result<(), Failure> {
    let text = match info {
        Value::BulkString(text) => String::from_utf8_lossy(text),
        Value::VerbatimString { text, .. } => text.into(),
        _ => return Ok(()),
    };
    let Some(version) = text.lines().find_map(|line| line.strip_prefix("redis_version:")) else {
        return Ok(());
    };
    let mut numbers = version.trim().split('.').map_while(|number| number.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) if (major, minor) < OLDEST => {
            Err(Failure::Refused(format!("Redis {} is too old: the scripts need 6.2", version.trim())))
        }
        _ => Ok(()),
    }
}

/// A client that no other is.
pub(crate) fn unused_key() -> Vec<u8> {
    let random = RandomState::new();
    format!("ratelab-ready-{:016x}{:016x}", random.hash_one(0_u8), random.hash_one(1_u8)).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_older_than_6_2_is_refused() {
        let info =
            |version: &str| Value::BulkString(format!("# Server\r\nredis_version:{version}\r\n").into());
        for (version, is_refused) in [
            ("5.0.14", true),
            ("6.0.16", true),
            ("6.2.0", false),
            ("7.0.15", false),
            ("10.1", false),
            ("odd", false),
        ] {
            assert_eq!(check_version(&info(version)).is_err(), is_refused, "{version}");
        }
        assert_eq!(
            check_version(&info("6.0.16")).expect_err("too old").to_string(),
            "the store refused: Redis 6.0.16 is too old: the scripts need 6.2"
        );
    }
}
