//! Reasons word for word: the cause that is named is the one without which the result differs.

use crate::simulation::run;

/// Scenarios with their headline and reason.
const REASONS: [(&str, &str, &str); 39] = [
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
        "Each window has its own budget. One ended at 10 s, and the next started with a full budget. The same number \
         would get through with correct clocks.",
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
        "The token bucket denied all 5 requests.",
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
    // A clock alone is not enough, nor is it the whole of a reason.
    (
        "limit=10/10s&lanes=fixed_window&traffic=10@9900ms; 10@19100ms; 2@23963ms&seed=8&servers=2 sticky race 5ms set \
         server 1 ahead 600ms",
        "The fixed window let 20 through in 9.2 s, twice its limit of 10.",
        "Each window has its own budget. One ended at 10 s, and the next started with a full budget. Admitted requests \
         are written 5 ms after the count is read. Either alone would be enough. The same number would get through in \
         one atomic step with correct clocks.",
    ),
    // What an edge lets through is not intended.
    (
        "limit=20/s&lanes=fixed_window&traffic=20@950ms cost 5; 20@1010ms cost 5&servers=2 sticky local server 2 \
         behind 3s&seed=382",
        "Two servers whose clocks are 3 s apart let 4 through; with correct clocks, 8.",
        "The clock of server 2 is 3 s behind. With correct clocks, it would let requests worth 40 through in 60 ms, \
         twice its limit of 20.",
    ),
    // A queue starts one request and those that may be ahead of it.
    (
        "lanes=leaky_bucket_queue undelayed=1&traffic=15@0s",
        "The leaky bucket queue denied 5 of 15 requests.",
        "The leaky bucket queue holds 10 and serves 1 a second, and starts up to 2 at once. It made 8 requests wait, \
         up to 8 s.",
    ),
    // The lane that differs the most, not the loosest one.
    (
        "lanes=fixed_window state=down 2s..6s closed, gcra state=race 2s increment&traffic=40 every 250ms&servers=2 \
         round_robin local",
        "The limiters disagree on 13 of 40 requests: GCRA let 19 through, the fixed window only 10.",
        "GCRA allows 10 at once and 1 a second after that, and writes 2 s after it reads. The fixed window allows 10 \
         in each window of 10 s, and denies everything while the store is down, from 2 s to 6 s. The same number would \
         get through with the store up, or in one atomic step.",
    ),
    // By the clock of server 2, both bursts are in one window.
    (
        "limit=10/10s&lanes=fixed_window&traffic=10@9.5s; 10@10.1s&servers=2 round_robin local server 2 ahead 600ms",
        "The fixed window let 20 through in 0.6 s, twice its limit of 10.",
        "Each window has its own budget, and one ended within that time. Each server keeps its own count. Either alone \
         would be enough. The same number would get through with a shared state and correct clocks.",
    ),
    // Few decisions differ, and many are denied.
    (
        "limit=100/m&lanes=token_bucket, token_bucket capacity=101&traffic=289@0s",
        "The token bucket of 100 denied 189 of 289 requests, the token bucket of 101 only 188.",
        "The token bucket of 100 holds up to 100 and refills 100 every minute.",
    ),
    // The members of an all-of with one state are asked again.
    (
        "lanes=all_of(gcra burst=5 amount=1 period=3s + fixed_window limit=8), token_bucket&traffic=12@0s; 8@9s",
        "The limiters disagree on 10 of 20 requests: the token bucket let 18 through, the all-of only 8.",
        "The token bucket holds up to 10 and refills 1 a second. In the all-of, GCRA refused 12 of 20 requests, the \
         fixed window 5; 5 were refused by both.",
    ),
    (
        "lanes=all_of(gcra burst=5 amount=1 period=3s + fixed_window limit=8 key=everybody)&traffic=12@0s; 8@9s",
        "GCRA refused 12 of 20 requests, the fixed window 5; 5 were refused by both.",
        "A request that one of them refuses is charged to none.",
    ),
    (
        "lanes=all_of(fixed_window limit=4 key=group + fixed_window limit=4)&traffic=8@0s by app&groups=app 2, cron",
        "The fixed window by group refused 4 of 8 requests; the fixed window by client none.",
        "A request that one of them refuses is charged to none.",
    ),
    // Every limit is named.
    (
        "lanes=fixed_window, sliding_window_log limit=5, gcra burst=3&traffic=9@0s cost 41",
        "All 3 limiters denied all 9 requests.",
        "The fixed window allows 10 in each window of 10 s. A request of cost 41 can never pass any limiter: the \
         limits are 10, 5 and 3.",
    ),
    (
        "lanes=layers(fixed_window then gcra), fixed_window limit=50&traffic=9@0s cost 41",
        "The limiters disagree on 1 of 9 requests: the fixed window let 1 through, the layers none.",
        "The fixed window allows 50 in each window of 10 s. The layers allow what the fixed window and GCRA allow. A \
         request of cost 41 can never pass the layers: their limit is 10.",
    ),
    // The rule first, then the waits.
    (
        "lanes=leaky_bucket_queue&traffic=15@0s",
        "The leaky bucket queue denied 5 of 15 requests.",
        "The leaky bucket queue holds 10 and serves 1 a second. It made 9 requests wait, up to 9 s.",
    ),
    // What a store that is down denied.
    (
        "limit=10/10s&lanes=sliding_window_counter&traffic=20@3s by web; 200 every 400ms by app&groups=web limit 1/s, \
         app&servers=2 round_robin down 2s..3500ms closed",
        "Web was denied all 20, app 120 of its 200.",
        "The sliding window counter has a limit for each group, and denies everything while the store is down, from 2 \
         s to 3.5 s: for the group web it allows an estimated 1 in any 1 s; for the group app it allows an estimated \
         10 in any 10 s. While the store was down from 2 s to 3.5 s, all 24 requests that came were denied.",
    ),
    // A cause that is worth little is not named beside a large one.
    (
        "limit=22/8s&lanes=sliding_window_counter limit=11 rounding=exact&traffic=poisson 9/s for 9s; burst 9 every 2s \
         x5&servers=1 round_robin down 2s..6s open server 1 ahead 700ms",
        "With the store down from 2 s to 6 s, the sliding window counter let 72 through where 12 were intended.",
        "Meanwhile all 59 requests that came were admitted, and nothing was charged.",
    ),
    // Each clause is about what it follows.
    (
        "limit=4/3s&lanes=token_bucket amount=4 period=3s refill=interval initial=0&traffic=40 every 20ms&servers=2 \
         sticky local server 1 ahead 1s",
        "The token bucket denied all 40 requests.",
        "The token bucket holds up to 4 and refills 4 at the end of each 3 s on each server, and begins empty. The \
         same number would get through with correct clocks.",
    ),
    (
        "lanes=sliding_window_log count_denied=yes&traffic=30@0s by a; 9@1s&groups=a limit 5/s",
        "A was denied 25 of its 30, the others none.",
        "The sliding window log has a limit for each group: for the others it allows 10 in any 10 s, and also counts \
         denied requests; for the group a it allows 5 in any 1 s, and also counts denied requests.",
    ),
    (
        "lanes=leaky_bucket_queue max_wait=0s, leaky_bucket_queue&traffic=3@0s",
        "The limiters disagree on 2 of 3 requests: the leaky bucket queue without a maximum wait let 3 through, the \
         leaky bucket queue without waits only 1.",
        "Each holds 10 and serves 1 a second.",
    ),
    (
        "lanes=fixed_window state=race 0s set, fixed_window state=local&traffic=12@0s cost 3; 1@1s&servers=2 \
         round_robin local",
        "Two servers that share no state let 7 through where 4 were intended.",
        "Each keeps its own count, and every other request goes to the other. Share the state, or divide the limit by \
         two.",
    ),
    (
        "lanes=fixed_window count_denied=yes, fixed_window align=first&traffic=53 every 250ms&retry=after 3s attempts \
         4",
        "With the fixed window that counts denied requests with aligned windows and the fixed window that counts only \
         admitted requests with windows that begin with a request, 53 requests became 161 attempts, 3.04 per request.",
        "24 requests gave up in the end.",
    ),
    (
        "lanes=fixed_window&traffic=1@0s&servers=2 round_robin local",
        "The fixed window allowed the only request.",
        "No more than 1 came in any 10 s.",
    ),
    (
        "lanes=token_bucket&traffic=2@0s cost 4&clients=2&burst=40",
        "The token bucket let all 2 requests through.",
        "No client sent requests worth more than 4 in any 10 s.",
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
