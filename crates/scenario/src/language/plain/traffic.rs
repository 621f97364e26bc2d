//! Rewrites informal descriptions of traffic in the grammar.

use super::{
    super::{span::Span, units::Time},
    tokens::{Token, tokens_at},
    topology::take_senders,
    words::{common, is_unit, time_at, with_whole_rates},
};

/// Separators of patterns.
const SEPARATORS: [&str; 8] = [";", ",", "and", "then", "plus", "+", "&", "."];

/// The first words of patterns, and their synonyms.
const BEGINNINGS: [(&str, &[&str]); 10] = [
    ("burst", &["bursts"]),
    ("at", &[]),
    ("poisson", &["random", "randomly"]),
    ("ramp", &[]),
    ("onoff", &[]),
    ("sine", &["sin", "wave"]),
    ("pareto", &[]),
    // A rate alone is steady.
    ("", &["steady", "constant", "evenly", "uniform"]),
    ("every", &[]),
    ("a", &["an"]),
];

/// The rewriting rules for a pattern, in order.
const RULES: [fn(&mut Vec<Token>); 13] = [
    compound,
    at_once,
    on_off,
    beginning,
    |tokens| articles(tokens),
    one_every,
    range,
    |tokens| repeated(tokens),
    burst,
    later,
    from_to,
    bursts_for,
    with_whole_rates,
];

/// Returns the traffic in the words of the grammar.
pub(super) fn traffic(tokens: Vec<Token>) -> Vec<Token> {
    let tokens = common(tokens);
    let mut written: Vec<Token> = Vec::with_capacity(tokens.len());
    for mut pattern in patterns(tokens) {
        let senders = take_senders(&mut pattern);
        RULES.iter().for_each(|rule| rule(&mut pattern));
        pattern.extend(senders);
        if let (Some(last), false) = (written.last(), pattern.is_empty()) {
            let source = Span { start: last.source.end, end: last.source.end };
            written.push(Token { text: ";".into(), source });
        }
        written.extend(pattern);
    }
    written
}

/// Splits the traffic into patterns. A comma or a word separates only before the beginning of a pattern: `at
/// 1s, 2s` is one pattern.
fn patterns(tokens: Vec<Token>) -> Vec<Vec<Token>> {
    let mut patterns = vec![Vec::new()];
    let mut index = 0;
    while index < tokens.len() {
        let end = (index..tokens.len()).find(|at| !is_separator(&tokens, *at)).unwrap_or(tokens.len());
        let between = &tokens[index..end];
        let pattern = patterns.last_mut().map_or(&[][..], |pattern: &mut Vec<Token>| pattern);
        let separates = between.iter().any(|token| token.is(";")) || begins(&tokens, end, pattern);
        // A time after a comma belongs to a list, or is a mistake: `1,5s` is not `1 5s`.
        let is_kept = !separates && !is_at(pattern, 0, "at") && time_at(&tokens, end).is_some();
        if !between.is_empty() && separates {
            patterns.push(Vec::new());
        } else if let (true, Some(pattern)) = (is_kept, patterns.last_mut()) {
            pattern.extend_from_slice(between);
        }
        if let (Some(token), Some(pattern)) = (tokens.get(end), patterns.last_mut()) {
            pattern.push(token.clone());
        }
        index = end + 1;
    }
    patterns
}

/// The two points of a range are not separators, but the one at the end of a sentence is.
fn is_separator(tokens: &[Token], index: usize) -> bool {
    let is_point = |at: Option<usize>| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.is("."));
    let in_range = is_point(Some(index)) && (is_point(index.checked_sub(1)) || is_point(Some(index + 1)));
    let is_name = tokens[index].is_word() && index > 0 && tokens[index - 1].is("by");
    SEPARATORS.iter().any(|separator| tokens[index].is(separator)) && !in_range && !is_name
}

/// Returns whether a pattern begins here, after the tokens of another.
fn begins(tokens: &[Token], index: usize, before: &[Token]) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    let next = tokens.get(index + 1);
    if token.is_number() {
        return !next.is_some_and(|next| {
            is_unit(next) || next.is("times") || next.is("x") && is_last(tokens, index + 1)
        });
    }
    // `10 requests, at 9.5s` is one pattern.
    let is_placed = before.len() > 1 || !before.first().is_some_and(Token::is_number);
    let is_word = BEGINNINGS.iter().any(|(word, same)| token.is(word) || same.contains(&token.text.as_str()));
    is_word && (is_placed || !token.is("at"))
}

