//! Open-loop load: requests are sent at a fixed rate, whether or not earlier ones have been answered. Clients that wait
//! for answers send less while a store is slow, which hides what a slow store does.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use ratelab_redis::AsyncStore;
use ratelab_store::{Answer, Origin};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};

/// One answered request.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) sent: Instant,
    pub(crate) took: Duration,
    pub(crate) key: usize,
    pub(crate) answer: Answer,
}

impl Sample {
    pub(crate) fn is_remote(&self) -> bool {
        self.answer.origin == Origin::Remote
    }
}

/// A load that runs until it is finished.
pub(crate) struct Load {
    runtime: Runtime,
    sending: JoinHandle<()>,
    is_over: Arc<AtomicBool>,
    samples: Arc<Mutex<Vec<Sample>>>,
}

impl Load {
    /// Starts to send requests at a rate to these keys in turn.
    pub(crate) fn start(store: &AsyncStore, a_second: u32, keys: &[String]) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let (is_over, samples) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let sending = runtime.spawn(send(
            store.clone(),
            Duration::from_secs(1) / a_second,
            keys.to_vec(),
            Arc::clone(&is_over),
            Arc::clone(&samples),
        ));
        Self { runtime, sending, is_over, samples }
    }

    /// Runs for a while. The load itself measures the time, so that a slow machine runs for longer.
    pub(crate) fn run_for(&self, duration: Duration) {
        let end = Instant::now() + duration;
        ratelab_redis_server::wait_for("the load to go on", || {
            let samples = self.samples.lock().expect("samples");
            samples.last().is_some_and(|sample| sample.sent >= end).then_some(())
        });
    }

    /// Waits until a sample is as expected.
    pub(crate) fn wait_for(&self, what: &str, is_expected: impl Fn(&Sample) -> bool) {
        let begun = Instant::now();
        ratelab_redis_server::wait_for(what, || {
            let samples = self.samples.lock().expect("samples");
            samples
                .iter()
                .rev()
                .take(50)
                .any(|sample| sample.sent >= begun && is_expected(sample))
                .then_some(())
        });
    }

    /// The answers, in the order in which the requests were sent.
    pub(crate) fn finish(self) -> Vec<Sample> {
        self.is_over.store(true, Ordering::Relaxed);
        self.runtime.block_on(self.sending).expect("all answers");
        let mut samples = std::mem::take(&mut *self.samples.lock().expect("samples"));
        samples.sort_by_key(|sample| sample.sent);
        samples
    }
}

async fn send(
    store: AsyncStore,
    every: Duration,
    keys: Vec<String>,
    is_over: Arc<AtomicBool>,
    samples: Arc<Mutex<Vec<Sample>>>,
) {
    let mut ticks = interval(every);
    // A late tick is made up for: the load is open.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut calls = Vec::new();
    let mut number = 0;
    while !is_over.load(Ordering::Relaxed) {
        ticks.tick().await;
        let key = number % keys.len();
        number += 1;
        let (store, name, samples) = (store.clone(), keys[key].clone(), Arc::clone(&samples));
        calls.push(tokio::spawn(async move {
            let sent = Instant::now();
            let answer = store.check(name).await;
            let sample = Sample { sent, took: sent.elapsed(), key, answer };
            samples.lock().expect("samples").push(sample);
        }));
    }
    for call in calls {
        call.await.expect("an answer");
    }
}

/// The time from an instant until the first request from which on the server decided nearly all. On a machine that does
/// other things, a call is late now and then.
pub(crate) fn recovery(samples: &[Sample], from: Instant) -> Duration {
    let mut failed = 0;
    let mut recovered_at = None;
    for (later, sample) in samples.iter().rev().take_while(|sample| sample.sent >= from).enumerate() {
        failed += usize::from(!sample.is_remote());
        if sample.is_remote() && failed * 20 <= later {
            recovered_at = Some(sample.sent);
        }
    }
    recovered_at.map_or(Duration::MAX, |instant| instant - from)
}
