//! The header fields in every dialect.

use http::Response;
use ratelab_limiter::{Algorithm, AllOf, Limiter, Policy, SECOND, TokenBucket};
use ratelab_store::{Answer, InProcess};
use ratelab_tower::{Dialect, Everyone, RateLimitLayer};
use tower::Layer;

use crate::calls::{Calls, LONG, call, get, policy};

const ALL: [Dialect; 5] = [
    Dialect::XRateLimit,
    Dialect::XRateLimitSecondsLeft,
    Dialect::XRateLimitHyphenated,
    Dialect::RateLimitSeparate,
    Dialect::RateLimitStructured,
];

/// Lines with a name, in their order.
fn lines(response: &Response<String>) -> Vec<(String, String)> {
    let lines = response.headers().iter().filter(|(name, _)| *name != "content-type");
    lines.map(|(name, value)| (name.to_string(), value.to_str().expect("ASCII").to_owned())).collect()
}

fn names(response: &Response<String>) -> Vec<String> {
    lines(response).into_iter().map(|(name, _)| name).collect()
}

/// The response to the first request, and the one to a request that is denied.
async fn responses(dialects: impl IntoIterator<Item = Dialect>) -> [Response<String>; 2] {
    let layer = RateLimitLayer::new(InProcess::new(policy(Algorithm::TokenBucket, 1)), Everyone);
    let service = layer.headers(dialects).layer(Calls::default().service());
    [call(&service, get("/")).await, call(&service, get("/")).await]
}

/// Each number is computed here from the answer that the response has.
#[tokio::test]
async fn each_dialect_has_its_names_and_its_reset() {
    for (dialect, prefix, is_epoch) in [
        (Dialect::XRateLimit, "x-ratelimit", true),
        (Dialect::XRateLimitSecondsLeft, "x-ratelimit", false),
        (Dialect::XRateLimitHyphenated, "x-rate-limit", true),
        (Dialect::RateLimitSeparate, "ratelimit", false),
    ] {
        for response in responses([dialect]).await {
            let answer = response.extensions().get::<Answer>().expect("an answer");
            let wait = u128::from(answer.member_reset_after.expect("the budget comes back"));
            let begin = if is_epoch { u128::from(answer.at) } else { 0 };
            let mut due = vec![
                (format!("{prefix}-limit"), "1".to_owned()),
                (format!("{prefix}-remaining"), answer.remaining.to_string()),
                (format!("{prefix}-reset"), (begin + wait).div_ceil(u128::from(SECOND)).to_string()),
            ];
            if !answer.outcome.admits() {
                let retry = answer.retry_after.expect("it passes later").div_ceil(SECOND);
                due.insert(0, ("retry-after".to_owned(), retry.to_string()));
            }
            assert_eq!(lines(&response), due, "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn structured_fields_are_those_of_the_core() {
    for response in responses([Dialect::RateLimitStructured]).await {
        let answer = response.extensions().get::<Answer>().expect("an answer");
        let policy = policy(Algorithm::TokenBucket, 1);
        let headers = answer.headers(&policy, "default").expect("a name");
        assert_eq!(response.headers()["ratelimit"], headers.rate_limit);
        assert_eq!(response.headers()["ratelimit-policy"], headers.rate_limit_policy);
        assert!(!response.headers().contains_key("x-ratelimit-limit"));
    }
}

#[tokio::test]
async fn no_dialect_leaves_retry_after_alone() {
    let [allowed, denied] = responses([]).await;
    assert_eq!((names(&allowed), names(&denied)), (vec![], vec!["retry-after".to_owned()]));
}

/// Of fields with the same names, those of the first dialect are sent; a dialect that is listed twice is sent once.
#[tokio::test]
async fn dialects_are_sent_in_their_order_and_once() {
    let [allowed, _] = responses(ALL.into_iter().chain(ALL)).await;
    let prefixes = ["x-ratelimit", "x-rate-limit", "ratelimit"];
    let numbers = prefixes
        .iter()
        .flat_map(|prefix| ["limit", "remaining", "reset"].map(|end| format!("{prefix}-{end}")));
    let due: Vec<_> = numbers.chain(["ratelimit-policy".to_owned(), "ratelimit".to_owned()]).collect();
    assert_eq!(names(&allowed), due);
    let second: u64 =
        allowed.headers()["x-ratelimit-reset"].to_str().expect("ASCII").parse().expect("a number");
    assert!(second > LONG / SECOND, "since 1970, as the first dialect says");

    let [allowed, _] = responses([Dialect::RateLimitStructured, Dialect::XRateLimit]).await;
    assert_eq!(names(&allowed)[..2], ["ratelimit-policy", "ratelimit"]);
}

/// The order of the calls does not matter.
#[tokio::test]
async fn a_name_and_dialects_are_set_in_any_order() {
    let layer = || RateLimitLayer::new(InProcess::new(policy(Algorithm::Gcra, 2)), Everyone);
    let one = layer().named("a \"b\"").expect("a name").headers([Dialect::RateLimitStructured]);
    let other = layer().headers([Dialect::RateLimitStructured]).named("a \"b\"").expect("a name");
    for layer in [one, other] {
        let response = call(&layer.layer(Calls::default().service()), get("/")).await;
        assert_eq!(names(&response), ["ratelimit-policy", "ratelimit"]);
        let item = response.headers()["ratelimit"].to_str().expect("ASCII");
        assert!(item.starts_with(r#""a \"b\"";r=1;t="#), "{item}");
    }
}

/// The tightest limit of several changes with the requests, and so do the numbers that were not formatted in advance.
#[tokio::test]
async fn every_limit_of_several_is_reported_in_its_turn() {
    let members = vec![
        TokenBucket::new(3, 0, SECOND).expect("a policy").into(),
        TokenBucket::new(1_000_000, 1, SECOND).expect("a policy").into(),
    ];
    let policy = Policy::from(AllOf::new(members).expect("a policy"));
    let layer = RateLimitLayer::new(InProcess::new(policy.clone()), Everyone).headers(ALL);
    let service = layer.layer(Calls::default().service());
    for _ in 0..4 {
        let response = call(&service, get("/")).await;
        let answer = response.extensions().get::<Answer>().expect("an answer");
        let headers = answer.headers(&policy, "default").expect("a name");
        assert_eq!(response.headers()["ratelimit"], headers.rate_limit);
        assert_eq!(response.headers()["ratelimit-limit"], headers.limit.to_string());
        // A budget that never comes back has no reset.
        assert_eq!(response.headers().contains_key("ratelimit-reset"), headers.reset.is_some());
    }
    assert_eq!(policy.quotas().len(), 2);
}

/// What the service has set is about another limit, so nothing of this one is mixed with it.
#[tokio::test]
async fn fields_of_the_service_are_kept() {
    let inner = tower::service_fn(async |_: http::Request<String>| {
        let builder =
            Response::builder().header("x-ratelimit-limit", "7").header("ratelimit", "\"inner\";r=1");
        Ok::<_, std::convert::Infallible>(builder.body(String::new()).expect("a response"))
    });
    let layer = RateLimitLayer::new(InProcess::new(policy(Algorithm::Gcra, 2)), Everyone).headers(ALL);
    let response = call(&layer.layer(inner), get("/")).await;
    assert_eq!(response.headers()["x-ratelimit-limit"], "7");
    assert!(!response.headers().contains_key("x-ratelimit-remaining"));
    assert_eq!(response.headers().get_all("ratelimit").iter().count(), 2);
    assert_eq!(response.headers()["ratelimit-limit"], "2");
}
