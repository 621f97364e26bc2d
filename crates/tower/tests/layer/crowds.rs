//! The number of requests that wait is bounded, over all clients, connections and services of a layer.

use std::{convert::Infallible, pin::Pin, time::Duration};

use http::{Request, Response, StatusCode};
use ratelab_limiter::{LeakyBucketQueue, Outcome, SECOND};
use ratelab_store::{Answer, InProcess, LimitStore};
use ratelab_tower::{RateLimitLayer, Rejection};
use tokio::time::{Instant, timeout};
use tower::{Layer, util::BoxCloneService};

use crate::calls::{Calls, Scripted, by_path, call, get};

type Waiting = Pin<Box<dyn Future<Output = Response<String>>>>;
type Limited = BoxCloneService<Request<String>, Response<String>, Infallible>;

/// A request that has begun to wait: polled once, and not finished.
async fn begun(service: &Limited, path: &str) -> Waiting {
    let (service, path) = (service.clone(), path.to_owned());
    let mut waiting: Waiting = Box::pin(async move { call(&service, get(&path)).await });
    assert!(timeout(Duration::ZERO, &mut waiting).await.is_err(), "it waits");
    waiting
}

#[tokio::test(start_paused = true)]
async fn one_too_many_gets_its_charge_back_and_503() {
    let calls = Calls::default();
    let store = Scripted::delaying(2_500_000_000);
    let layer = RateLimitLayer::new(store.clone(), by_path).cost(|_| 3).max_waiting(2);
    // Two services of one layer, as a router makes them for its routes.
    let [one, other] = [(); 2].map(|()| Limited::new(layer.layer(calls.service())));
    let waiting = [begun(&one, "/ada").await, begun(&other, "/grace").await];

    let begin = Instant::now();
    let refused = call(&one, get("/mary")).await;
    assert_eq!((refused.status(), begin.elapsed()), (StatusCode::SERVICE_UNAVAILABLE, Duration::ZERO));
    assert_eq!(refused.body(), "too many requests are waiting: try again in 3 seconds\n");
    assert_eq!(refused.headers()["retry-after"], "3");
    assert_eq!(refused.headers().len(), 2, "nothing about the budget, which is not the reason: {refused:?}");
    assert!(matches!(refused.extensions().get::<Answer>(), Some(answer) if answer.outcome.admits()));
    assert_eq!(store.refunds(), [(b"/mary".to_vec(), 3)]);

    assert_eq!(call(&one, get("/now")).await.status(), 200, "what need not wait has a place");
    for response in waiting {
        assert_eq!(response.await.status(), 200);
    }
    assert_eq!(calls.count(), 3);
    assert_eq!(call(&one, get("/mary")).await.status(), 200, "their places are free");
    assert_eq!(store.refunds().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_goes_away_frees_its_place() {
    let layer = RateLimitLayer::new(Scripted::delaying(SECOND), by_path).max_waiting(1);
    let service = Limited::new(layer.layer(Calls::default().service()));
    for _ in 0..3 {
        drop(begun(&service, "/ada").await);
    }
    let waiting = begun(&service, "/ada").await;
    assert_eq!(call(&service, get("/grace")).await.status(), 503);
    assert_eq!(waiting.await.status(), 200);
}

/// A queue of four per client, and places for three: the fourth finds the budget as if it had never come.
#[tokio::test(start_paused = true)]
async fn a_queue_in_process_takes_the_charge_back() {
    let store = InProcess::new(LeakyBucketQueue::new(5, 1, 1_000 * SECOND).expect("a policy"));
    let layer = RateLimitLayer::new(store.clone(), by_path).max_waiting(3);
    let service = Limited::new(layer.layer(Calls::default().service()));
    assert_eq!(call(&service, get("/ada")).await.status(), 200, "the first starts at once");
    let mut waiting = Vec::new();
    for _ in 0..3 {
        waiting.push(begun(&service, "/ada").await);
    }
    for _ in 0..10 {
        assert_eq!(call(&service, get("/ada")).await.status(), 503);
    }
    assert_eq!(
        call(&service, get("/grace")).await.status(),
        200,
        "another client's first request need not wait"
    );
    assert_eq!(call(&service, get("/grace")).await.status(), 503, "places are for all clients together");
    assert!(
        LimitStore::check_cost(&store, b"/ada", 1).outcome.admits(),
        "the fifth place of the queue is free"
    );
    assert_eq!(LimitStore::check_cost(&store, b"/ada", 1).outcome, Outcome::Denied);
}

#[tokio::test(start_paused = true)]
async fn no_place_at_all_turns_a_queue_into_a_limit() {
    let layer = RateLimitLayer::new(Scripted::delaying(SECOND), by_path)
        .respond(|rejection, _| {
            assert!(
                matches!(rejection, Rejection::TooManyWaiting(_, headers) if headers.status == 503),
                "{rejection:?}"
            );
            Response::new(rejection.to_string())
        })
        .max_waiting(0);
    let response = call(&layer.layer(Calls::default().service()), get("/")).await;
    assert_eq!(response.body(), "too many requests are waiting: try again in 1 second");
}

/// The default.
#[tokio::test(start_paused = true)]
async fn ten_thousand_wait_unless_another_number_is_set() {
    let layer = RateLimitLayer::new(Scripted::delaying(SECOND), by_path);
    let service = Limited::new(layer.layer(Calls::default().service()));
    let mut waiting = Vec::new();
    for _ in 0..10_000 {
        waiting.push(begun(&service, "/ada").await);
    }
    assert_eq!(call(&service, get("/ada")).await.status(), 503);
}
