//! What a limiter would have counted, given what was really admitted.
//!
//! A limiter's state follows from what it admitted, and the log says what that was. So each answer is
//! judged by itself: after what was admitted before, which limits would have given it? A served request
//! needs a limit of at least so much, and one that was limited a limit below that. If all answers agree
//! with a limit, that limiter run on its own gives the same answers, one after the other.
//!
//! Where stamps leave open when in a second a request came, two tracks are followed, one for which as
//! much time as possible passed and one for as little. Requests of one stamp count as if those that were
//! limited came last. Each answer is still judged by itself: that there are instants for each does not
//! always mean that there are some for all at once. In small logs made to find such cases, less than one
//! in a hundred are.
//!
//! Each way to count is a state machine in a file of its own.

mod aligned;
mod begun;
mod bucket;
mod log;

use self::{aligned::AlignedWindows, begun::BegunWindows, bucket::Bucket, log::Log};
use super::shape::{Kind, Shape};
use crate::{Answer, Client, Traffic};

/// What an answer says about the limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) request: usize,
    pub(super) limited: bool,
    /// If served, the limit is at least this; if limited, it is below this.
    pub(super) bound: u64,
    /// It may depend on what was before the log, so it contradicts nothing.
    pub(super) uncertain: bool,
}

/// Passes what each answer to a client says about the limit of a shape to `visit`, until that returns `false`.
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

/// The end of the requests with the same stamp as one.
fn end_of_stamp(client: Client<'_>, from: usize) -> usize {
    from + client.times[from..].iter().take_while(|time| **time == client.times[from]).count()
}

/// A request, as the log has it.
#[derive(Clone, Copy)]
struct Request {
    /// Microseconds since the log began.
    time: u64,
    cost: u64,
    /// Whether it was answered by 429.
    limited: bool,
}

impl Request {
    /// What a limiter of this shape charged for it.
    fn charge(&self, shape: &Shape) -> u64 {
        if self.limited && !shape.count_denied { 0 } else { self.cost }
    }
}

/// What a request says about the limit.
#[derive(Clone, Copy)]
struct Bound {
    /// The least limit that admits it.
    limit: u64,
    /// Whether that may depend on what was before the log.
    uncertain: bool,
}

/// How a track reads stamps.
#[derive(Clone, Copy)]
struct Stamps {
    /// When the log begins, in nanoseconds since 1970.
    begin: u64,
    /// How much later than its stamp a request may have come, in microseconds.
    slack: u64,
    /// Whether as much time as possible passes from one request to the next, or as little.
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

/// The least cost that was limited in a window: a window without room for that has none for more.
#[derive(Clone, Copy, Default)]
struct LeastLimited(Option<u64>);

impl LeastLimited {
    fn add(&mut self, cost: u64) {
        self.0 = Some(self.0.map_or(cost, |least| least.min(cost)));
    }

    /// Whether a request of this cost has no room either.
    fn includes(&self, cost: u64) -> bool {
        self.0.is_some_and(|least| least <= cost)
    }
}

/// A limiter on its way through a client's requests, once for each way to read the stamps.
struct Tracks<'shape> {
    short: Track<'shape>,
    /// Only where stamps leave something open.
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

    /// What holds in both tracks.
    fn next(&mut self, request: Request) -> Bound {
        let short = self.short.next(&request);
        let Some(long) = &mut self.long else { return short };
        let long = long.next(&request);
        let limit = if request.limited { short.limit.max(long.limit) } else { short.limit.min(long.limit) };
        Bound { limit, uncertain: short.uncertain || long.uncertain }
    }
}

/// One way to count, and its state.
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

    /// What the next request says about the limit. Charges it as it was answered.
    fn next(&mut self, request: &Request) -> Bound {
        match self {
            Self::Bucket(bucket) => bucket.next(request),
            Self::Log(log) => log.next(request),
            Self::Begun(windows) => windows.next(request),
            Self::Aligned(windows) => windows.next(request),
        }
    }
}
