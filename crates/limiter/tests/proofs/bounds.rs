//! The bounds table is what is enforced: each parameter is accepted at both ends
//! and refused just past them, with the field, what was given and the range.

use core::time::Duration;

use ratelab_limiter::{
    Algorithm, AllOf, FixedWindow, Gcra, LeakyBucketQueue, Limiter, Policy, PolicyError, Refill, SECOND,
    Settings, SlidingWindowLog, TokenBucket,
    bounds::{Parameter, Preset, Unit},
};

/// Every algorithm with each of its parameters.
fn rows() -> impl Iterator<Item = (Algorithm, &'static Parameter)> {
    Algorithm::ALL
        .into_iter()
        .flat_map(|algorithm| algorithm.parameters().iter().map(move |row| (algorithm, row)))
}

/// The policy with one number set. Where numbers multiply, the others are as small
/// as they can be, so that this one's own range is what is tried.
fn with(algorithm: Algorithm, row: &Parameter, number: i128) -> Result<Policy, PolicyError> {
    let small = ["limit", "window", "capacity", "burst", "period"];
    let mut settings = Settings::new(algorithm.name())?;
    for other in algorithm.parameters().iter().filter(|other| small.contains(&other.name)) {
        // The content of a bucket is bounded by the bucket.
        let least = if matches!(row.name, "initial" | "undelayed") && other.name == "capacity" {
            u32::MAX
        } else {
            1
        };
        settings = settings.set(other.name, least)?;
    }
    settings.set(row.name, number)?.policy()
}

#[test]
fn numbers_are_accepted_at_both_ends_and_no_further() {
    for (algorithm, row) in rows().filter(|(_, row)| row.unit != Unit::Word) {
        let (minimum, maximum) = (i128::from(row.minimum), i128::from(row.maximum));
        for accepted in [minimum, maximum] {
            assert!(with(algorithm, row, accepted).is_ok(), "{algorithm} {} = {accepted}", row.name);
        }
        for refused in [minimum - 1, maximum + 1, i128::MIN, i128::MAX] {
            match with(algorithm, row, refused).expect_err(row.name) {
                PolicyError::OutOfRange { field, given, minimum: least, maximum: most, .. } => {
                    assert_eq!((field, given), (row.name, refused));
                    assert_eq!((i128::from(least), i128::from(most)), (minimum, maximum), "{}", row.name);
                }
                other => panic!("{algorithm} {} = {refused}: {other}", row.name),
            }
        }
    }
}

#[test]
fn words_are_those_of_the_table() {
    for (algorithm, row) in rows().filter(|(_, row)| row.unit == Unit::Word) {
        let set = |word: &str| Settings::new(algorithm.name())?.set(row.name, word)?.policy();
        assert!(row.words.iter().all(|word| set(word).is_ok()), "{algorithm} {}", row.name);
        let allowed = row.words.to_vec();
        let error = PolicyError::UnknownWord { field: row.name, given: "other".into(), allowed };
        assert_eq!(set("other").err(), Some(error));
        assert_eq!(row.preset, Preset::Word(row.words[0]), "the default is the first word");
    }
}

#[test]
fn every_default_is_in_its_range_and_makes_a_policy() {
    for (algorithm, row) in rows() {
        if let Preset::Number(number) = row.preset {
            assert!((row.minimum..=row.maximum).contains(&number), "{algorithm} {}", row.name);
        }
        assert!(!row.phrase.is_empty());
    }
    for algorithm in Algorithm::ALL {
        let policy = Settings::new(algorithm.name()).and_then(|settings| settings.policy());
        assert_eq!(policy.map(|policy| policy.algorithm()), Ok(algorithm));
    }
}

/// The messages that a person reads.
#[test]
fn errors_state_the_given_and_the_allowed_values() {
    let message = |policy: Result<Policy, PolicyError>| policy.expect_err("refused").to_string();
    assert_eq!(
        message(FixedWindow::new(0, SECOND).map(Policy::from)),
        "limit is 0, but must be from 1 to 4294967295 requests"
    );
    assert_eq!(
        message(FixedWindow::new(10, 0).map(Policy::from)),
        "window is 0, but must be from 1 to 9223372036854775807 ns"
    );
    assert_eq!(
        message(Gcra::new(1_000_003, 1_000_003, 86_400 * SECOND).map(Policy::from)),
        "burst is 1000003, but must be from 1 to 213503 requests at this amount and period"
    );
    assert_eq!(
        message(TokenBucket::new(10, 1, SECOND).and_then(|bucket| bucket.initial(11)).map(Policy::from)),
        "initial is 11, but must be from 0 to 10 requests at this capacity"
    );
    assert_eq!(
        message(LeakyBucketQueue::new(10, 0, SECOND).map(Policy::from)),
        "amount is 0, but must be from 1 to 4294967295 requests"
    );
    assert_eq!(
        message(Settings::new("leaky_bucket").and_then(|settings| settings.policy())),
        "algorithm is \"leaky_bucket\", but must be one of: fixed_window, sliding_window_log, \
         sliding_window_counter, token_bucket, leaky_bucket_meter, leaky_bucket_queue, gcra"
    );
    assert_eq!(
        message(Settings::new("gcra").and_then(|settings| settings.set("limit", 3)).and_then(|s| s.policy())),
        "parameter is \"limit\", but must be one of: burst, amount, period"
    );
    assert_eq!(
        message(
            Settings::new("gcra").and_then(|settings| settings.set("burst", "ten")).and_then(|s| s.policy())
        ),
        "burst is \"ten\", but must be a whole number from 1 to 4294967295 requests"
    );
}

