//! The responses to requests that do not pass.

use http::{Request, Response, StatusCode, request::Parts};
use ratelab_limiter::{Algorithm, Outcome};
use ratelab_store::{Failure, InProcess, OnFailure, Origin};
use ratelab_tower::{Everyone, Header, KeyError, PeerAddress, RateLimitLayer, Rejection};
use tower::Layer;

use crate::calls::{Calls, Scripted, call, get, policy};

fn store(limit: u32) -> InProcess {
    InProcess::new(policy(Algorithm::TokenBucket, limit))
}

#[tokio::test]
async fn a_denial_is_a_line_of_text() {
    let service = RateLimitLayer::new(store(1), Everyone).layer(Calls::default().service());
    assert_eq!(call(&service, get("/")).await.body(), "served");
    let denied = call(&service, get("/")).await;
    assert_eq!(denied.headers()["content-type"], "text/plain; charset=utf-8");
    let seconds = denied.headers()["retry-after"].to_str().expect("ASCII");
    assert_eq!(*denied.body(), format!("too many requests: try again in {seconds} seconds\n"));

    let service = RateLimitLayer::new(store(1), Everyone).cost(|_| 2).layer(Calls::default().service());
    let never = call(&service, get("/")).await;
    assert_eq!(never.body(), "this request can never pass: trying again will not help\n");
}

#[tokio::test]
async fn a_request_without_a_key_is_refused_and_the_service_hears_nothing() {
    let calls = Calls::default();
    let header = Header::new(http::HeaderName::from_static("x-api-key"));
    let service = RateLimitLayer::new(store(1), header).layer(calls.service());
    let response = call(&service, get("/")).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(response.body(), "the header x-api-key is missing\n");
    assert!(!response.headers().contains_key("ratelimit"), "no limiter decided");

    // It is not the client's fault that the program does not know its peers.
    let service = RateLimitLayer::new(store(1), PeerAddress::new()).layer(calls.service());
    let response = call(&service, get("/")).await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(response.body(), "the server did not provide the address of the peer\n");

    let refuse = |_: &Parts| Err(KeyError::refused(StatusCode::UNAUTHORIZED, "log in first"));
    let service = RateLimitLayer::new(store(1), refuse).layer(calls.service());
    let response = call(&service, get("/")).await;
    assert_eq!((response.status(), response.body().as_str()), (StatusCode::UNAUTHORIZED, "log in first\n"));
    assert_eq!(calls.count(), 0);
}

#[tokio::test]
async fn a_function_replaces_the_response_and_keeps_the_headers() {
    let layer = RateLimitLayer::new(store(1), Everyone).respond(|rejection, parts| {
        let body = format!("{{\"path\":\"{}\",\"error\":\"{rejection}\"}}", parts.uri.path());
        let builder =
            Response::builder().status(rejection.status()).header("content-type", "application/json");
        builder.header("retry-after", "7").body(body).expect("a response")
    });
    let service = layer.layer(Calls::default().service());
    let _ = call(&service, get("/")).await;
    let denied = call(&service, get("/a")).await;
    assert_eq!(denied.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(denied.headers()["content-type"], "application/json");
    assert!(denied.body().starts_with(r#"{"path":"/a","error":"too many requests"#));
    let sent: Vec<_> = denied.headers().get_all("retry-after").iter().collect();
    assert_eq!(sent, ["7"], "what the function sets is kept");
    assert_eq!(denied.headers()["x-ratelimit-remaining"], "0");
}

/// A client is not to blame for a failure of the store: the response says nothing of its budget. Any body will do.
#[tokio::test]
async fn a_store_that_failed_and_is_closed_answers_503_with_any_body() {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Nothing;

    let origin = || Origin::Failure(Failure::Late, OnFailure::Closed);
    let store = Scripted::new(move |_, _| (Outcome::Denied, origin()));
    let layer = RateLimitLayer::new(store, Everyone).respond(|rejection, _| {
        assert!(matches!(rejection, Rejection::Unavailable(..)), "{rejection:?}");
        assert!(rejection.to_string().starts_with("the limit cannot be checked at present: try again in "));
        let mut response = Response::new(Nothing);
        *response.status_mut() = rejection.status();
        response
    });
    let inner = tower::service_fn(async |_: Request<String>| {
        Ok::<_, std::convert::Infallible>(Response::new(Nothing))
    });
    let response = tower::ServiceExt::oneshot(layer.layer(inner), get("/")).await.expect("a response");
    assert_eq!((response.status(), *response.body()), (StatusCode::SERVICE_UNAVAILABLE, Nothing));
    assert!(response.headers().contains_key("retry-after"));
    for name in ["ratelimit", "ratelimit-policy", "x-ratelimit-limit", "x-ratelimit-remaining"] {
        assert!(!response.headers().contains_key(name), "{name}");
    }
}

/// Denied in this process, on behalf of a store that failed, is denied by the limit.
#[tokio::test]
async fn a_store_that_failed_and_decides_in_process_answers_429() {
    let origin = || Origin::Failure(Failure::Late, OnFailure::InProcess);
    let store = Scripted::new(move |_, _| (Outcome::Denied, origin()));
    let service = RateLimitLayer::new(store, Everyone).layer(Calls::default().service());
    let response = call(&service, get("/")).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(response.headers().contains_key("ratelimit"));
}
