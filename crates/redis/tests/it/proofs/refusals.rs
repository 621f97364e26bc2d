//! A policy that cannot be exact in doubles is refused, with the field and the reason; at the edge it is exact.

use ratelab_redis::plan::{Plan, Refusal};
use ratelab_redis_server::Server;

use crate::proofs::{
    decisions::compare,
    policies::described,
    random::Random,
    traffic::{KEYS, Traffic, beginning},
    wire::Caller,
};

/// The last policy that is accepted in each direction, and the first that is not, by a value of one field.
struct Edge {
    /// The policy, with `@` for the value.
    policy: &'static str,
    accepted: u64,
    refused: u64,
    field: &'static str,
    /// The allowed values in the refusal.
    reason: &'static str,
}

const fn edge(
    policy: &'static str,
    [accepted, refused]: [u64; 2],
    field: &'static str,
    reason: &'static str,
) -> Edge {
    Edge { policy, accepted, refused, field, reason }
}

/// A microsecond, in nanoseconds.
const US: u64 = 1_000;

/// Two windows and a time are together below 2^53 microseconds.
const LONGEST_WINDOW: [u64; 2] = [(1 << 51) * US, ((1 << 51) + 1) * US];

/// With a limit of 1000 a window is at most this many microseconds, because 1001 of it are at most 2^53.
const WINDOW_OF_1000: u64 = (1 << 53) / 1_001;

/// With one a day, a request is 86400000000 parts, and this many are at most 2^52.
const REQUESTS_OF_A_DAY: u64 = (1 << 52) / 86_400_000_000;

const WHOLE: &str = "a multiple of 1000 ns in Redis: its clock counts microseconds";
const LONG: &str = "at most 2251799813685248000 ns in Redis: its scripts count in integers below 2^53";
const FULL: &str = "at most 52124 requests in Redis: at this amount and period a request is 86400000000 parts, and a \
                    full bucket at most 2^52";

const EDGES: [Edge; 19] = [
    edge("fixed_window limit=10 window=@", [US, US - 1], "window", WHOLE),
    edge("sliding_window_log limit=10 window=@", [2 * US, 2 * US + 1], "window", WHOLE),
    edge("sliding_window_counter limit=10 window=@", [7 * US, 7 * US - 1], "window", WHOLE),
    edge("token_bucket refill=interval period=@", [US, US + 1], "period", WHOLE),
    edge("token_bucket created_at=@", [US, US + 1], "created_at", WHOLE),
    edge("fixed_window limit=4294967295 window=@", LONGEST_WINDOW, "window", LONG),
    edge("fixed_window limit=3 align=first count_denied=yes window=@", LONGEST_WINDOW, "window", LONG),
    edge("sliding_window_log limit=4294967295 window=@", LONGEST_WINDOW, "window", LONG),
    edge("sliding_window_counter limit=3 window=@", LONGEST_WINDOW, "window", LONG),
    edge(
        "sliding_window_counter limit=1000 count_denied=yes window=@",
        [WINDOW_OF_1000 * US, (WINDOW_OF_1000 + 1) * US],
        "window",
        "at most 8998201053687000 ns in Redis: its scripts count in integers below 2^53",
    ),
    edge(
        "sliding_window_counter limit=4294967295 rounding=exact align=first window=@",
        [(1 << 21) * US, ((1 << 21) + 1) * US],
        "window",
        "at most 2097152000 ns in Redis: its scripts count in integers below 2^53",
    ),
    edge(
        "token_bucket period=86400000000000 capacity=@",
        [REQUESTS_OF_A_DAY, REQUESTS_OF_A_DAY + 1],
        "capacity",
        FULL,
    ),
    edge("leaky_bucket_meter period=86400000000000 capacity=@", [52_124, 52_125], "capacity", FULL),
    edge("leaky_bucket_queue period=86400000000000 capacity=@", [52_124, 52_125], "capacity", FULL),
    edge("gcra period=86400000000000 burst=@", [52_124, 52_125], "burst", FULL),
    edge(
        "gcra burst=1 period=@",
        [(1 << 52) * US, (1 << 52) * US + US],
        "burst",
        "combined with a shorter period in Redis: at this amount and period a request is 4503599627370497 parts, and \
         a full bucket at most 2^52",
    ),
    edge(
        "leaky_bucket_queue capacity=1 amount=7 max_wait=1000000001 period=@",
        [1 << 52, (1 << 52) + 1],
        "capacity",
        "combined with a shorter period in Redis: at this amount and period a request is 4503599627370497 parts, and \
         a full bucket at most 2^52",
    ),
    edge(
        "token_bucket capacity=100 amount=7 refill=interval initial=9 period=@",
        [(1 << 52) / 15 * US, ((1 << 52) / 15 + 1) * US],
        "period",
        "at most 300239975158033000 ns in Redis: its scripts count in integers below 2^53",
    ),
    edge(
        "token_bucket initial=3 created_at=@",
        [((1 << 52) - 1) * US, (1 << 52) * US],
        "created_at",
        "at most 4503599627370495000 ns in Redis: its scripts count in integers below 2^53",
    ),
];

fn with(policy: &str, value: u64) -> String {
    policy.replace('@', &value.to_string())
}

#[test]
fn policies_that_cannot_be_exact_are_refused() {
    for Edge { policy, accepted, refused, field, reason } in &EDGES {
        let accepted = Plan::new(&described(&with(policy, *accepted)));
        assert!(accepted.is_ok(), "{policy}: {accepted:?}");
        let refusal = Plan::new(&described(&with(policy, *refused))).expect_err(policy);
        assert_eq!((refusal.field, refusal.allowed.as_str()), (*field, *reason), "{policy}");
        assert!(
            refusal.to_string().starts_with(&format!("{field} is {}", refusal.given)),
            "{policy}: {refusal}"
        );
    }
}

/// An all-of refuses a member as the member alone is refused.
#[test]
fn a_member_is_refused_as_it_would_be_alone() {
    let [good, bad] = ["gcra burst=1", "fixed_window window=1001"].map(described);
    let alone = Plan::new(&bad).expect_err("not whole");
    let all = ratelab_limiter::AllOf::new(vec![good, bad]).expect("members");
    assert_eq!(Plan::new(&all.clone().into()), Err(alone.clone()));
    assert_eq!(Plan::new(&all.in_order().into()), Err(alone));
}

/// A refusal is for a person to read.
#[test]
fn a_refusal_states_the_given_and_the_allowed_values() {
    let refusal: Refusal = Plan::new(&described("fixed_window window=1500")).expect_err("not whole");
    let text = "window is 1500 ns, but must be a multiple of 1000 ns in Redis: its clock counts microseconds";
    assert_eq!(refusal.to_string(), text);
}

#[test]
fn policies_at_the_edge_are_exact() {
    let Some(server) = Server::start() else { return };
    let (mut connection, mut random, mut decisions) = (server.connect(), Random(3_000), 0);
    for Edge { policy, accepted, .. } in &EDGES {
        let text = with(policy, *accepted);
        let policy = described(&text);
        for number in 0..20 {
            let clients: [String; KEYS] = std::array::from_fn(|key| format!("{number} {key} {text}"));
            let caller = Caller::new(policy.clone(), &clients);
            let mut traffic = Traffic::new(&policy, beginning(&mut random), number % 2 == 0);
            let expected: Vec<_> = (0..250).map(|_| traffic.next(&mut random)).collect();
            compare(&caller, &mut connection, &expected, &format!("seed 3000, run {number} of {text}"));
            decisions += expected.len();
        }
    }
    println!("{decisions} decisions at the bounds");
}
