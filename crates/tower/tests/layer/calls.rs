//! A service that counts its calls, and stores that answer what a test wants.

use std::{
    convert::Infallible,
    future::{Future, ready},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use http::{Request, Response, request::Parts};
use ratelab_limiter::{Algorithm, Decision, Limiter, Outcome, Policy, SECOND, Settings};
use ratelab_store::{Answer, AsyncLimitStore, Failure, Origin};
use ratelab_tower::KeyError;
use tower::{Service, ServiceExt};

/// A duration in which no test sees a window end or a token come back.
pub(crate) const LONG: u64 = 1_000 * 86_400 * SECOND;

/// A policy of each algorithm that admits this many at once, and no more for a long time.
pub(crate) fn policy(algorithm: Algorithm, limit: u32) -> Policy {
    let (size, rate, time) = match algorithm {
        Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter => {
            ("limit", None, "window")
        }
        Algorithm::Gcra => ("burst", Some("amount"), "period"),
        _ => ("capacity", Some("amount"), "period"),
    };
    let settings =
        Settings::for_algorithm(algorithm).set(size, limit).and_then(|settings| settings.set(time, LONG));
    let settings = settings.and_then(|settings| match rate {
        Some(rate) => settings.set(rate, limit),
        None => Ok(settings),
    });
    settings.and_then(|settings| settings.policy()).expect("a policy")
}

/// How often a service was called.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<AtomicUsize>);

impl Calls {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    /// A service that does nothing but count.
    pub(crate) fn service(
        &self,
    ) -> impl Service<Request<String>, Response = Response<String>, Error = Infallible, Future: Send>
    + Clone
    + Send
    + 'static
    + use<> {
        let calls = self.0.clone();
        tower::service_fn(move |_: Request<String>| {
            calls.fetch_add(1, Ordering::SeqCst);
            ready(Ok(Response::new("served".to_owned())))
        })
    }
}

/// Calls a clone of a service once.
pub(crate) async fn call<S>(service: &S, request: Request<String>) -> Response<String>
where
    S: Service<Request<String>, Response = Response<String>, Error = Infallible> + Clone,
{
    service.clone().oneshot(request).await.expect("a response")
}

pub(crate) fn get(path: &str) -> Request<String> {
    Request::get(path).body(String::new()).expect("a request")
}

/// The head of a request with these header lines.
pub(crate) fn head(lines: &[(&str, &[u8])]) -> Parts {
    let builder =
        lines.iter().fold(Request::get("/"), |builder, (name, value)| builder.header(*name, *value));
    builder.body(()).expect("a request").into_parts().0
}

/// The path is the client.
pub(crate) fn by_path(parts: &Parts) -> Result<Vec<u8>, KeyError> {
    Ok(parts.uri.path().as_bytes().to_vec())
}

/// The decision about a key and a cost, and its origin.
type Script = dyn Fn(&[u8], u32) -> (Outcome, Origin) + Send + Sync;

/// Keys and amounts.
type Charges = Vec<(Vec<u8>, u32)>;

/// A store that answers what a function says of key and cost.
#[derive(Clone)]
pub(crate) struct Scripted {
    policy: Policy,
    answer: Arc<Script>,
    refunds: Arc<Mutex<Charges>>,
}

impl Scripted {
    pub(crate) fn new(answer: impl Fn(&[u8], u32) -> (Outcome, Origin) + Send + Sync + 'static) -> Self {
        Self {
            policy: policy(Algorithm::LeakyBucketQueue, 10),
            answer: Arc::new(answer),
            refunds: Arc::default(),
        }
    }

    /// The keys and amounts that were given back.
    pub(crate) fn refunds(&self) -> Charges {
        self.refunds.lock().expect("a lock").clone()
    }

    /// A store that delays everyone but the client `/now`.
    pub(crate) fn delaying(nanoseconds: u64) -> Self {
        Self::new(move |key, _| match key {
            b"/now" => (Outcome::Allowed, Origin::InProcess),
            _ => (Outcome::Delayed(nanoseconds), Origin::InProcess),
        })
    }
}

impl AsyncLimitStore for Scripted {
    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn check_cost(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send {
        let (outcome, origin) = (self.answer)(key, cost);
        let decision = Decision { outcome, ..self.policy.peek(&self.policy.fresh(), 0, cost) };
        ready(Answer { decision, origin })
    }

    fn peek(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send {
        self.check_cost(key, cost)
    }

    fn refund(&self, key: &[u8], amount: u32) -> impl Future<Output = Result<(), Failure>> + Send {
        self.refunds.lock().expect("a lock").push((key.to_vec(), amount));
        ready(Ok(()))
    }

    fn reset(&self, _: &[u8]) -> impl Future<Output = Result<bool, Failure>> + Send {
        ready(Ok(false))
    }
}
