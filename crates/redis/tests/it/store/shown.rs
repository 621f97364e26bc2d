// cargo add ratelab-limiter ratelab-redis
use ratelab_limiter::{AllOf, FixedWindow, Outcome, SECOND, SlidingWindowLog, TokenBucket};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = AllOf::new(vec![
        FixedWindow::new(60, 10 * SECOND)?.into(),
        TokenBucket::new(10, 10, 10 * SECOND)?.into(),
        SlidingWindowLog::new(10, 10 * SECOND)?.into(),
    ])?.in_order();
    let clients = ratelab_redis::Store::new(
        ratelab_redis::redis::Client::open("redis://127.0.0.1:6379")?,
        policy,
        ratelab_redis::OnFailure::InProcess, // or Open, or Closed
    )?
    .named("rl");

    let answer = clients.check_parts("everybody", &[b"", b"acme", b"ada"], 1);
    let left = answer.remaining;
    match answer.outcome {
        Outcome::Allowed => println!("allowed, with {left} left"),
        Outcome::Delayed(wait) => println!("admitted, starts in {wait} ns, with {left} left"),
        // None: it will never pass.
        Outcome::Denied => println!("429 Too Many Requests, Retry-After: {:?} ns", answer.retry_after),
    }
    Ok(())
}