/// A product that would overflow is refused, and what the error calls the maximum
/// is accepted.
#[test]
fn the_maximum_in_an_error_is_accepted() {
    for (amount, period) in
        [(7, 86_400 * SECOND), (1, u64::MAX), (1_000_003, 3_600 * SECOND), (3, u64::MAX - 1)]
    {
        let built = |capacity| TokenBucket::new(capacity, amount, period);
        let Err(PolicyError::OutOfRange { field: "capacity", maximum, because: Some(_), .. }) =
            built(u32::MAX.into())
        else {
            panic!("{amount} in {period} takes any capacity")
        };
        assert!(built(maximum).is_ok() && built(maximum + 1).is_err(), "{maximum}");
        let at_intervals = |capacity| TokenBucket::with_refill(Refill::Interval, capacity, amount, period);
        if let Err(PolicyError::OutOfRange { field: "capacity", maximum, .. }) = at_intervals(maximum) {
            assert!(at_intervals(maximum).is_ok(), "{maximum} at intervals");
        }
    }
}

#[test]
fn an_all_of_has_one_to_sixteen_members_and_none_of_its_kind() {
    let member = || Policy::from(FixedWindow::new(1, 1).expect("accepted"));
    assert!(AllOf::new(vec![member(); 16]).is_ok());
    for count in [0, 17] {
        let error = AllOf::new(vec![member(); count]).expect_err("refused");
        assert_eq!(error.to_string(), format!("members is {count}, but must be from 1 to 16 limiters"));
    }
    let nested =
        AllOf::new(vec![member()]).and_then(|inner| AllOf::new(vec![inner.into()])).expect_err("refused");
    assert_eq!((nested.field(), nested.code()), ("members", "unknown_word"));
}

/// Charges without a decision stop where a count does, or where the wait would not fit a `u64`.
#[test]
fn debt_has_an_upper_bound() -> Result<(), PolicyError> {
    let owing = |policy: Policy| {
        let mut state = policy.fresh();
        (0..3).for_each(|_| policy.charge_anyway(&mut state, 0, u32::MAX));
        let moment = policy.advance(&state, 0);
        (policy.level(&moment), policy.debt(&moment), policy.peek(&state, 0, 1).reset_after)
    };
    let (count, parts) = (u128::from(u32::MAX), u128::from(u64::MAX));
    assert_eq!(owing(FixedWindow::new(5, SECOND)?.into()), (count, u32::MAX, Some(SECOND)));
    assert_eq!(owing(SlidingWindowLog::new(5, SECOND)?.into()), (count, u32::MAX, Some(SECOND)));
    assert_eq!(owing(Gcra::new(5, 1, 10 * SECOND)?.into()), (parts, 1_844_674_408, Some(u64::MAX)));
    let refills = u64::MAX / (10 * SECOND);
    let bucket = TokenBucket::with_refill(Refill::Interval, 5, 1, 10 * SECOND)?;
    assert_eq!(owing(bucket.into()), (refills.into(), 1_844_674_407, Some(refills * 10 * SECOND)));
    Ok(())
}

/// An all-of and layers are made of policies, not of settings.
#[test]
fn layers_are_not_chosen_by_name() {
    for name in ["all_of", "layers"] {
        assert_eq!(Settings::new(name).err().map(|error| error.field()), Some("algorithm"));
    }
}

/// A duration is accepted where its nanoseconds are, and one that no `u64` holds is refused with its exact number.
#[test]
fn durations_are_checked_as_nanoseconds_are() -> Result<(), PolicyError> {
    let minute = Duration::from_secs(60);
    assert_eq!(Gcra::with_burst(2).rate(1, minute)?, Gcra::new(2, 1, 60 * SECOND)?);
    assert_eq!(
        TokenBucket::with_capacity(2).rate_at_intervals(1, minute)?,
        TokenBucket::with_refill(Refill::Interval, 2, 1, 60 * SECOND)?
    );
    let queue = LeakyBucketQueue::with_capacity(2).rate(1, SECOND)?;
    assert_eq!(queue.max_wait(Some(minute))?, queue.max_wait(Some(60 * SECOND))?);
    assert_eq!(queue.within(Duration::MAX), queue.max_wait(Some(u64::MAX))?);

    let refused = |error: Option<PolicyError>| match error {
        Some(PolicyError::OutOfRange { field, given, .. }) => Some((field, given)),
        _ => None,
    };
    let longest = i128::try_from(Duration::MAX.as_nanos()).expect("94 bits");
    assert_eq!(refused(FixedWindow::new(1, Duration::MAX).err()), Some(("window", longest)));
    assert_eq!(
        refused(SlidingWindowLog::with_limit(1).window(Duration::MAX).err()),
        Some(("window", longest))
    );
    assert_eq!(refused(Gcra::new(1, 1, Duration::MAX).err()), Some(("period", longest)));
    assert_eq!(refused(TokenBucket::new(1, 1, Duration::MAX).err()), Some(("period", longest)));
    assert_eq!(refused(queue.max_wait(Some(Duration::MAX)).err()), Some(("max_wait", longest)));
    Ok(())
}
