//! Waiting until a request is admitted, on tokio's own clock.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use ratelab_limiter::{Decision, Gcra, Keyed, LeakyBucketQueue, Limiter, Outcome, Policy, SECOND};
use ratelab_store::{Answer, AsyncLimitStore, Failure, Origin, Throttle};
use tokio::time::Instant;

/// A store whose time is that of tokio.
#[derive(Clone)]
struct Timed {
    policy: Policy,
    begun: Instant,
    clients: Arc<Mutex<Keyed<Policy, Vec<u8>>>>,
    asked: Arc<Mutex<u32>>,
}

impl Timed {
    fn new(policy: impl Into<Policy>) -> Self {
        let policy = policy.into();
        let clients = Arc::new(Mutex::new(Keyed::new(policy.clone())));
        Self { policy, begun: Instant::now(), clients, asked: Arc::default() }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_nanos()).expect("a short time")
    }

    fn asked(&self) -> u32 {
        *self.asked.lock().expect("a count")
    }
}

impl AsyncLimitStore for Timed {
    fn policy(&self) -> &Policy {
        &self.policy
    }

    async fn check_cost(&self, key: &[u8], cost: u32) -> Answer {
        *self.asked.lock().expect("a count") += 1;
        let decision = self.clients.lock().expect("clients").check_cost(key, self.now(), cost);
        Answer { decision, origin: Origin::InProcess }
    }

    async fn peek(&self, _: &[u8], cost: u32) -> Answer {
        let decision: Decision = self.policy.peek(&self.policy.fresh(), 0, cost);
        Answer { decision, origin: Origin::InProcess }
    }

    async fn refund(&self, _: &[u8], _: u32) -> Result<(), Failure> {
        Ok(())
    }

    async fn reset(&self, _: &[u8]) -> Result<bool, Failure> {
        Ok(false)
    }
}

#[tokio::test(start_paused = true)]
async fn requests_start_at_the_rate() {
    let store = Timed::new(Gcra::new(2, 1, SECOND).expect("a policy"));
    let mut starts = Vec::new();
    for _ in 0..6 {
        store.until_allowed(b"api", 1, Duration::from_secs(60)).await.map(drop).expect("admitted");
        starts.push(store.begun.elapsed());
    }
    for (start, earliest) in starts.iter().zip([0, 0, 1, 2, 3, 4]) {
        assert!(*start >= Duration::from_secs(earliest), "{starts:?}");
        assert!(*start <= Duration::from_millis(earliest * 1_000 + 600), "{starts:?}");
    }
    assert!(store.asked() <= 6 + 4, "{} calls", store.asked());
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_would_be_too_long_ends_at_once() {
    let store = Timed::new(Gcra::new(1, 1, 10 * SECOND).expect("a policy"));
    store.until_allowed(b"api", 1, Duration::ZERO).await.map(drop).expect("admitted");
    let denied = store.until_allowed(b"api", 1, Duration::from_secs(9)).await.expect_err("too long");
    assert_eq!((denied.outcome, denied.retry_after), (Outcome::Denied, Some(10 * SECOND)));
    let never = store.until_allowed(b"api", 2, Duration::from_secs(3_600)).await.expect_err("never");
    assert_eq!(never.retry_after, None);
    assert_eq!(store.begun.elapsed(), Duration::ZERO);
    store.until_allowed(b"api", 1, Duration::from_secs(10)).await.map(drop).expect("within the wait");
}

#[tokio::test(start_paused = true)]
async fn a_queue_is_waited_for_once() {
    let store = Timed::new(LeakyBucketQueue::new(5, 1, SECOND).expect("a policy"));
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let (store, begun) = (store.clone(), Instant::now());
            tokio::spawn(async move {
                store.until_allowed(b"api", 1, Duration::from_secs(60)).await.map(drop).expect("admitted");
                begun.elapsed().as_secs()
            })
        })
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.push(task.await.expect("no panic"));
    }
    assert_eq!(waits, [0, 1, 2, 3]);
    assert_eq!(store.asked(), 4);
}

/// Tasks that wait for one client get the rate together, and do not all ask at each instant.
#[tokio::test(start_paused = true)]
async fn tasks_that_wait_together_share_the_rate() {
    let store = Timed::new(Gcra::new(1, 10, SECOND).expect("a policy"));
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.until_allowed(b"api", 1, Duration::from_secs(60)).await.is_ok() })
        })
        .collect();
    for task in tasks {
        assert!(task.await.expect("no panic"));
    }
    let took = store.begun.elapsed();
    assert!((Duration::from_millis(1_900)..Duration::from_millis(4_000)).contains(&took), "{took:?}");
}
