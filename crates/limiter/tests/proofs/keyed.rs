//! The keyed interface, and its answers to damaged snapshots.

use ratelab_limiter::{
    AllOf, FixedWindow, Gcra, Keyed, LeakyBucketQueue, Limiter, Policy, PolicyError, Refill, SECOND,
    SlidingWindowCounter, SlidingWindowLog, SnapshotError, TokenBucket,
};

type Tested = Result<(), PolicyError>;

fn clients(policy: impl Into<Policy>) -> Keyed<Policy, String> {
    Keyed::new(policy.into())
}

#[test]
fn keys_do_not_disturb_each_other() -> Tested {
    let mut clients = clients(FixedWindow::new(2, SECOND)?);
    assert_eq!(clients.name(), "fixed_window");
    assert_eq!(clients.check_cost("ada", 0, 2).remaining, 0);
    assert_eq!(clients.check("grace", 0).remaining, 1);
    assert_eq!(clients.peek("ada", 0, 1).retry_after, Some(SECOND));
    assert_eq!(clients.stored_keys(), 2);
    assert!(clients.reset("ada") && !clients.reset("ada"));
    assert_eq!(clients.peek("ada", 0, 0).remaining, 2);
    clients.reset_all();
    assert_eq!(clients.stored_keys(), 0);
    Ok(())
}

/// One clock for all keys: a time shown for one is not undone for another, nor
/// lost when keys are dropped.
#[test]
fn the_clock_outlives_the_keys() -> Tested {
    let mut clients = clients(FixedWindow::new(1, SECOND)?);
    assert!(clients.check("ada", 5 * SECOND).outcome.admits());
    clients.reset_all();
    let late = clients.check("grace", SECOND);
    assert_eq!((late.at, late.reset_after), (5 * SECOND, Some(SECOND)));
    Ok(())
}

#[test]
fn a_refund_fills_a_bucket_that_began_empty() -> Tested {
    let mut clients = clients(TokenBucket::new(10, 1, SECOND)?.initial(0)?);
    assert!(!clients.check("ada", 0).outcome.admits());
    assert_eq!(clients.stored_keys(), 0);
    clients.refund("ada", 0, u64::MAX);
    assert_eq!(clients.peek("ada", 0, 0).remaining, 10);
    assert_eq!(clients.peek("grace", 0, 0).remaining, 0);
    Ok(())
}

/// Used requests stay used, up to the new limit.
#[test]
fn reconfiguring_carries_the_debt() -> Tested {
    let mut clients = clients(TokenBucket::new(10, 10, SECOND)?);
    let _ = clients.take("ada", 0, 6);
    clients.reconfigure(TokenBucket::new(20, 7, 60 * SECOND)?.into(), 0);
    assert_eq!(clients.peek("ada", 0, 0).remaining, 14);
    clients.reconfigure(Gcra::new(4, 1, SECOND)?.into(), 0);
    assert_eq!(clients.peek("ada", 0, 0).remaining, 0);
    clients.reconfigure(SlidingWindowLog::new(10, SECOND)?.into(), 0);
    assert_eq!(clients.peek("ada", 0, 0).remaining, 6, "four were owed at most");
    assert_eq!(clients.name(), "sliding_window_log");
    let members = vec![FixedWindow::new(5, SECOND)?.into(), Gcra::new(100, 1, SECOND)?.into()];
    clients.reconfigure(AllOf::new(members)?.into(), 0);
    assert_eq!(clients.peek("ada", 0, 0).remaining, 1);
    Ok(())
}

#[test]
fn a_million_evictions_leave_nothing() -> Tested {
    let mut clients = Keyed::<_, u64>::new(Gcra::new(1, 1, SECOND)?);
    for key in 0..100_000 {
        let _ = clients.take(&key, key, 1);
    }
    assert_eq!(clients.stored_keys(), 100_000);
    assert_eq!(clients.evict_idle(SECOND + 49_999), 50_000);
    assert_eq!(clients.stored_keys(), 50_000);
    assert!((50_000..100_000).all(|key| clients.peek(&key, SECOND + 49_999, 0).remaining == 0));
    assert_eq!(clients.evict_idle(3 * SECOND), 50_000);
    Ok(())
}

