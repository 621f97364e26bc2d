//! Rejections as problem documents and as statuses of gRPC.

use http::{HeaderName, Response, StatusCode, request::Parts};
use ratelab_limiter::{Algorithm, AllOf, Outcome, Policy, SECOND, TokenBucket};
use ratelab_store::{Failure, InProcess, OnFailure, Origin};
use ratelab_tower::{Everyone, Grpc, Header, Key, KeyError, ProblemJson, RateLimitLayer, Rejection, Respond};
use tower::Layer;

use crate::calls::{Calls, Scripted, call, get, policy};

/// The response to the second request, which is denied.
async fn denied(policy: impl Into<Policy>, name: &str, respond: impl Respond<String>) -> Response<String> {
    let layer = RateLimitLayer::new(InProcess::new(policy), Everyone).named(name).expect("a name");
    let service = layer.respond_with(respond).layer(Calls::default().service());
    let _ = call(&service, get("/")).await;
    call(&service, get("/")).await
}

/// The response to a request of which a store says this.
async fn scripted(outcome: Outcome, origin: Origin, respond: impl Respond<String>) -> Response<String> {
    let store = Scripted::new(move |_, _| (outcome, origin.clone()));
    let layer = RateLimitLayer::new(store, Everyone).max_waiting(0).respond_with(respond);
    call(&layer.layer(Calls::default().service()), get("/")).await
}

/// The response to a request whose key is this error.
async fn without_key(
    status: StatusCode,
    reason: &'static str,
    respond: impl Respond<String>,
) -> Response<String> {
    let key = move |_: &Parts| Err(KeyError::refused(status, reason));
    let layer = RateLimitLayer::new(InProcess::new(policy(Algorithm::Gcra, 1)), key).respond_with(respond);
    call(&layer.layer(Calls::default().service()), get("/")).await
}

fn failed() -> Origin {
    Origin::Failure(Failure::Late, OnFailure::Closed)
}

#[tokio::test]
async fn a_denial_is_a_problem_document() {
    let never = TokenBucket::new(1, 0, SECOND).expect("a policy");
    let response = denied(never, "daily", ProblemJson).await;
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    assert!(response.headers().contains_key("ratelimit"));
    let expected = concat!(
        r#"{"type":"https://iana.org/assignments/http-problem-types#quota-exceeded","#,
        r#""title":"Request cannot be satisfied as assigned quota has been exceeded","#,
        r#""detail":"this request can never pass: trying again will not help","#,
        r#""violated-policies":["daily"],"status":429}"#
    );
    assert_eq!(response.body(), expected);
}

/// The name is the one of `RateLimit-Policy`: with a number in an all-of, and with the same escapes.
#[tokio::test]
async fn the_violated_policy_is_the_one_that_decided() {
    let members = [5, 1, 9].map(|limit| TokenBucket::new(limit, 0, SECOND).expect("a policy").into());
    let all = AllOf::new(members.to_vec()).expect("a policy");
    let response = denied(all, r#"a"b\, "c""#, ProblemJson).await;
    assert!(response.body().contains(r#""violated-policies":["a\"b\\, \"c\"-2"],"#), "{}", response.body());
}

#[tokio::test]
async fn other_rejections_are_problems_of_their_own() {
    let unavailable = scripted(Outcome::Denied, failed(), ProblemJson).await;
    assert_eq!(unavailable.status(), 503);
    assert!(
        unavailable
            .body()
            .starts_with(r#"{"title":"Service Unavailable","detail":"the limit cannot be checked"#)
    );
    assert!(!unavailable.body().contains("violated-policies"));

    let crowded = scripted(Outcome::Delayed(SECOND), Origin::InProcess, ProblemJson).await;
    assert_eq!(crowded.status(), 503);
    assert!(crowded.body().contains("http-problem-types#temporary-reduced-capacity\""), "{}", crowded.body());

    let refused = without_key(StatusCode::UNAUTHORIZED, "log \"in\"\n\\first, é", ProblemJson).await;
    let expected = r#"{"title":"Unauthorized","detail":"log \"in\"\u000a\\first, é","status":401}"#;
    assert_eq!((refused.status().as_u16(), refused.body().as_str()), (401, expected));
}

#[tokio::test]
async fn a_denial_is_a_status_of_grpc() {
    let response = denied(policy(Algorithm::Gcra, 1), "api", Grpc).await;
    let seconds = response.headers()["retry-after"].to_str().expect("ASCII");
    assert_eq!((response.status(), response.body().as_str()), (StatusCode::OK, ""));
    assert_eq!(response.headers()["content-type"], "application/grpc");
    assert_eq!(response.headers()["grpc-status"], "8");
    let message = format!("too many requests: try again in {seconds} seconds");
    assert_eq!(response.headers()["grpc-message"], message);
    assert!(response.headers().contains_key("ratelimit"));
}

#[tokio::test]
async fn failures_and_missing_keys_have_other_statuses() {
    let unavailable = scripted(Outcome::Denied, failed(), Grpc).await;
    assert_eq!(
        (unavailable.status().as_u16(), &unavailable.headers()["grpc-status"]),
        (200, &"14".parse().expect("a value"))
    );
    assert!(unavailable.headers().contains_key("retry-after"));
    let crowded = scripted(Outcome::Delayed(SECOND), Origin::InProcess, Grpc).await;
    assert_eq!(crowded.headers()["grpc-status"], "14");

    for (status, code) in
        [(400, "3"), (401, "16"), (403, "7"), (404, "5"), (418, "2"), (500, "13"), (503, "14")]
    {
        let status = StatusCode::from_u16(status).expect("a status");
        assert_eq!(without_key(status, "no", Grpc).await.headers()["grpc-status"], code, "{status}");
    }
}

/// A message cannot end its line, and comes back whole when it is decoded.
#[tokio::test]
async fn messages_of_grpc_are_percent_encoded() {
    let response = without_key(StatusCode::BAD_REQUEST, "100 % of é\r\nx: y\u{7f}~", Grpc).await;
    assert_eq!(response.headers()["grpc-message"], "100 %25 of %C3%A9%0D%0Ax: y%7F~");
}

#[test]
fn only_a_denial_violates_a_policy() {
    let parts = crate::calls::head(&[]);
    let error = Header::new(HeaderName::from_static("x-api-key")).key(&parts).expect_err("no key");
    assert_eq!(Rejection::NoKey(&error).violated_policy(), None);
}
