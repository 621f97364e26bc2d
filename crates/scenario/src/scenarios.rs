//! The built-in scenarios, each as a text of the scenario language.

/// A scenario with a name, a question, and what to look at. Its lesson is in `findings/lessons`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name in links.
    pub name: &'static str,
    /// The question that it answers, as shown on its card.
    pub title: &'static str,
    /// A hint at what to look at.
    pub look_at: &'static str,
    /// The scenario.
    pub text: &'static str,
}

/// All built-in scenarios. The first is what a new visitor sees, and the first five show the most.
pub const BUILT_IN: [BuiltIn; 30] = [
    BuiltIn {
        name: "edge-burst",
        title: "Why do fixed windows leak?",
        look_at: "Ten requests before a window's edge and ten after it: the fixed window lets all twenty through.",
        text: "v=1&traffic=10@9.5s; 10@10.1s",
    },
    BuiltIn {
        name: "steady",
        title: "How wrong is the counter?",
        look_at: "One request a second under ten in ten seconds. Only the counter refuses any: one at every other \
            edge.",
        text: "v=1&traffic=1/s for 2m",
    },
    BuiltIn {
        name: "gps-dump",
        title: "Queue or bucket?",
        look_at: "Buffered GPS fixes arrive in bursts. The queue serves at most 3,000 a second.",
        text: "v=1&limit=3000/s&burst=5000&lanes=leaky_bucket_queue, token_bucket, sliding_window_log\
               &traffic=4000@0s; 2500@1s; 3200@2s; 6000@3s",
    },
    BuiltIn {
        name: "retry-storm",
        title: "What do retries do?",
        look_at: "Clients that share a key are denied and come back. Many of the requests that the limiters see are \
                  retries.",
        text: "v=1&limit=20/s&burst=20&traffic=poisson 30/s for 20s&retry=backoff 100ms max 2s attempts 6&seed=7",
    },
    BuiltIn {
        name: "partner-sla",
        title: "Which limiters keep the SLA?",
        look_at: "A batch of 100 comes every 58 s, under an SLA of 100 in any minute. Only two of seven enforce it.",
        text: "v=1&limit=100/m&traffic=burst 100 every 58s x5",
    },
    BuiltIn {
        name: "three-of-a-kind",
        title: "Which three are one?",
        look_at: "A token bucket, a meter and GCRA of one size never disagree.",
        text: "v=1&limit=10/s&burst=20&lanes=token_bucket, leaky_bucket_meter, gcra\
            &traffic=poisson 15/s for 30s&seed=5",
    },
    BuiltIn {
        name: "fifteen",
        title: "Why one more than the limit?",
        look_at: "The buckets get one token back in the first second, and let one more through than the windows.",
        text: "v=1&traffic=15 every 100ms",
    },
    BuiltIn {
        name: "app-open",
        title: "Can an app open at once?",
        look_at: "An app that opens sends six requests at once. A bucket of ten admits all; a window of five does not.",
        text: "v=1&limit=5/s&burst=10&traffic=6@0s; 1@100ms; 1@200ms",
    },
    BuiltIn {
        name: "five-in-parallel",
        title: "Do parallel calls get a 429?",
        look_at: "A page opens five connections every five seconds. All buckets of five take them; only the queue \
               makes them wait.",
        text: "v=1&limit=1/s&burst=5&lanes=token_bucket, leaky_bucket_meter, leaky_bucket_queue, sliding_window_log\
               &traffic=burst 5 every 5s x6",
    },
    BuiltIn {
        name: "begins-empty",
        title: "What if a bucket begins empty?",
        look_at: "Five requests at once, and five more after five seconds: for a full bucket, and for one that \
               begins empty.",
        text: "v=1&lanes=token_bucket, token_bucket initial=0&traffic=5@0s; 5@5s",
    },
    BuiltIn {
        name: "boundary-attack",
        title: "Can a client double its limit?",
        look_at: "A hundred requests come one second before a minute ends, and a hundred one second after.",
        text: "v=1&limit=100/m&traffic=100@59s; 100@61s",
    },
    BuiltIn {
        name: "shorter-windows",
        title: "Do shorter windows help?",
        look_at: "A hundred a minute, and the same as ten every six seconds. Short windows let less through at an \
               edge, and less of a burst.",
        text: "v=1&limit=100/m&lanes=fixed_window, fixed_window limit=10 window=6s&traffic=100@59s; burst 100 every \
               6s x11 from 1m",
    },
    BuiltIn {
        name: "dashboard-poll",
        title: "Does slow polling leak too?",
        look_at: "One request a second across a minute's edge: the fixed window has two budgets for them.",
        text: "v=1&limit=10/m&traffic=20 every 1s from 50s&start=12h",
    },
    BuiltIn {
        name: "late-poll",
        title: "Does one late poll matter?",
        look_at: "A dashboard polls exactly as often as it may, and one poll is late. The windows refuse one, the \
               buckets none.",
        text: "v=1&limit=10/m&traffic=9 every 6s; 1@60.5s; 50 every 6s from 1m",
    },
    BuiltIn {
        name: "forty-nine-and-a-half",
        title: "Is 49.5 below a limit of 50?",
        look_at: "The weighted count is 49.5 of 50, and one more makes 50.5. Rounded down it fits; compared exactly, \
               it does not.",
        text: "v=1&limit=50/m&lanes=sliding_window_counter, sliding_window_counter rounding=exact, sliding_window_log\
               &traffic=42@0s; 8@1m; 10@75s; 1@75s",
    },
    BuiltIn {
        name: "poisson-90",
        title: "Why deny below the limit?",
        look_at: "Random traffic below the limit is still denied: chance makes bursts.",
        text: "v=1&limit=10/s&traffic=poisson 9/s for 1m&seed=3",
    },
    BuiltIn {
        name: "poisson-110",
        title: "How much leaks under overload?",
        look_at: "Random traffic above the limit: how much more than the log does each let through?",
        text: "v=1&limit=10/s&traffic=poisson 11/s for 1m&seed=3",
    },
    BuiltIn {
        name: "overload",
        title: "Does a queue absorb overload?",
        look_at: "For ten seconds, five thousand requests a second come where three hundred are served. The queue \
               takes a burst of five hundred.",
        text: "v=1&limit=300/s&burst=500&lanes=leaky_bucket_queue, token_bucket, \
               sliding_window_log&traffic=5000/s for 10s",
    },
    BuiltIn {
        name: "heavy-and-light",
        title: "Which starve, heavy or light?",
        look_at: "Requests that cost five among requests that cost one: the heavy ones starve first.",
        text: "v=1&limit=20/10s&traffic=3/s for 1m; 1/3s for 1m cost 5",
    },
    BuiltIn {
        name: "flash-crowd",
        title: "What does a crowd get?",
        look_at: "A thousand clients, a few of them eager. Each has its own budget.",
        text: "v=1&limit=5/10s&traffic=ramp 10/s..400/s for 20s; poisson 400/s for 20s from 20s\
            &clients=1000 zipf 1.1&seed=11",
    },
    BuiltIn {
        name: "riders",
        title: "Log or counter for riders?",
        look_at: "A thousand of two million riders, each near its limit. The counter makes nearly the same decisions \
               as the log.",
        text: "v=1&limit=30/m&lanes=sliding_window_log, sliding_window_counter&traffic=poisson 500/s for \
               2m&clients=1000&seed=9",
    },
    BuiltIn {
        name: "three-retries",
        title: "Which retry gets through?",
        look_at: "Denied clients wait as long as Retry-After says. The reason compares it with a backoff, and with \
               retrying at once.",
        text: "v=1&limit=20/s&burst=20&traffic=poisson 30/s for 20s&retry=told attempts 6&seed=7",
    },
    BuiltIn {
        name: "two-servers",
        title: "Do two servers double the limit?",
        look_at: "The same requests with a shared state, and with a state on each of two servers.",
        text: "v=1&lanes=fixed_window state=shared, fixed_window, token_bucket state=shared, token_bucket\
               &traffic=80 every 250ms&servers=2 round_robin local",
    },
    BuiltIn {
        name: "the-101st-request",
        title: "Where does the 101st come from?",
        look_at: "Two requests come at once when one more fits. Both read the count before either writes it.",
        text: "v=1&limit=100/m&lanes=fixed_window state=shared, fixed_window, fixed_window state=race 5ms increment\
               &traffic=99 every 100ms; 2@30s; 3@31s&servers=2 round_robin race 5ms set",
    },
    BuiltIn {
        name: "sync-lag",
        title: "What does sync lag let in?",
        look_at: "Two servers sync what they admitted: always, every second, every five, never.",
        text: "v=1&lanes=fixed_window state=shared, fixed_window, fixed_window state=sync 5s, fixed_window state=local\
               &traffic=80 every 250ms&servers=2 round_robin sync 1s",
    },
    BuiltIn {
        name: "clock-ahead",
        title: "What if a clock is ahead?",
        look_at: "Two bursts around a window's edge, and a server for which both come after it.",
        text: "v=1&lanes=fixed_window, fixed_window state=shared, sliding_window_log&traffic=20@9.5s; 20@10.1s\
               &servers=2 round_robin local server 2 ahead 600ms",
    },
    BuiltIn {
        name: "store-down",
        title: "What if the store is down?",
        look_at: "For four seconds the store does not answer. Servers fail open, fail closed, or decide alone.",
        text: "v=1&lanes=fixed_window state=shared, fixed_window, fixed_window state=down 9s..13s closed, \
               fixed_window state=down 9s..13s local&traffic=40 every 400ms; 30@11s\
               &servers=2 round_robin down 9s..13s open",
    },
    BuiltIn {
        name: "four-layers",
        title: "Which of four layers refused?",
        look_at: "Each layer groups clients differently. A request that an inner layer denies is charged to the outer \
            ones.",
        text: "v=1&lanes=layers(cdn: fixed_window limit=60 key=everybody then gateway: token_bucket capacity=15 \
               amount=5 key=group then application: sliding_window_log then database: gcra burst=9 amount=20 \
               key=everybody), \
               all_of(fixed_window limit=60 key=everybody + token_bucket capacity=15 amount=5 key=group + \
               sliding_window_log + gcra burst=9 amount=20 key=everybody)\
               &traffic=1/s for 20s by mobile; 20@5s by batch; 15@16s by batch\
               &groups=mobile 2, batch",
    },
    BuiltIn {
        name: "free-and-pro",
        title: "What do free and pro get?",
        look_at: "Both send the same. Each is held to the limit of its tier.",
        text: "v=1&lanes=token_bucket, fixed_window, sliding_window_log&traffic=4/s for 30s by free; 4/s for 30s by pro\
               &groups=free, pro limit 50/10s",
    },
    BuiltIn {
        name: "app-and-cron",
        title: "Does cron starve the app?",
        look_at: "A job sends 300 at once while an app sends one now and then. Who pays if they share a budget?",
        text: "v=1&limit=20/m&lanes=token_bucket key=everybody, token_bucket, fixed_window key=everybody, fixed_window\
               &traffic=15 every 4s by app; 300@10s by cron",
    },
];