/// Debt is what is used up, not what is missing from the limit: of an all-of the
/// most that a member has used, of a queue what is in it, however few may wait.
#[test]
fn debt_is_the_amount_in_use() -> Tested {
    let hourly = || SlidingWindowLog::new(100, 3_600 * SECOND).map(Policy::from);
    let bucket = || TokenBucket::new(10, 10, SECOND).map(Policy::from);
    let mut both = clients(AllOf::new(vec![hourly()?, bucket()?])?);
    for second in 0..19 {
        assert!(both.take("ada", second * SECOND, 5).admits());
    }
    let remaining = |policy: Policy| {
        let mut changed = both.clone();
        changed.reconfigure(policy, 20 * SECOND);
        changed.peek("ada", 20 * SECOND, 0).remaining
    };
    assert_eq!(remaining(hourly()?), 5);
    let three = AllOf::new(vec![hourly()?, bucket()?, Gcra::new(1_000, 1, SECOND)?.into()])?;
    assert_eq!(remaining(three.into()), 5);
    let mut queue = clients(LeakyBucketQueue::new(10, 1, SECOND)?.max_wait(Some(0))?);
    assert!(queue.take("ada", 0, 1).admits());
    queue.reconfigure(bucket()?, 0);
    assert_eq!(queue.peek("ada", 0, 0).remaining, 9);
    let mut window = clients(FixedWindow::new(10, SECOND)?);
    assert!(window.take("ada", 0, 3).admits());
    window.reconfigure(TokenBucket::new(10, 1, SECOND)?.initial(2)?.into(), 0);
    assert_eq!(window.peek("ada", 0, 0).remaining, 7);
    Ok(())
}

/// A store can read what it wrote, also when its first policy began later than any
/// time it was shown.
#[test]
fn a_policy_that_begins_later_leaves_its_clock() -> Tested {
    let mut clients = clients(TokenBucket::new(10, 1, SECOND)?.created_at(100 * SECOND));
    assert!(clients.take("ada", 5 * SECOND, 1).admits());
    clients.reconfigure(TokenBucket::new(10, 1, SECOND)?.into(), 5 * SECOND);
    let exported = clients.export();
    assert_eq!(clients.import(&exported), Ok(()));
    assert_eq!(clients.check("ada", 6 * SECOND).at, 100 * SECOND);
    Ok(())
}

#[test]
fn keys_can_be_addresses() -> Tested {
    let mut store = Keyed::<_, std::net::IpAddr>::new(Gcra::new(1, 1, SECOND)?);
    let addresses = ["203.0.113.9", "2001:db8::9"].map(|address| address.parse().expect("an address"));
    assert!(addresses.iter().all(|address| store.take(address, 0, 1).admits()));
    let exported = store.export();
    store.reset_all();
    assert_eq!(store.import(&exported), Ok(()));
    assert!(addresses.iter().all(|address| !store.take(address, 0, 1).admits()));
    Ok(())
}

/// A store whose states cover every part of a snapshot.
fn full_store() -> Result<Keyed<Policy, String>, PolicyError> {
    let members = vec![
        SlidingWindowLog::new(5, 10 * SECOND)?.into(),
        TokenBucket::new(10, 10, 13 * SECOND)?.into(),
        FixedWindow::new(7, SECOND)?.into(),
    ];
    let mut store = clients(AllOf::new(members)?);
    for (now, key) in ["ada", "grace", "", "søren", "ada"].into_iter().enumerate() {
        let _ = store.take(key, now as u64 * 100, 1 + now as u32 % 2);
    }
    Ok(store)
}

