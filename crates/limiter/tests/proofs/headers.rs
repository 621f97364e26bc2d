//! The response headers: whole seconds, rounded up, and never a hint that is early.

use ratelab_limiter::{
    Algorithm, AllOf, FixedWindow, Gcra, Headers, LeakyBucketQueue, Limiter, Policy, PolicyError, SECOND,
    Settings, SlidingWindowCounter, TokenBucket,
};

type Tested = Result<(), Box<dyn std::error::Error>>;

fn fields(headers: &Headers) -> Vec<String> {
    headers.fields().into_iter().map(|(name, value)| format!("{name}: {value}")).collect()
}

#[test]
fn a_denial_in_full() -> Tested {
    let limiter = FixedWindow::new(10, 10 * SECOND)?;
    let mut state = limiter.fresh();
    let start = 1_743_930_000 * SECOND;
    let _ = limiter.take(&mut state, start, 10);
    let denied = limiter.check(&mut state, start + 5 * SECOND + 1, 1);
    let headers = Headers::new(&limiter, &denied, "api")?;
    assert_eq!(headers.status, 429);
    assert_eq!(
        fields(&headers),
        [
            "Retry-After: 5",
            "X-RateLimit-Limit: 10",
            "X-RateLimit-Remaining: 0",
            "X-RateLimit-Reset: 1743930010",
            "RateLimit-Policy: \"api\";q=10;w=10",
            "RateLimit: \"api\";r=0;t=5",
        ]
    );
    Ok(())
}

#[test]
fn an_admission_has_no_retry_after() -> Tested {
    let limiter = TokenBucket::new(10, 5, SECOND)?;
    let allowed = limiter.check(&mut limiter.fresh(), 0, 1);
    let headers = Headers::new(&limiter, &allowed, "api")?;
    assert_eq!((headers.status, headers.retry_after), (200, None));
    assert_eq!(headers.rate_limit_policy, "\"api\";q=10;w=2", "an empty bucket is full after two seconds");
    assert_eq!(headers.rate_limit, "\"api\";r=9;t=1");
    let queue = LeakyBucketQueue::new(10, 5, SECOND)?;
    let mut state = queue.fresh();
    let _ = queue.take(&mut state, 0, 1);
    let delayed = queue.check(&mut state, 0, 1);
    assert_eq!(delayed.outcome.delay(), SECOND / 5);
    assert_eq!(Headers::new(&queue, &delayed, "api")?.status, 200, "a request that waits is admitted");
    Ok(())
}

/// The least wait that a header can state is a second.
#[test]
fn retry_after_is_at_least_one() -> Tested {
    let limiter = Gcra::new(1, 1_000, SECOND)?;
    let mut state = limiter.fresh();
    let _ = limiter.take(&mut state, 0, 1);
    let denied = limiter.check(&mut state, 0, 1);
    assert_eq!(denied.retry_after, Some(SECOND / 1_000));
    assert_eq!(Headers::new(&limiter, &denied, "api")?.retry_after, Some(1));
    Ok(())
}

/// A request that can never pass gets no hint; a budget that never comes back has no reset and no
/// window.
#[test]
fn never_is_left_out() -> Tested {
    let limiter = TokenBucket::new(3, 0, SECOND)?;
    let denied = limiter.check(&mut limiter.fresh(), 0, 4);
    assert_eq!(Headers::new(&limiter, &denied, "api")?.retry_after, None);
    let used = limiter.check(&mut limiter.fresh(), 0, 1);
    let headers = Headers::new(&limiter, &used, "api")?;
    assert_eq!((headers.reset, headers.rate_limit_policy.as_str()), (None, "\"api\";q=3"));
    assert_eq!(headers.rate_limit, "\"api\";r=2");
    Ok(())
}