/// Returns whether no number follows, as after the `x` of `6x`.
fn is_last(tokens: &[Token], index: usize) -> bool {
    !tokens.get(index + 1).is_some_and(Token::is_number)
}

fn is_at(tokens: &[Token], index: usize, text: &str) -> bool {
    tokens.get(index).is_some_and(|token| token.is(text))
}

fn number_at(tokens: &[Token], index: usize) -> bool {
    tokens.get(index).is_some_and(Token::is_number)
}

fn position_of(tokens: &[Token], words: &[&str]) -> Option<usize> {
    tokens.iter().position(|token| words.contains(&token.text.as_str()))
}

fn put(tokens: &mut [Token], index: usize, text: &str) {
    if let Some(token) = tokens.get_mut(index) {
        token.text = text.into();
    }
}

/// `10@1h30m`, `for 1 min 30 s`: consecutive times are one, unless they are a list.
fn compound(tokens: &mut Vec<Token>) {
    let mut index = if is_at(tokens, 0, "at") { tokens.len() } else { 0 };
    while index < tokens.len() {
        let sum = match (time_at(tokens, index), time_at(tokens, index + 2)) {
            (Some(long), Some(short)) if short < long => long.checked_add(short),
            _ => None,
        };
        match sum {
            Some(sum) => {
                drop(
                    tokens.splice(index..index + 4, tokens_at(&Time(sum).to_string(), tokens[index].source)),
                );
            }
            None => index += 1,
        }
    }
}

/// `10 at once at 9.5s`: a burst is always at once.
fn at_once(tokens: &mut Vec<Token>) {
    if let Some(once) =
        position_of(tokens, &["once"]).filter(|once| *once > 0 && is_at(tokens, once - 1, "at"))
    {
        tokens.drain(once - 1..=once);
    }
}

/// `on/off 10/s on for 2s off for 3s for 30s`.
fn on_off(tokens: &mut Vec<Token>) {
    if is_at(tokens, 0, "on") {
        let off = position_of(tokens, &["off"]).filter(|off| *off <= 2).unwrap_or(0);
        tokens.drain(1..=off);
        put(tokens, 0, "onoff");
    }
    if is_at(tokens, 0, "onoff") {
        for word in ["on", "off"] {
            if let Some(at) = position_of(tokens, &[word]).filter(|at| is_at(tokens, at + 1, "for")) {
                tokens.remove(at + 1);
            }
        }
    }
}

/// Replaces the first word of a pattern by the grammar's.
fn beginning(tokens: &mut Vec<Token>) {
    let Some(first) = tokens.first_mut() else { return };
    let same = |(_, same): &&(&str, &[&str])| same.contains(&first.text.as_str());
    let Some((word, _)) = BEGINNINGS.iter().find(same) else { return };
    if word.is_empty() {
        tokens.remove(0);
    } else {
        first.text = (*word).into();
    }
}

/// `5 a second` is a rate, `for a minute` a time, and `a request` one.
fn articles(tokens: &mut [Token]) {
    for index in 0..tokens.len() {
        let before_unit = tokens.get(index + 1).is_some_and(is_unit);
        let after_number = index > 0 && tokens[index - 1].is_number();
        match tokens[index].text.as_str() {
            "a" | "an" | "each" if before_unit && after_number => put(tokens, index, "/"),
            "a" | "an" if before_unit || index == 0 => put(tokens, index, "1"),
            _ => {}
        }
    }
}

/// `every 100ms for 5s` and `1 every 100ms for 5s` are rates.
fn one_every(tokens: &mut Vec<Token>) {
    if is_at(tokens, 0, "every") {
        put(tokens, 0, "/");
        tokens.insert(0, Token { text: "1".into(), source: tokens[0].source });
    } else if is_at(tokens, 0, "1") && is_at(tokens, 1, "every") && position_of(tokens, &["for"]).is_some() {
        put(tokens, 1, "/");
    }
}