/// Any one bit that is not as it was written, and any cut, is noticed; the store
/// that refused it still holds what it held.
#[test]
fn damage_is_noticed_and_nothing_is_lost() -> Tested {
    let snapshot = full_store()?.export();
    let mut store = full_store()?;
    let _ = store.take("held before", 0, 1);
    let held = store.export();
    for position in 0..snapshot.len() {
        for bit in 0..8 {
            let mut damaged = snapshot.clone();
            damaged[position] ^= 1 << bit;
            assert!(store.import(&damaged).is_err(), "bit {bit} of byte {position}");
        }
        assert!(store.import(&snapshot[..position]).is_err(), "cut at {position}");
    }
    assert_eq!(store.export(), held);
    assert_eq!(store.import(&snapshot), Ok(()));
    assert_eq!(store.export(), snapshot);
    Ok(())
}

/// The form, version 1, byte by byte: what was exported once can be imported for
/// ever.
#[test]
fn version_1_is_as_documented() -> Tested {
    let mut store = clients(Gcra::new(3, 1, SECOND)?);
    let _ = store.take("ada", 300, 2);
    let mut expected = b"RATELAB\x01".to_vec();
    expected.extend(b"\x27gcra burst=3 amount=1 period=1000000000");
    expected.extend([0xAC, 0x02]); // the clock, 300
    expected.extend([1, 3]); // one key, of three bytes
    expected.extend(b"ada");
    expected.push(2); // two numbers
    expected.extend([0x80, 0xA8, 0xD6, 0xB9, 0x07]); // 2,000,000,000 parts in use
    expected.extend([0xAC, 0x02]); // at 300
    let exported = store.export();
    assert_eq!(exported[..exported.len() - 8], expected);
    Ok(())
}

/// Bytes whose checksum is right, but whose content no store wrote.
fn forged(policy: &str, rest: &[u64]) -> Vec<u8> {
    let mut bytes = b"RATELAB\x01".to_vec();
    bytes.push(u8::try_from(policy.len()).expect("a short policy"));
    bytes.extend(policy.bytes());
    for number in rest {
        let mut number = *number;
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let checksum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, step);
    bytes.extend(u64::to_le_bytes(checksum));
    bytes
}

#[test]
fn a_forged_state_is_refused() -> Tested {
    let policy = Gcra::new(3, 1, SECOND)?;
    let text = policy.to_string();
    let import = |rest: &[u64]| clients(policy).import(&forged(&text, rest));
    let key = u64::from(b'k');
    assert_eq!(import(&[9, 1, 1, key, 2, 3 * SECOND, 9]), Ok(()));
    assert_eq!(import(&[9, 1, 1, key, 2, u64::MAX, 9]), Ok(()), "it may owe more than it holds");
    let state = |reason| Err(SnapshotError::State { entry: 0, reason });
    assert_eq!(import(&[9, 1, 1, key, 1, 0]), state("expected two numbers"));
    assert_eq!(import(&[9, 1, 1, key, 2, 0, 10]), state("time is later than the snapshot"));
    assert_eq!(import(&[9, 2, 1, key, 2, 5, 9, 1, key, 2, 5, 9]), Err(SnapshotError::Key { entry: 1 }));
    assert!(matches!(import(&[9, 1, 1, key, 2, 5, 9, 0]), Err(SnapshotError::Length { .. })));
    assert!(matches!(import(&[9, u64::MAX, 1, key, 2, 5, 9]), Err(SnapshotError::Length { .. })));
    assert!(matches!(import(&[9, 1, u64::MAX]), Err(SnapshotError::Length { .. })));
    Ok(())
}

#[test]
fn errors_state_the_remedy() -> Tested {
    let mut store = clients(Gcra::new(3, 1, SECOND)?);
    let message = |result: Result<(), SnapshotError>| result.expect_err("refused").to_string();
    assert_eq!(message(store.import(b"{}")), "this is not a snapshot: it does not begin with RATELAB");
    assert_eq!(
        message(store.import(b"RATELAB\x02 and what comes then")),
        "the snapshot has version 2, but only version 1 can be read"
    );
    let other = clients(Gcra::new(4, 1, SECOND)?).export();
    assert_eq!(
        message(store.import(&other)),
        "the snapshot is for \"gcra burst=4 amount=1 period=1000000000\", but this store is \
         \"gcra burst=3 amount=1 period=1000000000\": import it under its own policy, then reconfigure"
    );
    Ok(())
}

