//! Rewrites groups, servers, and the keys and stores of lanes from plain words to the grammar's.

use super::{
    tokens::{Token, tokens_at},
    words::{common, found, is_unit, length_of, with_whole_rates},
};

/// The words for keys.
const KEYS: [(&str, &[&str]); 3] = [
    ("client", &["client", "clients", "user", "users", "ip", "ips", "address"]),
    ("group", &["group", "groups", "tier", "plan"]),
    ("everybody", &["everybody", "everyone", "all", "global", "globally"]),
];

/// The words for stores.
const STORES: [(&str, &[&str]); 4] = [
    ("shared", &["atomic", "central"]),
    ("local", &["own", "independent", "separate"]),
    ("increment", &["incr"]),
    ("closed", &["close"]),
];

/// Words about servers that add no information.
const SERVER_FILLERS: [&str; 15] = [
    "servers", "server", ",", ";", ":", "and", "with", "is", "clock", "state", "store", "by", "a", "each",
    "its",
];

/// Words about groups that add no information.
const GROUP_FILLERS: [&str; 13] =
    ["clients", "client", "users", "user", "tier", "plan", "with", "each", "to", "at", ":", "=", "a"];

/// Removes `by` and the name after it from a part of the traffic: a name may be any word, so that no other rule
/// may look at it.
pub(super) fn take_senders(tokens: &mut Vec<Token>) -> Vec<Token> {
    let mut senders = Vec::new();
    let mut index = 0;
    while index + 1 < tokens.len() {
        if tokens[index].is("by") && tokens[index + 1].is_word() {
            senders.extend(tokens.drain(index..index + 2));
        } else {
            index += 1;
        }
    }
    senders
}

/// `1000 mobile clients limited to 10 per 10s; cron: 100/m`.
pub(super) fn groups(tokens: Vec<Token>) -> Vec<Token> {
    let mut written: Vec<Token> = Vec::with_capacity(tokens.len());
    for part in tokens.split(|token| [",", ";", "and"].iter().any(|between| token.is(between))) {
        let Some(first) = part.first() else { continue };
        if !written.is_empty() {
            written.push(Token { text: ",".into(), source: first.source });
        }
        // The number may come before the name, and the name may be any word.
        let is_after = first.is_number() && part.get(1).is_some_and(is_name);
        let name = &part[usize::from(is_after)];
        let rest = part.iter().filter(|token| token.source != name.source).cloned();
        written.push(name.clone());
        written.extend(group(common(rest.collect())));
    }
    written
}

fn is_name(token: &Token) -> bool {
    token.is_word() && !["k", "thousand", "million", "M"].iter().any(|word| token.is(word))
}

/// Rewrites the settings of a group after its name.
fn group(tokens: Vec<Token>) -> Vec<Token> {
    let mut written: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let is_after = |word: &str| written.last().is_some_and(|last| last.is(word));
        let is_amount = written.last().is_some_and(Token::is_number);
        let text = match token.text.as_str() {
            "limited" => "limit",
            "bursts" | "capacity" => "burst",
            "in" | "a" | "an" | "every" | "each" if is_amount => "/",
            text if GROUP_FILLERS.contains(&text) => continue,
            text => text,
        };
        // A rate is a limit, even without the word.
        if text == "/" && is_amount && !is_limited(&written) {
            let (at, source) = (written.len() - 1, token.source);
            written.insert(at, Token { text: "limit".into(), source });
        } else if text == "limit" && is_after("limit") {
            continue;
        }
        written.push(Token { text: text.to_owned(), ..token });
    }
    with_whole_rates(&mut written);
    written
}

/// Returns whether the amount at the end belongs to a limit.
fn is_limited(tokens: &[Token]) -> bool {
    tokens.len() > 1 && tokens[tokens.len() - 2].is("limit")
}

/// `Three servers, round robin, own state, server 2 is 600 ms ahead`.
pub(super) fn servers(tokens: Vec<Token>) -> Vec<Token> {
    let tokens = stores(common(tokens));
    let (mut written, mut index) = (Vec::<Token>::with_capacity(tokens.len()), 0);
    while let Some(token) = tokens.get(index) {
        let is_numbered = token.is("server") && tokens.get(index + 1).is_some_and(Token::is_number);
        let is_empty = SERVER_FILLERS.iter().any(|word| token.is(word)) && !is_numbered;
        let routing = length_of("round_robin", &tokens[index..]);
        let is_late = (token.is("ahead") || token.is("behind")) && written.last().is_some_and(is_unit);
        if routing.is_some() {
            written.push(Token { text: "round_robin".into(), ..token.clone() });
        } else if is_late {
            let at = written.len().saturating_sub(2);
            written.insert(at, token.clone());
        } else if !is_empty {
            written.push(token.clone());
        }
        index += routing.unwrap_or(1);
    }
    written
}

/// `sync every 1s`, `down from 5s to 8s, fail open`, `atomic`.
fn stores(tokens: Vec<Token>) -> Vec<Token> {
    let mut written: Vec<Token> = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        let is_after = |back: usize, word: &str| {
            written.len().checked_sub(back).is_some_and(|index| written[index].is(word))
        };
        let is_next = |word: &str| tokens.get(index + 1).is_some_and(|next| next.is(word));
        let is_of_store = match token.text.as_str() {
            "every" | "each" => is_after(1, "sync"),
            "from" => is_after(1, "down"),
            "fail" | "fails" | "failing" => ["open", "closed", "close"].into_iter().any(is_next),
            _ => false,
        };
        let is_to = ["to", "until", "-"].iter().any(|word| token.is(word)) && is_after(3, "down");
        let is_one = is_unit(token) && is_after(1, "sync");
        let same = found(&STORES, &token.text).filter(|_| !is_next(":"));
        match same {
            _ if is_of_store => {}
            _ if is_to => written.extend(tokens_at("..", token.source)),
            _ if is_one => written.extend(tokens_at(&format!("1 {}", token.text), token.source)),
            Some(same) => written.push(Token { text: same.to_owned(), ..token.clone() }),
            None => written.push(token.clone()),
        }
    }
    written
}

/// Rewrites the keys and stores of lanes: `gcra per group state=own`.
pub(super) fn keys(tokens: Vec<Token>) -> Vec<Token> {
    let tokens = stores(tokens);
    let mut written: Vec<Token> = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        let key = |at: usize| tokens.get(at).and_then(|next| found(&KEYS, &next.text));
        let is_set = tokens.get(index + 1).is_some_and(|next| next.is("="));
        let is_key = written.len() > 1 && written[written.len() - 2].is("key");
        if (token.is("by") || token.is("per")) && key(index + 1).is_some() {
            written.extend(tokens_at("key=", token.source));
        } else if let Some(key) = key(index).filter(|_| is_key) {
            written.push(Token { text: key.to_owned(), ..token.clone() });
        } else if (token.is("store") || token.is("storage")) && is_set {
            written.push(Token { text: "state".into(), ..token.clone() });
        } else {
            written.push(token.clone());
        }
    }
    written
}
