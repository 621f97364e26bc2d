//! A real HTTP client, and what it must see of a service with ten requests for each client.

use std::{future::IntoFuture, net::SocketAddr};

use axum::body::{Body, to_bytes};
use http::Response;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use ratelab_limiter::{SECOND, TokenBucket};
use ratelab_service::routes::routes;
use ratelab_store::InProcess;
use tokio::net::TcpListener;

/// A period in which no test sees a token come back.
const LONG: u64 = 1_000 * 86_400 * SECOND;

/// A client of a service, which reuses its connections.
pub(crate) struct Browser {
    client: Client<HttpConnector, Body>,
    address: String,
}

impl Browser {
    /// A client of the service at `http://...`.
    pub(crate) fn new(address: String) -> Self {
        Self { client: Client::builder(TokioExecutor::new()).build_http(), address }
    }

    /// The response, with its whole text.
    pub(crate) async fn get(&self, path: &str) -> Response<String> {
        let uri = format!("{}{path}", self.address).parse().expect("an address");
        let (parts, body) = self.client.get(uri).await.expect("a response").into_parts();
        let bytes = to_bytes(Body::new(body), 1 << 20).await.expect("a body");
        Response::from_parts(parts, String::from_utf8(bytes.to_vec()).expect("text"))
    }
}

fn number(response: &Response<String>, header: &str) -> u64 {
    let value = response.headers().get(header).unwrap_or_else(|| panic!("{header} is missing"));
    value
        .to_str()
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("{header} is {value:?}"))
}

/// Ten requests in a thousand days pass, by turns at these addresses; no other does, at none of them.
pub(crate) async fn ten_pass(browsers: &[Browser], decider: &str) {
    for (index, browser) in (0..10).zip(browsers.iter().cycle()) {
        let response = browser.get("/").await;
        let left = 9 - index;
        assert_eq!(response.status(), 200);
        assert_eq!(*response.body(), format!("hello, you have {left} of 10 left, says {decider}\n"));
        assert_eq!(number(&response, "x-ratelimit-limit"), 10);
        assert_eq!(number(&response, "x-ratelimit-remaining"), left);
        assert!(!response.headers().contains_key("retry-after"));
    }
    for browser in browsers {
        is_refused(&browser.get("/").await);
        // An unknown path is limited, too, and the health check is not.
        assert_eq!(browser.get("/no/such/path").await.status(), 429);
        assert_eq!(browser.get("/healthz").await.body(), "healthy\n");
    }
}

/// One request comes back in a hundred days, less the time since the first.
fn is_refused(response: &Response<String>) {
    const DAY: u64 = 86_400;
    assert_eq!(response.status(), 429);
    let wait = number(response, "retry-after");
    assert!((99 * DAY..=100 * DAY).contains(&wait), "{wait}");
    assert_eq!(*response.body(), format!("too many requests: try again in {wait} seconds\n"));
    assert_eq!(number(response, "x-ratelimit-remaining"), 0);
    assert!(number(response, "x-ratelimit-reset") > 20_000 * DAY + 999 * DAY);
    assert_eq!(response.headers()["ratelimit-policy"], r#""default";q=10;w=86400000"#);
    let rate_limit = response.headers()["ratelimit"].to_str().expect("ASCII");
    let seconds = rate_limit.strip_prefix(r#""default";r=0;t="#).and_then(|text| text.parse().ok());
    assert!(seconds.is_some_and(|seconds: u64| (99 * DAY..=100 * DAY).contains(&seconds)), "{rate_limit}");
}

/// The routes of the example on a free port of this process.
async fn serve_here(limit: u64) -> Browser {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let policy = TokenBucket::new(limit, limit, LONG).expect("a policy");
    let routes = routes(InProcess::new(policy));
    let serving = axum::serve(listener, routes.into_make_service_with_connect_info::<SocketAddr>());
    tokio::spawn(serving.into_future());
    Browser::new(format!("http://{address}"))
}

#[tokio::test]
async fn ten_requests_pass_and_the_eleventh_is_answered_429() {
    ten_pass(&[serve_here(10).await], "this process").await;
}

#[tokio::test]
async fn a_search_costs_five() {
    let browser = serve_here(10).await;
    let found = browser.get("/search").await;
    assert_eq!(found.body(), "found nothing, you have 5 of 10 left, says this process\n");
    assert_eq!(browser.get("/").await.status(), 200);
    assert_eq!(browser.get("/search").await.status(), 429, "there are four left");
    assert_eq!(browser.get("/").await.headers()["x-ratelimit-remaining"], "3");
}

/// The metrics of the service, and a dashboard that asks for no others.
#[tokio::test]
async fn metrics_count_every_answer_and_the_dashboard_knows_their_names() {
    let browser = serve_here(1).await;
    for _ in 0..3 {
        browser.get("/").await;
    }
    let metrics = browser.get("/metrics").await.into_body();
    let counted = |outcome: &str| {
        let labels = format!(r#"limit="service",outcome="{outcome}",origin="in_process""#);
        let line = metrics.lines().find(|line| line.contains(&labels));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<u32>().ok()).unwrap_or(0)
    };
    // Other tests of this process count, too.
    assert!(counted("allowed") >= 1 && counted("denied") >= 2, "{metrics}");
    assert!(metrics.contains("ratelab_answer_seconds_bucket"), "{metrics}");
    let dashboard = include_str!("../../dashboards/grafana.json");
    let known = [
        "ratelab_answers_total",
        "ratelab_answer_seconds_bucket",
        "ratelab_redis_connections_total",
        "ratelab_redis_connection_failures_total",
        "ratelab_redis_connections_lost_total",
    ];
    for name in dashboard.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')) {
        assert!(!name.starts_with("ratelab_") || known.contains(&name), "{name}");
    }
}
