//! The routes, on any store.

use std::{net::SocketAddr, sync::LazyLock};

use axum::{
    Extension, Router,
    extract::{ConnectInfo, Request},
    http::request::Parts,
    middleware::{Next, from_fn},
    response::Response,
    routing::get,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use ratelab_store::{Answer, AsyncLimitStore, Observed, Origin};
use ratelab_tower::{PeerAddress, RateLimitLayer};

/// The metrics of this process. They are counted from the first use on.
static METRICS: LazyLock<PrometheusHandle> = LazyLock::new(|| {
    let buckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5];
    let builder = PrometheusBuilder::new().set_buckets(&buckets).expect("buckets");
    builder.install_recorder().expect("no other recorder")
});

/// Two routes with one budget for each client, and two that are not limited.
pub fn routes<S: AsyncLimitStore>(store: S) -> Router {
    // axum passes the peer's address in a separate extension.
    let peer = PeerAddress::read_by(|extensions| Some(extensions.get::<ConnectInfo<SocketAddr>>()?.0.ip()));
    LazyLock::force(&METRICS);
    let limit = RateLimitLayer::new(Observed::with_metrics(store, "service"), peer).cost(cost);
    Router::new()
        .route("/", get(hello))
        .route("/search", get(search))
        // The routes above are limited, and so is a path that does not exist.
        .layer(limit)
        .layer(from_fn(complain))
        .route("/healthz", get(async || "healthy\n"))
        .route("/metrics", get(async || METRICS.render()))
}

/// A search is as much work as five greetings.
fn cost(parts: &Parts) -> u32 {
    if parts.uri.path() == "/search" { 5 } else { 1 }
}

async fn hello(Extension(answer): Extension<Answer>) -> String {
    format!("hello, {}\n", budget(&answer))
}

async fn search(Extension(answer): Extension<Answer>) -> String {
    format!("found nothing, {}\n", budget(&answer))
}

fn budget(answer: &Answer) -> String {
    let decider = match &answer.origin {
        Origin::Remote | Origin::DenyCache => "Redis",
        Origin::InProcess => "this process",
        Origin::Failure(..) => "this process while Redis does not answer",
    };
    format!("you have {} of {} left, says {decider}", answer.remaining, answer.limit)
}

/// Logs every decision that Redis did not make.
async fn complain(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if let Some(Origin::Failure(failure, _)) =
        response.extensions().get().map(|answer: &Answer| &answer.origin)
    {
        eprintln!("{failure}");
    }
    response
}
