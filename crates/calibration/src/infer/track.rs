//! The counts of a limiter, given the requests that were admitted.
//!
//! The state of a limiter follows from the requests it admitted, which the log has. So each answer is judged
//! individually: after the requests admitted before, which limits would have given it? A served request implies a lower
//! bound of the limit, a limited one an upper bound. If all answers agree with a limit, that limiter gives the same
//! answers when run on its own.
//!
//! If timestamps have slack, two tracks are followed, one in which as much time as possible passed and one in which as
//! little. Requests with one timestamp count as if the limited ones came last. Each answer is still judged
//! individually: even if there are instants for each, there may be none for all at once. This is the case for less than
//! one in a hundred of small logs designed to find such cases.
//!
//! Each way of counting is a state machine in its own file.

mod aligned;
mod begun;
mod bucket;
mod log;

use self::{aligned::AlignedWindows, begun::BegunWindows, bucket::Bucket, log::Log};
use super::shape::{Kind, Shape};
use crate::{Answer, Client, Traffic};

/// The bound on the limit that an answer implies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) request: usize,
    pub(super) limited: bool,
    /// If served, the limit is at least this; if limited, it is below this.
    pub(super) bound: u64,
    /// Whether it may depend on requests before the log, so that it contradicts nothing.
    pub(super) uncertain: bool,
}

/// Passes the bound implied by each answer to a client to `visit`, until that returns `false`.
pub(super) fn follow(
    traffic: &Traffic,
    client: Client<'_>,
    shape: &Shape,
    visit: &mut dyn FnMut(Seen) -> bool,
) {
    let mut tracks = Tracks::new(shape, traffic, client);
    let mut order = Vec::new();
    let mut from = 0;
    while from < client.times.len() {
        let to = if traffic.slack() == 0 { from + 1 } else { end_of_stamp(client, from) };
        order.clear();
        order.extend((from..to).filter(|request| client.answer(*request) != Answer::Limited));
        order.extend((from..to).filter(|request| client.answer(*request) == Answer::Limited));
        for request in order.drain(..) {
            let (cost, answer) = (u64::from(client.cost(request)), client.answer(request));
            if cost == 0 {
                continue;
            }
            let limited = answer == Answer::Limited;
            let Bound { limit: bound, uncertain } =
                tracks.next(Request { time: client.times[request], cost, limited });
            if answer != Answer::Unknown && !visit(Seen { request, limited, bound, uncertain }) {
                return;
            }
        }
        from = to;
    }
}

/// The end of the requests with the same timestamp.
fn end_of_stamp(client: Client<'_>, from: usize) -> usize {
    from + client.times[from..].iter().take_while(|time| **time == client.times[from]).count()
}

/// A request of the log.
#[derive(Clone, Copy)]
struct Request {
    /// Microseconds since the log began.
    time: u64,
    cost: u64,
    /// Whether it was answered with 429.
    limited: bool,
}

impl Request {
    /// The cost that a limiter of this shape charged for it.
    fn charge(&self, shape: &Shape) -> u64 {
        if self.limited && !shape.count_denied { 0 } else { self.cost }
    }
}

/// The bound that a request implies.
#[derive(Clone, Copy)]
struct Bound {
    /// The smallest limit that admits it.
    limit: u64,
    /// Whether it may depend on requests before the log.
    uncertain: bool,
}

/// How a track interprets timestamps.
#[derive(Clone, Copy)]
struct Stamps {
    /// The start of the log, in nanoseconds since 1970.
    begin: u64,
    /// How much later than its timestamp a request may have arrived, in microseconds.
    slack: u64,
    /// Whether as much time as possible passes between requests, or as little.
    is_long: bool,
}

impl Stamps {
    /// A time of the log, in nanoseconds since 1970.
    fn instant(&self, time: u64) -> u64 {
        self.begin + time * 1000
    }

    /// The slack, in nanoseconds.
    fn slack_nanoseconds(&self) -> u64 {
        self.slack * 1000
    }
}

/// The smallest cost that was limited in a window: it cannot admit a higher one either.
#[derive(Clone, Copy, Default)]
struct LeastLimited(Option<u64>);

impl LeastLimited {
    fn add(&mut self, cost: u64) {
        self.0 = Some(self.0.map_or(cost, |least| least.min(cost)));
    }

    /// Whether a request of this cost would be limited too.
    fn includes(&self, cost: u64) -> bool {
        self.0.is_some_and(|least| least <= cost)
    }
}

/// The state of a limiter while it processes a client's requests, for each interpretation of the timestamps.
struct Tracks<'shape> {
    short: Track<'shape>,
    /// Only if timestamps have slack.
    long: Option<Track<'shape>>,
}

impl<'shape> Tracks<'shape> {
    fn new(shape: &'shape Shape, traffic: &Traffic, client: Client<'_>) -> Self {
        let slack = traffic.slack().into();
        let first_budget =
            if shape.is_bucket() { bucket::least_first_budget(shape, slack, client) } else { 0 };
        let track =
            |is_long| Track::new(shape, Stamps { begin: traffic.instant(0), slack, is_long }, first_budget);
        Self { short: track(false), long: (slack > 0).then(|| track(true)) }
    }

    /// The bound that holds in both tracks.
    fn next(&mut self, request: Request) -> Bound {
        let short = self.short.next(&request);
        let Some(long) = &mut self.long else { return short };
        let long = long.next(&request);
        let limit = if request.limited { short.limit.max(long.limit) } else { short.limit.min(long.limit) };
        Bound { limit, uncertain: short.uncertain || long.uncertain }
    }
}

/// One way of counting, and its state.
enum Track<'shape> {
    Bucket(Bucket<'shape>),
    Log(Log<'shape>),
    Begun(BegunWindows<'shape>),
    Aligned(AlignedWindows<'shape>),
}

impl<'shape> Track<'shape> {
    fn new(shape: &'shape Shape, stamps: Stamps, first_budget: i64) -> Self {
        match shape.kind {
            Kind::Bucket => Self::Bucket(Bucket::new(shape, stamps, first_budget)),
            Kind::Log => Self::Log(Log::new(shape, stamps)),
            Kind::FixedFromFirst => Self::Begun(BegunWindows::new(shape, stamps)),
            Kind::Fixed | Kind::CounterDown | Kind::CounterExact => {
                Self::Aligned(AlignedWindows::new(shape, stamps))
            }
        }
    }

    /// The bound implied by the next request. Charges it according to its answer.
    fn next(&mut self, request: &Request) -> Bound {
        match self {
            Self::Bucket(bucket) => bucket.next(request),
            Self::Log(log) => log.next(request),
            Self::Begun(windows) => windows.next(request),
            Self::Aligned(windows) => windows.next(request),
        }
    }
}
