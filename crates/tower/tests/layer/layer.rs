//! The layer: all limiters, costs, extensions, nested layers.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
};

use http::{Request, Response, StatusCode, request::Parts};
use ratelab_limiter::{Algorithm, AllOf, Gcra, Outcome, Policy, SECOND, TokenBucket};
use ratelab_store::{Answer, Failure, InProcess, OnFailure, Origin, Tiers};
use ratelab_tower::{Everyone, RateLimitLayer};
use tower::{Layer, service_fn};

use crate::calls::{Calls, Scripted, by_path, call, get, policy};

/// The header lines of a response that are the limiter's.
fn lines(response: &Response<String>) -> Vec<(String, String)> {
    let lines = response.headers().iter().filter(|(name, _)| *name != "content-type");
    lines.map(|(name, value)| (name.to_string(), value.to_str().expect("ASCII").to_owned())).collect()
}

/// The lines that the core says to send with the answer that a response carries.
fn due(response: &Response<String>, policy: &Policy, name: &str) -> Vec<(String, String)> {
    let answer = response.extensions().get::<Answer>().expect("an answer");
    let fields = answer.headers(policy, name).expect("a name").fields();
    fields.into_iter().map(|(name, value)| (name.to_lowercase(), value)).collect()
}

#[tokio::test(start_paused = true)]
async fn every_limiter_admits_its_limit_and_answers_429_with_the_headers_of_the_core() {
    for algorithm in Algorithm::ALL {
        let policy = policy(algorithm, 3);
        let calls = Calls::default();
        let layer = RateLimitLayer::new(InProcess::new(policy.clone()), by_path);
        let service = layer.layer(calls.service());
        for index in 1..=5 {
            let response = call(&service, get("/ada")).await;
            let status = if index <= 3 { StatusCode::OK } else { StatusCode::TOO_MANY_REQUESTS };
            assert_eq!(response.status(), status, "{algorithm}, request {index}");
            assert_eq!(lines(&response), due(&response, &policy, "default"), "{algorithm}, request {index}");
            assert_eq!(response.headers().contains_key("retry-after"), index > 3, "{algorithm}");
        }
        assert_eq!(calls.count(), 3, "{algorithm}: a denied request does not reach the service");
        assert_eq!(call(&service, get("/grace")).await.status(), StatusCode::OK, "{algorithm}");
    }
}

#[tokio::test]
async fn several_limits_at_once_are_all_listed() {
    let members = vec![policy(Algorithm::Gcra, 2), policy(Algorithm::FixedWindow, 5)];
    let policy = Policy::from(AllOf::new(members).expect("a policy"));
    let layer = RateLimitLayer::new(InProcess::new(policy.clone()), Everyone).named("api").expect("a name");
    let response = call(&layer.layer(Calls::default().service()), get("/")).await;
    assert_eq!(lines(&response), due(&response, &policy, "api"));
    let quotas = r#""api-1";q=2;w=86400000, "api-2";q=5;w=86400000"#;
    assert_eq!(response.headers()["ratelimit-policy"], quotas);
}

#[tokio::test]
async fn a_cost_comes_from_the_request_and_nothing_costs_nothing() {
    let store = InProcess::new(policy(Algorithm::TokenBucket, 10));
    let layer = RateLimitLayer::new(store, Everyone).cost(|parts: &Parts| match parts.uri.path() {
        "/search" => 5,
        "/free" => 0,
        _ => 11,
    });
    let service = layer.layer(Calls::default().service());
    for (path, status, remaining) in [
        ("/search", 200, "5"),
        ("/never", 429, "5"),
        ("/search", 200, "0"),
        ("/search", 429, "0"),
        ("/free", 200, "0"),
    ] {
        let response = call(&service, get(path)).await;
        assert_eq!(response.status(), status, "{path}");
        assert_eq!(response.headers()["x-ratelimit-remaining"], remaining, "{path}");
        // A request that can never pass has no time to retry.
        assert_eq!(
            response.headers().contains_key("retry-after"),
            status == 429 && path != "/never",
            "{path}"
        );
    }
}

