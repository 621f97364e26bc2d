//! Reasons word for word: the cause that is named is the one without which the result differs.

use crate::simulation::run;

/// Scenarios with their headline and reason.
const REASONS: [(&str, &str, &str); 18] = [
    // Servers, stores and clocks that make no difference are not the cause.
    (
        "lanes=fixed_window&traffic=10@9.5s; 10@10.1s&servers=2 round_robin down 50s..60s open",
        "The fixed window let 20 through in 0.6 s, twice its limit of 10.",
        "Each window has its own budget. One ended at 10 s, and the next started with a full budget. The same number \
         would get through with the store up.",
    ),
    (
        "lanes=fixed_window&traffic=10@9.5s; 10@10.1s&servers=2 sticky shared server 1 ahead 600ms",
        "The fixed window let 20 through in 0.6 s, twice its limit of 10.",
        "Each window has its own budget, and one ended within that time. The same number would get through with \
         correct clocks.",
    ),
    (
        "lanes=fixed_window&traffic=10 every 40ms from 9.5s; 10 every 40ms from 10.1s&servers=2 round_robin race 5ms \
         set",
        "The fixed window let 20 through in 0.96 s, twice its limit of 10.",
        "Each window has its own budget. One ended at 10 s, and the next started with a full budget. The same number \
         would get through in one atomic step: no two requests that it counts together came within 5 ms.",
    ),
    // With 10 in each of two states, or 10 in each of two windows, 20 pass.
    (
        "lanes=fixed_window&traffic=10@9.5s; 10@10.1s&servers=2 round_robin local",
        "The fixed window let 20 through in 0.6 s, twice its limit of 10.",
        "Each window has its own budget. One ended at 10 s, and the next started with a full budget. Each server \
         keeps its own count. Either alone would be enough. The same number would get through with a shared state.",
    ),
    (
        "lanes=sliding_window_counter&traffic=10@9.9s; 10@19.1s&servers=2 round_robin local",
        "The sliding window counter let 20 through in 9.2 s, twice its limit of 10.",
        "It counts the previous window as if its requests had been evenly spread. Each server keeps its own count. \
         Either alone would be enough. The same number would get through with a shared state.",
    ),
    // All members of an all-of are asked.
    (
        "lanes=all_of(fixed_window limit=1 key=everybody + gcra burst=1 amount=1)&traffic=20@0s",
        "Both limiters refused 19 of 20 requests.",
        "A request that one of them refuses is charged to none.",
    ),
    (
        "lanes=all_of(gcra burst=1 amount=1 + fixed_window limit=1 key=everybody)&traffic=20@0s",
        "Both limiters refused 19 of 20 requests.",
        "A request that one of them refuses is charged to none.",
    ),
    // Lanes are called by the options that make the difference.
    (
        "lanes=token_bucket, token_bucket initial=0&traffic=5@0s",
        "The limiters disagree on all 5 requests: the token bucket that begins full let 5 through, the token bucket \
         that begins empty none.",
        "Each holds up to 10 and refills 1 a second.",
    ),
    (
        "lanes=leaky_bucket_queue, leaky_bucket_queue max_wait=2s&traffic=10@0s",
        "The limiters disagree on 7 of 10 requests: the leaky bucket queue without a maximum wait let 10 through, the \
         leaky bucket queue with waits up to 2 s only 3.",
        "Each holds 10 and serves 1 a second.",
    ),
    (
        "limit=10/m&lanes=sliding_window_counter, sliding_window_counter count_denied=yes&traffic=12/m for 5m",
        "The limiters disagree on 40 of 60 requests: the sliding window counter that counts only admitted requests \
         let 50 through, the sliding window counter that counts denied requests only 10.",
        "Each allows an estimated 10 in any 60 s.",
    ),
    (
        "lanes=sliding_window_counter, sliding_window_counter rounding=exact&traffic=1/s for 2m",
        "The limiters disagree on 15 of 120 requests: the sliding window counter with rounding let 114 through, the \
         sliding window counter without rounding only 109.",
        "Each allows an estimated 10 in any 10 s.",
    ),
    // What can never pass is stated.
    (
        "limit=3/s&lanes=token_bucket&traffic=5@0s cost 5",
        "The token bucket denied 5 of 5 requests.",
        "The token bucket holds up to 3 and refills 3 a second. A request of cost 5 can never pass the token bucket: \
         its limit is 3.",
    ),
    // Advice can be followed: 11 cannot be divided by two, and random routing does not divide evenly.
    (
        "lanes=fixed_window&traffic=40 every 250ms&servers=2 round_robin local",
        "Two servers that share no state let 20 through where 10 were intended.",
        "Each keeps its own count, and every other request goes to the other. Share the state, or divide the limit by \
         two.",
    ),
    (
        "lanes=fixed_window limit=11&traffic=80 every 250ms&servers=2 round_robin local",
        "Two servers that share no state let 44 through where 22 were intended.",
        "Each keeps its own count, and every other request goes to the other. Share the state.",
    ),
    (
        "limit=1/s&lanes=sliding_window_log&traffic=poisson 15/10s for 20s&servers=3 random local",
        "Three servers that share no state let 23 through where 12 were intended.",
        "Each keeps its own count, and a request goes to any of them. Share the state.",
    ),
    // A difference of one per cent is not the headline.
    (
        "limit=100/m&lanes=fixed_window&traffic=99 every 100ms; 2@30s; 3@31s&servers=2 round_robin race 5ms set",
        "The fixed window let 101 through in 30 s, 1.01 times its limit of 100.",
        "Admitted requests are written 5 ms after the count is read.",
    ),
    (
        "lanes=layers(cdn: fixed_window limit=10 then app: fixed_window limit=50)&traffic=10@9.5s; 10@10.1s",
        "The layers let 20 through in 0.6 s, twice the CDN's limit of 10.",
        "Each window has its own budget. One ended at 10 s, and the next started with a full budget.",
    ),
    (
        "lanes=token_bucket, fixed_window&traffic=2@0s by a; 3@5s by b&groups=a 3, b",
        "Both limiters let all 5 requests through.",
        "No client sent more than 3 in any 10 s.",
    ),
];

#[test]
fn reasons_name_what_made_the_difference() {
    for (text, headline, reason) in REASONS {
        let run = run(text);
        let finding = run.finding().expect("it is done");
        assert_eq!([&*finding.headline, &*finding.reason], [headline, reason], "{text}");
    }
}
