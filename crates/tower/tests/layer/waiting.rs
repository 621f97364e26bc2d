//! A queue's delay is really waited, on a clock that the test moves; and the service behind is called only when it
//! is ready.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use ratelab_limiter::{LeakyBucketQueue, SECOND};
use ratelab_store::{Answer, InProcess};
use ratelab_tower::{Everyone, RateLimitLayer};
use tokio::{runtime::Handle, time::Instant};
use tower::{Layer, Service, ServiceExt, limit::ConcurrencyLimit, util::BoxCloneService};

use crate::calls::{Calls, Scripted, by_path, call, get};

/// ```text
///   decided            called
///      |------ 2.5 s ----|
/// ```
#[tokio::test(start_paused = true)]
async fn a_delayed_request_starts_when_its_turn_comes() {
    let calls = Calls::default();
    let service = RateLimitLayer::new(Scripted::delaying(2_500_000_000), by_path).layer(calls.service());
    let begun = Instant::now();
    let early = tokio::time::timeout(Duration::from_millis(2_499), call(&service, get("/later"))).await;
    assert!(early.is_err());
    assert_eq!(calls.count(), 0);

    let begun_again = Instant::now();
    let response = call(&service, get("/later")).await;
    assert_eq!(begun_again.elapsed(), Duration::from_millis(2_500));
    assert_eq!((response.status().as_u16(), calls.count()), (200, 1));
    assert!(!response.headers().contains_key("retry-after"));

    let _ = call(&service, get("/now")).await;
    assert_eq!(begun.elapsed(), Duration::from_millis(4_999), "no other request waits");
}

/// One starts at once and one more every ten seconds, as a queue in process decides.
#[tokio::test(start_paused = true)]
async fn a_queue_serves_at_its_rate() {
    let queue = LeakyBucketQueue::new(4, 1, 10 * SECOND).expect("a policy");
    let service = RateLimitLayer::new(InProcess::new(queue), Everyone).layer(Calls::default().service());
    for index in 0..4 {
        let begun = Instant::now();
        let response = call(&service, get("/")).await;
        let answer = response.extensions().get::<Answer>().expect("an answer");
        let delay = Duration::from_nanos(answer.outcome.delay());
        // Real time passes between the requests, which is why they wait a little less than ten seconds each.
        assert!(
            delay <= Duration::from_secs(index * 10)
                && delay + Duration::from_secs(5) > Duration::from_secs(index * 10)
        );
        // The clock of tokio counts milliseconds, and is never early.
        assert!(begun.elapsed() >= delay && begun.elapsed() < delay + Duration::from_millis(2), "{delay:?}");
    }
    assert_eq!(call(&service, get("/")).await.status(), 429);
}

#[tokio::test(start_paused = true)]
async fn the_longest_delay_is_no_trouble() {
    let service =
        RateLimitLayer::new(Scripted::delaying(u64::MAX), Everyone).layer(Calls::default().service());
    let waited = tokio::time::timeout(Duration::from_secs(86_400), call(&service, get("/"))).await;
    assert!(waited.is_err(), "it is still waiting");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_goes_away_leaves_nothing_behind() {
    let calls = Calls::default();
    let held = Arc::new(());
    let service = RateLimitLayer::new(Scripted::delaying(60 * SECOND), Everyone).layer(calls.service());
    for _ in 0..100 {
        let mut request = get("/");
        request.extensions_mut().insert(held.clone());
        let waiting = call(&service, request);
        assert!(tokio::time::timeout(Duration::from_secs(1), waiting).await.is_err());
    }
    assert_eq!(Arc::strong_count(&held), 1, "its request is gone");
    assert_eq!(Handle::current().metrics().num_alive_tasks(), 0, "nothing was spawned");
    tokio::time::advance(Duration::from_secs(3_600)).await;
    assert_eq!(calls.count(), 0);
}

/// Only one may run at once, and a request that waits for its turn does not run.
#[tokio::test(start_paused = true)]
async fn a_request_that_waits_holds_no_place() {
    let one_at_once = ConcurrencyLimit::new(Calls::default().service(), 1);
    let service = RateLimitLayer::new(Scripted::delaying(60 * SECOND), by_path).layer(one_at_once);
    let waiting = tokio::spawn({
        let service = service.clone();
        async move { call(&service, get("/later")).await }
    });
    tokio::task::yield_now().await;
    let begun = Instant::now();
    let soon = tokio::time::timeout(Duration::from_secs(1), call(&service, get("/now"))).await;
    assert_eq!(soon.expect("the queue is free").status(), 200);
    assert_eq!(begun.elapsed(), Duration::ZERO);
    assert_eq!(waiting.await.expect("a response").status(), 200);
    assert_eq!(begun.elapsed(), Duration::from_secs(60));
}

/// A service that breaks when it is called without having been asked whether it is ready. A clone has not been.
#[derive(Debug, Default)]
struct Strict {
    is_ready: bool,
}

impl Clone for Strict {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Service<Request<String>> for Strict {
    type Response = Response<String>;
    type Error = Infallible;
    type Future = Ready<Result<Response<String>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.is_ready = true;
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<String>) -> Self::Future {
        assert!(std::mem::take(&mut self.is_ready), "it was not ready");
        ready(Ok(Response::new(String::new())))
    }
}

#[tokio::test(start_paused = true)]
async fn the_service_that_was_ready_is_the_one_that_is_called() {
    let mut service = RateLimitLayer::new(Scripted::delaying(SECOND), by_path).layer(Strict::default());
    for path in ["/now", "/later", "/now", "/now"] {
        let response = service.ready().await.expect("ready").call(get(path)).await.expect("a response");
        assert_eq!(response.status(), 200, "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn errors_of_the_service_come_through() {
    let broken = tower::service_fn(async |_: Request<String>| Err::<Response<String>, _>("broken"));
    let service = RateLimitLayer::new(Scripted::delaying(SECOND), by_path).layer(broken);
    for path in ["/now", "/later"] {
        assert_eq!(service.clone().oneshot(get(path)).await.expect_err("an error"), "broken", "{path}");
    }
}

/// The requirements of frameworks: a service can be cloned, sent and boxed.
#[tokio::test]
async fn it_fits_into_a_box() {
    let service = RateLimitLayer::new(Scripted::delaying(SECOND), by_path).layer(Calls::default().service());
    let boxed: BoxCloneService<Request<String>, Response<String>, Infallible> = BoxCloneService::new(service);
    assert_eq!(call(&boxed, get("/now")).await.body(), "served");
}
