//! A service behind a limiter.

use core::{
    future::{Future, poll_fn},
    mem,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, request::Parts};
use ratelab_limiter::{Headers, Outcome};
use ratelab_store::{Answer, AsyncLimitStore};
use tokio::time::{Instant, sleep_until};
use tower_layer::Layer;
use tower_service::Service;

use crate::{
    key::{Key, KeyError},
    layer::RateLimitLayer,
    respond::{Rejection, Respond},
};

/// A service behind a limiter, made by [`RateLimitLayer`].
#[derive(Clone, Debug)]
pub struct RateLimit<I, S, K, R> {
    inner: I,
    layer: RateLimitLayer<S, K, R>,
}

impl<I, S: Clone, K: Clone, R: Clone> Layer<I> for RateLimitLayer<S, K, R> {
    type Service = RateLimit<I, S, K, R>;

    fn layer(&self, inner: I) -> Self::Service {
        RateLimit { inner, layer: self.clone() }
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
        let ready = mem::replace(&mut self.inner, clone);
        Box::pin(self.layer.clone().pass(ready, request))
    }
}

impl<S: AsyncLimitStore, K: Key, R> RateLimitLayer<S, K, R> {
    /// Asks the store, and then the service if the request is admitted.
    async fn pass<I, B, C>(self, mut ready: I, request: Request<B>) -> Result<Response<C>, I::Error>
    where
        I: Service<Request<B>, Response = Response<C>> + Clone,
        R: Respond<C>,
    {
        let (mut parts, body) = request.into_parts();
        let answer = match self.ask(&parts).await {
            Ok(answer) => answer,
            Err(error) => return Ok(self.respond.respond(Rejection::NoKey(&error), &parts)),
        };
        let headers = self.headers(&answer);
        if !answer.outcome.admits() {
            let rejection = match answer.is_unavailable() {
                true => Rejection::Unavailable(&answer, &headers),
                false => Rejection::Denied(&answer, &headers),
            };
            let response = self.respond.respond(rejection, &parts);
            return Ok(with_limit(response, answer, &headers));
        }
        if let Outcome::Delayed(nanoseconds) = answer.outcome {
            ready = ready_after(Duration::from_nanos(nanoseconds), ready).await?;
        }
        parts.extensions.insert(answer.clone());
        let response = ready.call(Request::from_parts(parts, body)).await?;
        Ok(with_limit(response, answer, &headers))
    }

    async fn ask(&self, parts: &Parts) -> Result<Answer, KeyError> {
        let key = self.key.key(parts)?;
        Ok(self.store.check_cost(&key, (self.cost)(parts)).await)
    }

    fn headers(&self, answer: &Answer) -> Headers {
        answer.headers(self.store.policy(), &self.name).expect("the name was checked when it was set")
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

/// Adds the headers and the answer to a response. If an inner layer has set its own, those are kept, except that
/// fields which list limits get one more entry.
fn with_limit<C>(mut response: Response<C>, answer: Answer, headers: &Headers) -> Response<C> {
    // Without a decision there is nothing to say about the budget.
    let fields =
        headers.fields().into_iter().filter(|(name, _)| !answer.is_unavailable() || *name == "Retry-After");
    add(response.headers_mut(), fields);
    if response.extensions().get::<Answer>().is_none() {
        response.extensions_mut().insert(answer);
    }
    response
}

fn add(map: &mut HeaderMap, fields: impl Iterator<Item = (&'static str, String)>) {
    let has_limit = map.contains_key("x-ratelimit-limit");
    for (name, value) in fields {
        let is_list = matches!(name, "RateLimit" | "RateLimit-Policy");
        if is_list || !(has_limit || map.contains_key(name)) {
            // Both are ASCII, so neither is ever refused.
            let field = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::try_from(value).ok());
            field.map(|(name, value)| map.append(name, value));
        }
    }
}