#[tokio::test]
async fn services_of_one_layer_share_its_store() {
    let layer = RateLimitLayer::new(InProcess::new(policy(Algorithm::Gcra, 1)), Everyone);
    let [one, other] = [(); 2].map(|()| layer.layer(Calls::default().service()));
    assert_eq!(call(&one, get("/")).await.status(), StatusCode::OK);
    assert_eq!(call(&other, get("/")).await.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn a_name_that_no_header_can_have_is_refused_when_it_is_set() {
    let layer = || RateLimitLayer::new(InProcess::new(policy(Algorithm::Gcra, 1)), Everyone);
    assert!(layer().named("a \"quoted\" name").is_ok());
    for (name, character) in [("naïve", 'ï'), ("two\r\nlines: 1", '\r'), ("\0", '\0')] {
        assert_eq!(layer().named(name).expect_err(name).character, character);
    }
}

#[tokio::test]
async fn handlers_and_loggers_see_the_origin_of_a_decision() {
    let failure = || Failure::Unreachable("refused".to_owned());
    for (on_failure, outcome) in [
        (OnFailure::Open, Outcome::Allowed),
        (OnFailure::InProcess, Outcome::Allowed),
        (OnFailure::Closed, Outcome::Denied),
    ] {
        let origin = Origin::Failure(failure(), on_failure);
        let seen = Arc::new(Mutex::new(None));
        let store = {
            let origin = origin.clone();
            Scripted::new(move |_, _| (outcome, origin.clone()))
        };
        let handler = {
            let seen = seen.clone();
            service_fn(move |request: Request<String>| {
                *seen.lock().expect("a lock") = request.extensions().get::<Answer>().cloned();
                std::future::ready(Ok::<_, Infallible>(Response::new(String::new())))
            })
        };
        let response = call(&RateLimitLayer::new(store, Everyone).layer(handler), get("/")).await;
        let answer = response.extensions().get::<Answer>().expect("an answer");
        assert_eq!(answer.origin, origin);
        let in_handler = seen.lock().expect("a lock").take();
        assert_eq!(in_handler.as_ref(), outcome.admits().then_some(answer));
    }
}

/// The outer layer has ten for everyone, the inner one has two for each client, which never come back.
#[tokio::test]
async fn nested_layers_report_the_inner_limit_and_list_both() {
    let outer = InProcess::new(Gcra::new(10, 1, 60 * SECOND).expect("a policy"));
    let inner = InProcess::new(TokenBucket::new(2, 0, SECOND).expect("a policy"));
    let outer = RateLimitLayer::new(outer, Everyone).named("all").expect("a name");
    let inner = RateLimitLayer::new(inner, by_path).named("client").expect("a name");
    let service = outer.layer(inner.layer(Calls::default().service()));
    for (remaining, status) in [("1", 200), ("0", 200), ("0", 429)] {
        let response = call(&service, get("/ada")).await;
        assert_eq!(response.status(), status);
        assert_eq!(response.headers()["x-ratelimit-limit"], "2");
        assert_eq!(response.headers()["x-ratelimit-remaining"], remaining);
        let admits = response.extensions().get::<Answer>().expect("an answer").outcome.admits();
        assert_eq!(admits, status == 200);
    }
    let response = call(&service, get("/grace")).await;
    let all = |name| response.headers().get_all(name).iter().collect::<Vec<_>>();
    assert_eq!(all("ratelimit-policy"), [r#""client";q=2"#, r#""all";q=10;w=600"#]);
    let [client, everyone] = all("ratelimit")[..] else { panic!("there are two limits") };
    assert_eq!(client, r#""client";r=1"#);
    let seconds =
        everyone.to_str().expect("ASCII").strip_prefix(r#""all";r=6;t="#).and_then(|t| t.parse().ok());
    assert!(seconds.is_some_and(|seconds: u32| (50..=60).contains(&seconds)), "{everyone:?}");
    // That the outer budget comes back says nothing of the inner one, which the other fields are about.
    assert_eq!(all("x-ratelimit-reset").len(), 0);
}

/// The headers of a client of another tier have that tier's limit.
#[tokio::test]
async fn headers_have_the_policy_of_the_clients_tier() {
    let of = |limit: u32| InProcess::new(Gcra::new(limit.into(), 1, SECOND).expect("a policy"));
    let tiers = Tiers::new(vec![of(2), of(7)], |key| Some(usize::from(key == b"/pro")));
    let service = RateLimitLayer::new(tiers, by_path).layer(Calls::default().service());
    for (path, limit) in [("/free", "2"), ("/pro", "7")] {
        let response = call(&service, get(path)).await;
        assert_eq!(response.headers()["x-ratelimit-limit"], limit, "{path}");
        let policy = response.headers()["ratelimit-policy"].to_str().expect("ASCII");
        assert!(policy.contains(&format!("q={limit};")), "{path}: {policy}");
    }
}