/// Every limit of an all-of is named, and the tightest is reported.
#[test]
fn an_all_of_numbers_its_members() -> Tested {
    let members =
        vec![SlidingWindowCounter::new(100, 60 * SECOND)?.into(), TokenBucket::new(2, 1, SECOND)?.into()];
    let limiter = AllOf::new(members)?;
    let decision = limiter.check(&mut limiter.fresh(), 0, 1);
    let headers = Headers::new(&limiter, &decision, "api")?;
    assert_eq!(headers.rate_limit_policy, "\"api-1\";q=100;w=60, \"api-2\";q=2;w=2");
    assert_eq!(headers.rate_limit, "\"api-2\";r=1;t=1");
    assert_eq!((headers.limit, headers.reset), (2, Some(1)));
    assert_eq!(decision.reset_after, Some(60 * SECOND + 1), "every budget is back later");
    Ok(())
}

/// A name cannot end its string or its line.
#[test]
fn a_hostile_name_is_quoted_or_refused() -> Result<(), PolicyError> {
    let limiter = Gcra::new(1, 1, SECOND)?;
    let decision = limiter.check(&mut limiter.fresh(), 0, 1);
    let quoted = Headers::new(&limiter, &decision, r#"a";q=9\"#).expect("it is ASCII");
    assert_eq!(quoted.rate_limit, r#""a\";q=9\\";r=0;t=1"#);
    for name in ["a\r\nSet-Cookie: b", "é", "\u{7f}"] {
        let error = Headers::new(&limiter, &decision, name).expect_err("it is not printable ASCII");
        assert!(error.to_string().contains("printable ASCII"), "{error}");
    }
    Ok(())
}

/// At the end of time the sums still fit.
#[test]
fn the_last_second_can_be_reported() -> Tested {
    let limiter = FixedWindow::new(1, u64::MAX / 2)?;
    let decision = limiter.check(&mut limiter.fresh(), u64::MAX - 1, 1);
    let headers = Headers::new(&limiter, &decision, "api")?;
    assert_eq!(headers.reset, Some(27_670_116_111));
    Ok(())
}

/// Every limiter by default, and two of them together.
fn policies() -> Vec<Policy> {
    let policy = |algorithm| Settings::for_algorithm(algorithm).policy().expect("a policy");
    let mut policies: Vec<_> = Algorithm::ALL.into_iter().map(policy).collect();
    let windows = FixedWindow::new(5, 3 * SECOND).expect("a policy");
    policies.push(AllOf::new(vec![policies[3].clone(), windows.into()]).expect("both").into());
    policies
}

/// `t` of `RateLimit`: until then no more than `r` passes, and then more does. A denied client that waits for
/// `Retry-After` has waited at least as long.
#[test]
fn there_is_more_after_t_and_not_earlier_and_retry_after_is_no_shorter() -> Tested {
    let mut random = 7_u64;
    let mut below = |bound: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % bound
    };
    for policy in policies() {
        let (mut state, mut now, mut denied, mut shown) = (policy.fresh(), 1_790_000_000 * SECOND, 0, 0);
        for _ in 0..5_000 {
            now += below(3) * below(SECOND);
            let decision = policy.check(&mut state, now, 1 + below(4) as u32);
            let member = &policy.members()[decision.member];
            let part = match &state {
                ratelab_limiter::PolicyState::Members(states) => &states[decision.member],
                one => one,
            };
            let passes = |at: u64| member.peek(part, at, decision.remaining + 1).outcome.admits();
            match decision.more_after {
                Some(wait) => {
                    assert!(passes(decision.at + wait), "{policy}: {decision:?}");
                    assert!(wait == 0 || !passes(decision.at + wait - 1), "{policy}: {decision:?}");
                }
                None => assert!(!passes(decision.at + 1_000 * SECOND), "{policy}: {decision:?}"),
            }
            let headers = Headers::new(&policy, &decision, "api")?;
            let t = headers.rate_limit.split(";t=").nth(1).map(|t| t.parse::<u64>().expect("a number"));
            shown += u32::from(t.is_some());
            if let (429, Some(retry), Some(t)) = (headers.status, headers.retry_after, t) {
                denied += 1;
                assert!(retry >= t, "{policy}: {headers:?}");
            }
        }
        assert!(denied > 500 && shown > 1_000, "{policy}: {denied} denied, {shown} with a time");
    }
    Ok(())
}
