//! A request through the tower layer, beside `tower_governor`: allowed, by address, with all headers.

use std::{
    convert::Infallible,
    future::{Future, Ready, ready},
    hint::black_box,
    net::{IpAddr, SocketAddr},
    pin::pin,
    task::{Context, Poll, Waker},
};

use axum::body::Body;
use http::{Request, Response};
use ratelab_limiter::{Gcra, SECOND};
use ratelab_store::InProcess;
use ratelab_tower::{PeerAddress, RateLimitLayer};
use tower::{Layer, Service};
use tower_governor::{
    GovernorError, GovernorLayer, governor::GovernorConfigBuilder, key_extractor::KeyExtractor,
};

use crate::{
    Outcome,
    report::Row,
    turns::{Turn, summary, take_turns, timed},
};

/// The only argument of a run that measures nothing else.
pub(crate) const WORD: &str = "layer";

const ROUNDS: usize = 101;
const REQUESTS: u32 = 20_000;
/// Each sends every 256th request.
const CLIENTS: u32 = 256;
/// More than a client sends.
const LIMIT: u32 = 1_000_000_000;

pub(crate) fn rows() -> Outcome<Vec<Row>> {
    let ours = RateLimitLayer::new(
        InProcess::new(Gcra::new(LIMIT.into(), LIMIT.into(), SECOND)?),
        PeerAddress::new(),
    );
    let mut ours = ours.layer(Empty);
    let theirs = GovernorConfigBuilder::default()
        .per_nanosecond(1)
        .burst_size(LIMIT)
        .key_extractor(Peer)
        .use_headers()
        .finish()
        .ok_or("tower_governor refuses its settings")?;
    let mut theirs = GovernorLayer::new(theirs).layer(Empty);
    let pairs = take_turns(ROUNDS, 0.0, |_| Ok(pass(&mut ours)), |_| Ok(pass(&mut theirs)))?;
    let turns = summary(&pairs);
    let (what, against) =
        ("an allowed request through the layer, five headers", "tower_governor, two headers");
    Ok(vec![Row::of_turns("layer/allowed".to_owned(), what, against, &turns, Some(1.0))])
}

/// The service behind both layers: an empty response.
#[derive(Clone)]
struct Empty;

impl Service<Request<String>> for Empty {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Ready<Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<String>) -> Self::Future {
        drop(black_box(request));
        ready(Ok(Response::new(Body::empty())))
    }
}

/// The key of their documentation, read from the extension that both sides get.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Peer;

impl KeyExtractor for Peer {
    type Key = IpAddr;

    fn extract<T>(&self, request: &Request<T>) -> Result<IpAddr, GovernorError> {
        let peer = request.extensions().get::<SocketAddr>();
        peer.map(SocketAddr::ip).ok_or(GovernorError::UnableToExtractKey)
    }
}

/// Passes requests, as a server does that has their heads and their peers.
fn pass<S>(service: &mut S) -> Turn
where
    S: Service<Request<String>, Response = Response<Body>, Error = Infallible>,
{
    timed(REQUESTS, || (0..REQUESTS).map(|index| u32::from(admits(service, request(index)))).sum())
}

fn request(index: u32) -> Request<String> {
    let mut request = Request::new(String::new());
    let address = IpAddr::from((0xc000_0200 + index % CLIENTS).to_be_bytes());
    request.extensions_mut().insert(SocketAddr::new(address, 4711));
    request
}

/// Nothing here ever waits.
fn admits<S>(service: &mut S, request: Request<String>) -> bool
where
    S: Service<Request<String>, Response = Response<Body>, Error = Infallible>,
{
    let mut context = Context::from_waker(Waker::noop());
    assert!(matches!(service.poll_ready(&mut context), Poll::Ready(Ok(()))), "it is ready");
    match pin!(service.call(request)).poll(&mut context) {
        Poll::Ready(Ok(response)) => black_box(response).status().is_success(),
        Poll::Pending => false,
    }
}
