//! The options of the example's command line, and its errors.

use ratelab_limiter::{Algorithm, Limiter};
use ratelab_service::options::{Options, USAGE};

fn read(line: &str) -> Result<Options, String> {
    let arguments: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
    Options::read(&arguments).map_err(|error| error.to_string())
}

fn policy(line: &str) -> Result<String, String> {
    read(line)?.policy().map(|policy| policy.to_string()).map_err(|error| error.to_string())
}

#[test]
fn every_option_has_a_default() {
    let options = read("").expect("options");
    assert_eq!((options.listen.as_str(), options.redis), ("127.0.0.1:8090", None));
    let preset =
        "token_bucket capacity=10 amount=10 period=10000000000 initial=10 refill=greedy created_at=0";
    assert_eq!(policy("").as_deref(), Ok(preset));
}

#[test]
fn every_limiter_can_be_chosen() {
    for algorithm in Algorithm::ALL {
        assert!(USAGE.contains(algorithm.name()), "--help does not list {algorithm}");
        let options = read(&format!("--limiter {algorithm} --limit 7/250ms")).expect("options");
        let policy = options.policy().expect("a policy");
        assert_eq!((policy.algorithm(), policy.limit()), (algorithm, 7));
        assert_eq!(policy.quotas()[0].window, Some(250_000_000), "{algorithm}");
    }
    let gcra = "gcra burst=3 amount=10 period=60000000000";
    assert_eq!(policy("--limiter gcra --limit 10/1m --burst 3").as_deref(), Ok(gcra));
}

#[test]
fn errors_name_the_option_the_given_value_and_the_allowed_ones() {
    for (line, sentence) in [
        (
            "--port 1",
            r#"an option is "--port", but must be one of --listen, --limit, --limiter, --burst, --redis"#,
        ),
        ("--burst", r#"--burst is "", but must be followed by a value"#),
        ("--burst -1", r#"--burst is "-1", but must be a whole number from 0 to 4294967295"#),
        ("--limit 10", r#"--limit is "10", but must be a count and a time, such as 10/10s"#),
        ("--limit 10/10", r#"--limit is "10/10", but must be a count and a time, such as 10/10s"#),
        ("--limit 10/10y", r#"--limit is "10/10y", but must be a count and a time, such as 10/10s"#),
        (
            "--limit 9/9999999999d",
            r#"--limit is "9/9999999999d", but must be a count and a time, such as 10/10s"#,
        ),
        ("--limit x/1s", r#"--limit is "x", but must be a whole number from 0 to 4294967295"#),
        ("--limit 0/1s", "capacity is 0, but must be from 1 to 4294967295 requests"),
    ] {
        assert_eq!(policy(line), Err(sentence.to_owned()), "{line}");
    }
    // These sentences are the core's own.
    for (line, word) in [("--limiter bucket", "token_bucket"), ("--limiter fixed_window --burst 3", "window")]
    {
        assert!(policy(line).expect_err(line).contains(word), "{line}");
    }
}
