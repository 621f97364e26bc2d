// cargo add __CRATES__
use ratelab_limiter::{__USES__};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = __POLICY__;
    let clients = __CLIENTS__;

    let answer = __CHECK__;
    let left = answer.remaining;
    match answer.outcome {
        Outcome::Allowed => println!("allowed, with {left} left"),
        Outcome::Delayed(wait) => println!("admitted, starts in {wait} ns, with {left} left"),
        // None: it will never pass.
        Outcome::Denied => println!("429 Too Many Requests, Retry-After: {:?} ns", answer.retry_after),
    }
    Ok(())
}
