//! A service behind a limiter.

use core::{
    future::{Future, poll_fn},
    mem,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use std::sync::Arc;

use http::{HeaderMap, Request, Response, request::Parts};
use ratelab_limiter::{Headers, Outcome, SECOND};
use ratelab_store::{Answer, AsyncLimitStore};
use tokio::time::{Instant, sleep_until};
use tower_layer::Layer;
use tower_service::Service;

use crate::{
    dialect::{Fields, add_retry_after},
    key::{Key, KeyError},
    layer::RateLimitLayer,
    respond::{Rejection, Respond},
};

/// A service behind a limiter, made by [`RateLimitLayer`].
#[derive(Debug)]
pub struct RateLimit<I, S, K, R> {
    inner: I,
    /// Shared by all clones of this service, which servers make for each connection or request.
    layer: Arc<RateLimitLayer<S, K, R>>,
}

impl<I: Clone, S, K, R> Clone for RateLimit<I, S, K, R> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), layer: self.layer.clone() }
    }
}

impl<I, S: Clone, K: Clone, R: Clone> Layer<I> for RateLimitLayer<S, K, R> {
    type Service = RateLimit<I, S, K, R>;

    fn layer(&self, inner: I) -> Self::Service {
        RateLimit { inner, layer: Arc::new(self.clone()) }
    }
}

impl<I, S, K, R, B, C> Service<Request<B>> for RateLimit<I, S, K, R>
where
    I: Service<Request<B>, Response = Response<C>> + Clone + Send + 'static,
    I::Future: Send,
    S: AsyncLimitStore,
    K: Key,
    R: Respond<C>,
    B: Send + 'static,
    C: 'static,
{
    type Response = Response<C>;
    type Error = I::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<C>, I::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), I::Error>> {
        self.inner.poll_ready(context)
    }

    /// The service that was ready takes the request. Its clone, which may not be ready, waits for the next one.
    fn call(&mut self, request: Request<B>) -> Self::Future {
        let clone = self.inner.clone();
        let mut ready = mem::replace(&mut self.inner, clone);
        let layer = self.layer.clone();
        let (mut parts, body) = request.into_parts();
        // A block captures the parts where they are; an asynchronous function would store them twice.
        Box::pin(async move {
            let (key, cost) = match layer.charge(&parts) {
                Ok(charge) => charge,
                Err(error) => return Ok(layer.respond.respond(Rejection::NoKey(&error), &parts)),
            };
            let answer = layer.store.check_cost(&key, cost).await;
            match answer.outcome {
                Outcome::Denied => return Ok(layer.deny(&key, answer, &parts)),
                Outcome::Delayed(wait) => match layer.waiting.enter() {
                    Some(_place) => ready = ready_after(Duration::from_nanos(wait), ready).await?,
                    None => {
                        // If the store cannot give it back, the client has paid for nothing, as after any failure.
                        let _ = layer.store.refund(&key, cost).await;
                        return Ok(layer.turn_away(&key, answer, &parts));
                    }
                },
                Outcome::Allowed => {}
            }
            parts.extensions.insert(answer.clone());
            let mut response = ready.call(Request::from_parts(parts, body)).await?;
            layer.add_fields(&key, response.headers_mut(), &answer);
            Ok(with_answer(response, answer))
        })
    }
}

impl<S: AsyncLimitStore, K: Key, R> RateLimitLayer<S, K, R> {
    /// The client of a request, and what it pays.
    fn charge(&self, parts: &Parts) -> Result<(Vec<u8>, u32), KeyError> {
        let key = self.key.key(parts)?;
        Ok((key, (self.cost)(parts)))
    }

    /// The response to a request that the store denied. Without a decision there is nothing to say about the budget.
    fn deny<C>(&self, key: &[u8], answer: Answer, parts: &Parts) -> Response<C>
    where
        R: Respond<C>,
    {
        let headers = self.described(key, &answer);
        if answer.is_unavailable() {
            let response = self.reject(Rejection::Unavailable(&answer, &headers), headers.retry_after, parts);
            return with_answer(response, answer);
        }
        let mut response = self.reject(Rejection::Denied(&answer, &headers), headers.retry_after, parts);
        self.add_fields(key, response.headers_mut(), &answer);
        with_answer(response, answer)
    }

    /// The response to a request for which there is no place to wait. Those before it are served in the time that it
    /// would have waited.
    fn turn_away<C>(&self, key: &[u8], answer: Answer, parts: &Parts) -> Response<C>
    where
        R: Respond<C>,
    {
        let mut headers = self.described(key, &answer);
        headers.status = 503;
        headers.retry_after = Some(answer.outcome.delay().div_ceil(SECOND));
        let response = self.reject(Rejection::TooManyWaiting(&answer, &headers), headers.retry_after, parts);
        with_answer(response, answer)
    }

    fn reject<C>(&self, rejection: Rejection<'_>, retry_after: Option<u64>, parts: &Parts) -> Response<C>
    where
        R: Respond<C>,
    {
        let mut response = self.respond.respond(rejection, parts);
        add_retry_after(response.headers_mut(), retry_after);
        response
    }

    fn described(&self, key: &[u8], answer: &Answer) -> Headers {
        let policy = self.store.policy_of(key);
        answer.headers(policy, &self.fields.name).expect("the name was checked when it was set")
    }

    /// Adds the headers of the limiter. They are prepared for the policy of all keys without another one.
    fn add_fields(&self, key: &[u8], headers: &mut HeaderMap, answer: &Answer) {
        let policy = self.store.policy_of(key);
        if core::ptr::eq(policy, self.store.policy()) {
            self.fields.add(headers, answer);
        } else if let Ok(fields) = Fields::new(policy, &self.fields.name, &self.fields.dialects) {
            fields.add(headers, answer);
        }
    }
}

/// Waits for the delay, then for the service to be ready again. Until then it holds nothing of the service, such as
/// a permit of a concurrency limit. Dropping the future cancels the wait.
async fn ready_after<I, B>(delay: Duration, ready: I) -> Result<I, I::Error>
where
    I: Service<Request<B>> + Clone,
{
    let mut service = ready.clone();
    drop(ready);
    // A delay is at most 584 years, which fits every clock.
    sleep_until(Instant::now() + delay).await;
    poll_fn(|context| service.poll_ready(context)).await?;
    Ok(service)
}

/// Adds the answer to a response, unless an inner layer has.
fn with_answer<C>(mut response: Response<C>, answer: Answer) -> Response<C> {
    if response.extensions().get::<Answer>().is_none() {
        response.extensions_mut().insert(answer);
    }
    response
}