/// A log's state with its entries out of order, above all that is counted, or half there.
#[test]
fn a_forged_log_is_refused() -> Tested {
    let log = SlidingWindowLog::new(5, SECOND)?;
    let most = u64::from(u32::MAX);
    assert!(log.load(&[10, 3, 2, 4, most - 2]).is_ok());
    for forged in [
        &[][..],
        &[10, 3],
        &[10, 3, 2, 3, 3],
        &[10, 4, 2, 3, 3],
        &[10, 11, 1],
        &[10, 3, 0],
        &[10, 3, 2, 4, most - 1],
        &[10, 3, most + 1],
    ] {
        assert!(log.load(forged).is_err(), "{forged:?}");
    }
    Ok(())
}

/// Counts that no count holds, and an instalment plan beyond the end of time.
#[test]
fn a_forged_count_is_refused() -> Tested {
    let most = u64::from(u32::MAX);
    let window = FixedWindow::new(5, SECOND)?;
    assert!(window.load(&[10, 0, most]).is_ok() && window.load(&[10, 0, most + 1]).is_err());
    let counter = SlidingWindowCounter::new(5, SECOND)?;
    assert!(counter.load(&[10, 0, most, most]).is_ok());
    assert!(counter.load(&[10, 0, most + 1, 0]).is_err() && counter.load(&[10, 0, 0, most + 1]).is_err());
    let bucket = TokenBucket::with_refill(Refill::Interval, 5, 3, SECOND)?;
    let most = u64::MAX / SECOND * 3;
    assert!(bucket.load(&[most, 0]).is_ok() && bucket.load(&[most + 1, 0]).is_err());
    Ok(())
}

/// A charge without a decision is owed, stored, exported and paid back; a charge of 0 is not.
#[test]
fn a_key_may_owe_more_than_the_limit() -> Tested {
    let mut clients = clients(TokenBucket::new(10, 5, SECOND)?);
    clients.charge_anyway("ada", 0, 0);
    assert_eq!(clients.stored_keys(), 0);
    clients.charge_anyway("ada", 0, 25);
    clients.charge_anyway("ada", SECOND, 5);
    let exported = clients.export();
    clients.reset_all();
    assert_eq!(clients.import(&exported), Ok(()));
    let denied = clients.check("ada", SECOND);
    assert_eq!((denied.remaining, denied.retry_after), (0, Some(3 * SECOND + SECOND / 5)));
    assert_eq!(denied.reset_after, Some(5 * SECOND));
    assert_eq!(clients.evict_idle(6 * SECOND - 1), 0);
    assert_eq!(clients.evict_idle(6 * SECOND), 1);
    Ok(())
}

/// A new key that an inner layer refuses has been charged by the outer one.
#[test]
fn a_key_that_a_layer_refused_is_stored() -> Tested {
    let address = || FixedWindow::new(5, SECOND).map(Policy::from);
    let empty = TokenBucket::new(1, 1, 60 * SECOND)?.initial(0)?;
    let mut layers = clients(AllOf::new(vec![address()?, empty.into()])?.in_order());
    assert_eq!(layers.name(), "layers");
    let refused = layers.check("ada", 0);
    assert_eq!((refused.outcome.admits(), refused.why.member), (false, 1));
    assert_eq!(layers.stored_keys(), 1);
    (0..4).for_each(|_| assert_eq!(layers.check("ada", 0).why.member, 1));
    assert_eq!(layers.check("ada", 0).why.member, 0, "five are used up");
    // Refused by the first layer, it was not charged at all.
    assert!(!layers.take("grace", 0, 6).admits());
    assert_eq!(layers.stored_keys(), 1);
    let exported = layers.export();
    assert_eq!(layers.import(&exported), Ok(()));
    let mut all = clients(AllOf::new(vec![address()?, empty.into()])?);
    assert!(matches!(all.import(&exported), Err(SnapshotError::Policy { .. })));
    Ok(())
}
