//! Rewrites fields other than the traffic from plain words to the grammar's.

use ratelab_limiter::Algorithm;

use super::{
    tokens::{Token, tokens_at},
    topology::{groups, keys, servers},
    traffic::traffic,
    words::{common, found, length_of, with_units, with_whole_rates},
};

/// Returns the value of a field in the words of the grammar.
pub(super) fn rewritten(key: &str, value: Vec<Token>) -> Vec<Token> {
    match key {
        "traffic" => traffic(value),
        "lanes" => lanes(keys(with_units(value))),
        "groups" => groups(value),
        "servers" => servers(value),
        "needs" => needs(common(value)),
        "limit" => limit(common(value)),
        "retry" => retry(with_units(value)),
        "show" => show(common(value)),
        "clients" => common(value).into_iter().filter(|token| !token.is("clients")).collect(),
        _ => common(value),
    }
}

/// `100 per minute`, `10 in 10s`, `5 a second`.
fn limit(mut tokens: Vec<Token>) -> Vec<Token> {
    let between = ["in", "every", "a", "an", "each", "within"];
    if let Some(second) = tokens.get_mut(1).filter(|second| between.iter().any(|word| second.is(word))) {
        second.text = "/".into();
    }
    if tokens.len() == 1 && tokens[0].is_number() {
        return tokens;
    }
    with_whole_rates(&mut tokens);
    tokens
}

/// The words of requirements.
const NEEDS: [(&str, &[&str]); 4] = [
    (";", &[",", "and", "+"]),
    ("/", &["in"]),
    ("%", &["percent"]),
    ("", &["more", "than", "any", "at", "most", "bytes", "byte", "clients", "client", "every"]),
];

/// `Never more than 100 in any 60 seconds, burst 20 and deny at most 1 percent`.
fn needs(tokens: Vec<Token>) -> Vec<Token> {
    let written = |token: Token| {
        let text = found(&NEEDS, &token.text).map_or(token.text.clone(), str::to_owned);
        (!text.is_empty()).then_some(Token { text, ..token })
    };
    let mut tokens: Vec<Token> = tokens.into_iter().filter_map(written).collect();
    with_whole_rates(&mut tokens);
    tokens
}

/// `9s to 21s`, `9s-21s`.
fn show(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(to) = tokens.iter().position(|token| token.is("to") || token.is("-")) {
        let source = tokens[to].source;
        tokens.splice(to..=to, tokens_at("..", source));
    }
    tokens
}

/// The words of retries.
const RETRIES: [(&str, &[&str]); 6] = [
    ("never", &["none", "no"]),
    ("at_once", &["immediately", "instantly"]),
    ("after", &["wait"]),
    ("told", &["retryafter"]),
    ("jitter", &["jittered"]),
    ("", &["with", "and", ",", "up", "full", "exponential", "for", "from", "retry", "retries"]),
];

/// `exponential backoff 1s up to 30s with jitter, 5 attempts`.
fn retry(tokens: Vec<Token>) -> Vec<Token> {
    let (mut written, mut was_retry) = (Vec::<Token>::with_capacity(tokens.len()), false);
    for token in tokens {
        let same = |(_, same): &&(&str, &[&str])| same.contains(&token.text.as_str());
        let is_retry = std::mem::replace(&mut was_retry, token.is("retry"));
        let is_after = |word: &str| written.last().is_some_and(|last| last.is(word));
        let text = match token.text.as_str() {
            "to" => "max",
            // Only the hyphen in `Retry-After`.
            "-" if is_retry => "",
            "once" if is_after("at") => {
                written.pop();
                "at_once"
            }
            "attempts" | "attempt" | "tries" | "times" if written.last().is_some_and(Token::is_number) => {
                let last = written.len() - 1;
                written.insert(last, Token { text: "attempts".into(), ..token });
                continue;
            }
            text => RETRIES.iter().find(same).map_or(text, |(written, _)| written),
        };
        if !text.is_empty() {
            let text = text.to_owned();
            written.push(Token { text, ..token });
        }
    }
    // `Retry-After` alone has no time.
    if written.len() == 1 && written[0].is("after") {
        written[0].text = "told".into();
    }
    written
}

/// `Token bucket capacity=20; all of (fixed window, GCRA); layers (fixed window, GCRA)`.
fn lanes(tokens: Vec<Token>) -> Vec<Token> {
    let several = [Algorithm::AllOf, Algorithm::Layers];
    let names: Vec<_> = Algorithm::ALL.into_iter().chain(several).map(Algorithm::name).collect();
    let (mut written, mut index, mut depth) = (Vec::<Token>::new(), 0, 0);
    let mut inner = "+";
    while let Some(token) = tokens.get(index) {
        let named = names.iter().find_map(|name| Some((*name, length_of(name, &tokens[index..])?)));
        let (text, length) = named.unwrap_or((token.text.as_str(), 1));
        if depth == 0 && named.is_some() {
            inner = if text == Algorithm::Layers.name() { "then" } else { "+" };
        }
        depth = if token.is("(") {
            depth + 1
        } else if token.is(")") {
            0
        } else {
            depth
        };
        // Outside of an all-of, a plus is ambiguous. A layer may have any name.
        let is_name = tokens.get(index + 1).is_some_and(|next| next.is(":"));
        let is_arrow = inner == "then" && (text == "-" || text == ">");
        let is_inner = depth > 0 && (text == "+" || text == inner || is_arrow);
        let is_between = [",", ";", "and"].contains(&text) || is_inner;
        let is_between = is_between && !is_name;
        let text = if is_between { if depth > 0 { inner } else { "," } } else { text };
        let is_doubled = is_between && written.last().is_none_or(|last| last.is(text) || last.is("("));
        if !is_doubled {
            written.push(Token { text: text.to_owned(), source: token.source });
        }
        index += length;
    }
    written
}
