//! Rate limits for tower, axum and other services built on them, on any store of `ratelab-store`.
//!
//! ```
//! # use std::convert::Infallible;
//! use core::time::Duration;
//! use http::{HeaderName, Request, Response, StatusCode};
//! use ratelab_limiter::TokenBucket;
//! use ratelab_store::InProcess;
//! use ratelab_tower::{Header, RateLimitLayer};
//! use tower::{Layer, ServiceExt, service_fn};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Ten at once, one more each minute.
//! let store = InProcess::new(TokenBucket::with_capacity(10).rate(1, Duration::from_secs(60))?);
//! let limit = RateLimitLayer::new(store, Header::new(HeaderName::from_static("x-api-key")))
//!     .named("api")?
//!     .cost(|parts| if parts.uri.path() == "/search" { 5 } else { 1 });
//! let service = limit.layer(service_fn(async |_: Request<String>| {
//!     Ok::<_, Infallible>(Response::new("found".to_owned()))
//! }));
//!
//! let search = Request::get("/search").header("x-api-key", "ada").body(String::new())?;
//! let found = service.clone().oneshot(search.clone()).await?;
//! assert_eq!(found.headers()["ratelimit-policy"], r#""api";q=10;w=600"#);
//! assert_eq!(found.headers()["x-ratelimit-remaining"], "5");
//!
//! service.clone().oneshot(search.clone()).await?;
//! let denied = service.clone().oneshot(search).await?;
//! assert_eq!(denied.status(), StatusCode::TOO_MANY_REQUESTS);
//! assert_eq!(denied.headers()["retry-after"], "300"); // until there are five again
//! # Ok(())
//! # }
//! ```
//!
//! # What happens to a request
//!
//! | the request | the client gets |
//! |---|---|
//! | is allowed | the response of the service, with the headers of the limiter |
//! | is delayed by a queue | the same, after the wait: the service is called when its turn comes |
//! | would have to wait, but [too many](RateLimitLayer::max_waiting) do | 503 with `Retry-After`, a line of text, and its charge back |
//! | is denied | 429 with all headers and a line of text |
//! | is not decided, because the store failed and is closed then | 503 with `Retry-After` and a line of text |
//! | has no [key](Key) | 400 and the reason; 500 if the server does not provide the peer's address |
//!
//! Headers are those of [`Headers`](ratelab_limiter::Headers); [`RateLimitLayer::headers`] chooses other
//! [dialects](Dialect). `RateLimit` and `RateLimit-Policy` are lists, to which every layer adds its limit. All others
//! are kept if the service has set them. [`RateLimitLayer::respond`] replaces the responses of the last four rows, and
//! [`RateLimitLayer::respond_with`] by [`ProblemJson`] or [`Grpc`].
//!
//! Scripts of a page on another origin can read these headers only if the response lists them in
//! `Access-Control-Expose-Headers`. For the default dialects its value is `Retry-After, RateLimit, RateLimit-Policy,
//! X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset`. Put the layer that sets it, such as `CorsLayer` of
//! `tower-http`, outside of this one, so that denied requests have it as well.
//!
//! The [`Answer`](ratelab_store::Answer) is an extension of the request and of the response, for handlers and for
//! layers that log: its origin is the state that decided, or the failure of the store. With several layers, the
//! response has the answer of the innermost one that decided.
//!
//! # Keys
//!
//! | key | the client is |
//! |---|---|
//! | [`PeerAddress`] | the address that opened the connection, as the server reports it |
//! | [`Forwarded`] | the address that called the outermost trusted proxy: trusted by number, or by [network](Network) |
//! | [`Header`] | the value of a header |
//! | [`Everyone`] | everyone: one budget for the service |
//! | a function, `\|parts: &Parts\| ...` | what it returns |
//!
//! Two layers with one store share its budgets where their keys are the same bytes.
//!
//! # What this crate does not do
//!
//! - It spawns nothing. A client that disconnects while its request waits ends the wait; the request stays charged.
//! - It does not read the body. A handler can charge a cost that depends on the body, on the same store.
//! - It does not hold the service behind it while a request waits, so that a concurrency limit there counts only
//!   running requests. When its turn has come, a request may have to wait for that limit.
//! - It does not authenticate proxies: allow only proxies to reach the service, or trust their [networks](Network).
//! - It has no `unsafe` code.

#![forbid(unsafe_code)]

mod address;
mod dialect;
mod forwarded;
mod grpc;
mod key;
mod layer;
mod network;
mod problem;
mod respond;
mod service;
mod waiting;

pub use address::PeerAddress;
pub use dialect::Dialect;
pub use forwarded::Forwarded;
pub use grpc::Grpc;
pub use key::{Everyone, Header, HeaderProblem, Key, KeyError};
pub use layer::RateLimitLayer;
pub use network::{Network, NetworkError};
pub use problem::ProblemJson;
pub use respond::{PlainText, Rejection, Respond};
pub use service::RateLimit;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