/// `ramp from 1/s to 50/s`, `sine 1-20/s`: `ramp 1/s..50/s`.
fn range(tokens: &mut Vec<Token>) {
    if !(is_at(tokens, 0, "ramp") || is_at(tokens, 0, "sine")) {
        return;
    }
    if is_at(tokens, 1, "from") {
        tokens.remove(1);
    }
    let end = position_of(tokens, &["for", "period"]).unwrap_or(tokens.len());
    if let Some(to) = position_of(&tokens[..end], &["to", "-"]) {
        let source = tokens[to].source;
        tokens.splice(to..=to, tokens_at("..", source));
    }
    let is_bare = number_at(tokens, 1) && is_at(tokens, 2, ".") && is_at(tokens, 3, ".");
    if is_bare && is_at(tokens, 5, "/") {
        let length = if number_at(tokens, 6) { 3 } else { 2 };
        let rate: Vec<Token> = tokens.iter().skip(5).take(length).cloned().collect();
        tokens.splice(2..2, rate);
    }
}

/// `6 times`, `6x`, `times 6` and `* 6` are `x6`.
fn repeated(tokens: &mut [Token]) {
    let Some(at) = position_of(tokens, &["times", "x", "*"]) else { return };
    put(tokens, at, "x");
    if !number_at(tokens, at + 1) && at > 0 && number_at(tokens, at - 1) {
        tokens.swap(at - 1, at);
    }
}

/// `burst 10 at 5s` is `10@5s`, and `burst 10 every second x6` gets a time.
fn burst(tokens: &mut Vec<Token>) {
    if !is_at(tokens, 0, "burst") {
        return;
    }
    match position_of(tokens, &["every"]) {
        Some(every) if tokens.get(every + 1).is_some_and(is_unit) => {
            let source = tokens[every + 1].source;
            tokens.insert(every + 1, Token { text: "1".into(), source });
        }
        Some(_) => {}
        None if position_of(tokens, &["at", "@", "from", "after"]).is_some() => drop(tokens.remove(0)),
        None => {}
    }
}

/// `10 at 9.5s`, `10 after 9.5s`, `5/s for 9s starting at 2s`.
fn later(tokens: &mut Vec<Token>) {
    for index in (1..tokens.len()).rev() {
        if ["after", "starting", "beginning", "from"].iter().any(|word| tokens[index].is(word)) {
            put(tokens, index, "from");
            if is_at(tokens, index + 1, "at") || is_at(tokens, index + 1, "from") {
                tokens.remove(index + 1);
            }
        } else if tokens[index].is("lasting") || tokens[index].is("during") {
            put(tokens, index, "for");
        }
    }
    if number_at(tokens, 0) && (is_at(tokens, 1, "at") || is_at(tokens, 1, "from")) {
        put(tokens, 1, "@");
    }
}

/// `5/s from 5s to 15s` is `5/s for 10s from 5s`, and `5/s until 15s` the same from zero.
fn from_to(tokens: &mut Vec<Token>) {
    let Some(to) = position_of(tokens, &["to", "until", "till", "-"]) else { return };
    let Some(end) = time_at(tokens, to + 1) else { return };
    let begin = match position_of(tokens, &["from"]) {
        Some(from) if from + 3 == to => time_at(tokens, from + 1),
        Some(_) => None,
        None => Some(0),
    };
    if let Some(length) = begin.and_then(|begin| end.checked_sub(begin)) {
        let written = tokens_at(&format!("for {}", Time(length)), tokens[to].source);
        tokens.drain(to..to + 3);
        let at = position_of(tokens, &["from"]).unwrap_or(to);
        tokens.splice(at..at, written);
    }
}

/// `burst 10 every 5s for 30s` is six bursts.
fn bursts_for(tokens: &mut Vec<Token>) {
    if !is_at(tokens, 0, "burst") || !is_at(tokens, 2, "every") || !is_at(tokens, 5, "for") {
        return;
    }
    let (Some(every), Some(length)) = (time_at(tokens, 3), time_at(tokens, 6)) else { return };
    if every > 0 {
        let times = tokens_at(&format!("x{}", length.div_ceil(every)), tokens[5].source);
        tokens.splice(5..8, times);
    }
}
