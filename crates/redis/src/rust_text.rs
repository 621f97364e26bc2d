//! A policy as the Rust that makes it: `TokenBucket::new(10, 1, SECOND)?`.

use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND, Settings, Value};

/// The Rust that makes a policy, to be read and pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustText {
    /// An expression in a function that may fail.
    pub expression: String,
    /// What it needs of `ratelab_limiter`, sorted.
    pub uses: Vec<String>,
}

impl RustText {
    /// The Rust that makes this policy.
    pub fn of(policy: &Policy) -> Self {
        let expression = match policy {
            Policy::AllOf(all) => joined(policy.algorithm(), all.members()),
            one => constructed(&one.settings()),
        };
        let uses = names_in(&expression);
        Self { expression, uses }
    }
}

fn joined(algorithm: Algorithm, members: &[Policy]) -> String {
    let lines: String =
        members.iter().map(|member| format!("    {}.into(),\n", constructed(&member.settings()))).collect();
    let order = if algorithm == Algorithm::Layers { ".in_order()" } else { "" };
    format!("AllOf::new(vec![\n{lines}])?{order}")
}

/// What a constructor takes stands first among the settings, up to a length of time; then come options.
fn constructed(settings: &Settings) -> String {
    let values = settings.values();
    let length = values.iter().position(|(name, _)| matches!(*name, "window" | "period"));
    let (given, options) = values.split_at(length.map_or(0, |place| place + 1));
    let told: Vec<String> = given.iter().map(|(name, value)| number(name, value)).collect();
    let name = type_name(settings.algorithm());
    let made = match settings.get("refill") {
        Some(Value::Word(word)) if word == "interval" => {
            format!("{name}::with_refill(Refill::Interval, {})?", told.join(", "))
        }
        _ => format!("{name}::new({})?", told.join(", ")),
    };
    let options = options.iter().filter_map(|(name, value)| option(settings, name, value));
    made + &options.collect::<String>()
}

/// A method that sets an option; none where it is as it would be without.
fn option(settings: &Settings, name: &str, value: &Value) -> Option<String> {
    match (name, value.to_string().as_str()) {
        ("align", "first") => Some(".align(Align::First)".to_owned()),
        ("rounding", "exact") => Some(".rounding(Rounding::Exact)".to_owned()),
        ("count_denied", "yes") => Some(".count_denied(true)".to_owned()),
        ("initial", _) if Some(value) != settings.get("capacity") => {
            Some(format!(".initial({})?", number(name, value)))
        }
        ("created_at" | "undelayed", "0") => None,
        ("created_at", _) => Some(format!(".created_at({})", number(name, value))),
        ("undelayed", _) => Some(format!(".undelayed({})?", number(name, value))),
        ("max_wait", _) => Some(format!(".max_wait(Some({}))?", number(name, value))),
        _ => None,
    }
}

/// `token_bucket` is `TokenBucket`.
fn type_name(algorithm: Algorithm) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    algorithm.name().split('_').map(capital).collect()
}

/// A number as a program has it; a length of time in seconds, if it is a whole number of them.
fn number(name: &str, value: &Value) -> String {
    let is_time = matches!(name, "window" | "period" | "created_at" | "max_wait");
    match value {
        Value::Number(number) if is_time && *number == i128::from(SECOND) => "SECOND".to_owned(),
        Value::Number(number) if is_time && *number > 0 && number % i128::from(SECOND) == 0 => {
            format!("{} * SECOND", grouped(&(number / i128::from(SECOND)).to_string()))
        }
        other => grouped(&other.to_string()),
    }
}

/// `1_000_000`
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// Types and constants begin with a capital, unless they are variants of a type.
fn names_in(expression: &str) -> Vec<String> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut names = Vec::new();
    for word in expression.split(|character: char| !is_part(character) && character != ':') {
        let name = word.split("::").next().unwrap_or(word);
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase()) && name != "Some";
        if is_name && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use ratelab_limiter::{
        Align, AllOf, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, PolicyError, Refill, Rounding,
        SlidingWindowCounter, SlidingWindowLog, TokenBucket,
    };

    use super::*;

    fn squeezed(text: &str) -> String {
        text.split_whitespace().collect::<String>().replace(",]", "]")
    }

    /// The compiler reads each of these, so the text is what it reads.
    macro_rules! is_its_own_text {
        ($($made:expr),* $(,)?) => {
            $(assert_eq!(squeezed(&RustText::of(&Policy::from($made)).expression), squeezed(stringify!($made)));)*
        };
    }

    #[test]
    fn the_text_is_the_code_that_made_the_policy() -> Result<(), PolicyError> {
        is_its_own_text!(
            FixedWindow::new(10, 10 * SECOND)?,
            FixedWindow::new(10, SECOND)?.align(Align::First).count_denied(true),
            SlidingWindowLog::new(4_294_967_295, 1_500_000_000)?,
            SlidingWindowLog::new(1, 60 * SECOND)?.count_denied(true),
            SlidingWindowCounter::new(7, 250)?,
            SlidingWindowCounter::new(7, 3_600 * SECOND)?.align(Align::First).rounding(Rounding::Exact),
            TokenBucket::new(10, 1, SECOND)?,
            TokenBucket::new(10, 0, SECOND)?.initial(3)?.created_at(5 * SECOND),
            TokenBucket::with_refill(Refill::Interval, 1_000, 10, 60 * SECOND)?.initial(0)?,
            LeakyBucketMeter::new(10, 5, SECOND)?,
            LeakyBucketQueue::new(10, 5, SECOND)?,
            LeakyBucketQueue::new(10, 5, SECOND)?.undelayed(2)?.max_wait(Some(1_500_000))?,
            Gcra::new(100, 50, 1)?,
            AllOf::new(vec![Gcra::new(2, 1, SECOND)?.into(), FixedWindow::new(9, SECOND)?.into()])?,
            AllOf::new(vec![Gcra::new(2, 1, SECOND)?.into()])?.in_order(),
        );
        Ok(())
    }

    #[test]
    fn it_says_what_has_to_be_imported() -> Result<(), PolicyError> {
        let bucket = TokenBucket::with_refill(Refill::Interval, 5, 1, SECOND)?;
        let queue = LeakyBucketQueue::new(5, 1, 7)?.max_wait(Some(3))?;
        let layers = AllOf::new(vec![bucket.into(), queue.into()])?.in_order();
        let needed = ["AllOf", "LeakyBucketQueue", "Refill", "SECOND", "TokenBucket"];
        assert_eq!(RustText::of(&layers.into()).uses, needed);
        Ok(())
    }
}
