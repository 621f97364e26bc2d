//! A run as text for other programs: every decision as CSV or JSON, the comparison in the shape of a `/compare`
//! endpoint, and a lane as a test vector.

use crate::Report;
use core::fmt::Write;

use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND, Settings, Value};

use ratelab_scenario::{
    scenario::{Name, Pattern, Shape},
    traffic::Arrivals,
};
use ratelab_simulation::run::Kind;

/// Returns the word for an outcome in files.
const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Allowed => "allowed",
        Kind::Denied => "denied",
        Kind::Delayed => "delayed",
    }
}

/// One decision of one lane.
struct Line {
    lane: usize,
    limiter: &'static str,
    request: u32,
    attempt: u32,
    time: u64,
    client: u32,
    cost: u32,
    outcome: &'static str,
    started: Option<u64>,
    /// Columns that only some scenarios have: the sender, the server, and the layer that refused.
    more: Vec<Cell>,
}

/// A value in a column that only some scenarios have.
enum Cell {
    Nothing,
    Name(Name),
    Number(u64),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Name(name) => name.to_string(),
            Self::Number(number) => number.to_string(),
        }
    }

    fn json(&self) -> String {
        match self {
            Self::Nothing => "null".to_owned(),
            Self::Name(name) => quoted(name.as_str()),
            Self::Number(number) => number.to_string(),
        }
    }
}

impl Report {
    /// Returns every decision as a row of CSV. Times are nanoseconds of the scenario. If there are several, groups
    /// are given by name, and servers and refusing layers by number.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("lane,limiter,request,attempt,time_ns,client,cost,outcome,started_ns");
        let columns = self.columns_of_some();
        columns.iter().for_each(|name| text.extend([",", name]));
        text.push('\n');
        for line in self.lines(&columns) {
            let Line { lane, limiter, request, attempt, time, client, cost, outcome, started, more } = line;
            let started = started.map_or(String::new(), |started| started.to_string());
            let more: String = more.iter().map(|cell| format!(",{}", cell.text())).collect();
            let _ = writeln!(
                text,
                "{lane},{limiter},{request},{attempt},{time},{client},{cost},{outcome},{started}{more}"
            );
        }
        text
    }

    /// Returns every decision as a JSON array. Times are exact; a reader that only has floats rounds those above
    /// 2^53.
    pub fn to_json(&self) -> String {
        let columns = self.columns_of_some();
        let line = |line: Line| {
            let Line { lane, limiter, request, attempt, time, client, cost, outcome, started, more } = line;
            let started = started.map_or("null".to_owned(), |started| started.to_string());
            let more = columns.iter().zip(&more);
            let more: String = more.map(|(name, cell)| format!(",\"{name}\":{}", cell.json())).collect();
            format!(
                "{{\"lane\":{lane},\"limiter\":\"{limiter}\",\"request\":{request},\"attempt\":{attempt},\
                 \"time_ns\":{time},\"client\":{client},\"cost\":{cost},\"outcome\":\"{outcome}\",\
                 \"started_ns\":{started}{more}}}"
            )
        };
        array(self.lines(&columns).map(line), ",\n ")
    }

    /// Returns the comparison: the input, and for each lane how many requests it allowed and denied, and which.
    /// `delay` is in seconds, or null unless the traffic is evenly spaced requests.
    pub fn to_comparison(&self) -> String {
        let requests = self.traffic().map_or(0, Arrivals::len);
        let delay = match self.scenario().traffic.as_slice() {
            [Pattern { shape: Shape::Every { delay, .. }, .. }] => seconds(*delay),
            _ => "null".to_owned(),
        };
        let lanes = (0..self.lanes().len()).map(|lane| self.compared(lane));
        format!(
            "{{\"input\":{{\"key\":\"client\",\"n\":{requests},\"delay\":{delay}}},\n \"results\":{{\n  {}\n }}}}",
            lanes.collect::<Vec<_>>().join(",\n  ")
        )
    }

    fn compared(&self, lane: usize) -> String {
        let outcomes = self.lanes()[lane].record().outcomes();
        let counts = self.lanes()[lane].record().counts();
        let admitted = |index| if outcomes.get(index) == Kind::Denied { "false" } else { "true" };
        let sequence = array((0..outcomes.len()).map(|index| admitted(index).to_owned()), ",");
        let (name, allowed, denied) = (self.key(lane), counts.admitted(), counts.denied);
        format!("\"{name}\":{{\"allowed\":{allowed},\"denied\":{denied},\"sequence\":{sequence}}}")
    }

    /// Returns a lane's name, with a number if an earlier lane has the same limiter.
    fn key(&self, lane: usize) -> String {
        let algorithm = |lane: usize| self.lanes()[lane].policy().algorithm();
        let name = algorithm(lane).name();
        match (0..lane).filter(|earlier| algorithm(*earlier) == algorithm(lane)).count() {
            0 => name.to_owned(),
            earlier => format!("{name}_{}", earlier + 1),
        }
    }

    /// Returns a lane as a test vector: its policy, and each request with every field of its decision. `None` if the
    /// requests reach several states or a state that depends on more than the requests, and for an all-of, which
    /// vectors do not support.
    pub fn to_vector(&self, lane: usize, id: &str) -> Option<String> {
        let (policy, start) = self.lanes()[lane].policy_and_clock(0, self.scenario().start);
        let arrivals = self.arrivals(lane).filter(|_| self.lanes()[lane].is_plain())?;
        if !self.is_undivided(lane) || matches!(policy, Policy::AllOf(_)) {
            return None;
        }
        let mut state = policy.fresh();
        let steps = (0..arrivals.len()).map(|index| {
            let now = start.saturating_add(arrivals.time(index));
            let decision = policy.check(&mut state, now, arrivals.cost(index));
            let wait = |wait: Option<u64>| wait.map_or("null".to_owned(), |wait| wait.to_string());
            format!(
                "{{\"t_ns\":{now},\"cost\":{},\"expect\":{{\"allowed\":{},\"remaining\":{},\"retry_after_ns\":{},\
                 \"reset_after_ns\":{},\"delay_ns\":{}}}}}",
                arrivals.cost(index),
                decision.outcome.admits(),
                decision.remaining,
                wait(decision.retry_after),
                wait(decision.reset_after),
                decision.outcome.delay()
            )
        });
        let (algorithm, config, id) = (policy.algorithm(), config(&policy.settings()), quoted(id));
        Some(format!(
            "[{{\"id\":{id},\"source\":\"Ratelab\",\"origin\":\"observed_run\",\"algorithm\":\"{algorithm}\",\n  \
             \"config\":{config},\n  \"steps\":{},\n  \"notes\":\"\",\"ours\":\"match\"}}]\n",
            array(steps, ",\n   ")
        ))
    }

    fn lines<'a>(&'a self, columns: &'a [&'static str]) -> impl Iterator<Item = Line> + 'a {
        (0..self.lanes().len()).flat_map(move |lane| {
            let decided = self.lanes()[lane].record().outcomes().len();
            (0..decided).filter_map(move |index| self.line(lane, index, columns))
        })
    }

    fn line(&self, lane: usize, index: usize, columns: &[&'static str]) -> Option<Line> {
        let arrivals = self.arrivals(lane)?;
        let attempts = self.lanes()[lane].attempts();
        let mark = self.mark(lane, index);
        Some(Line {
            lane,
            limiter: self.lanes()[lane].policy().algorithm().name(),
            request: attempts.map_or(mark.index, |attempts| attempts.requests[index]),
            attempt: attempts.map_or(1, |attempts| attempts.numbers[index]),
            time: mark.time,
            client: arrivals.client(index),
            cost: arrivals.cost(index),
            outcome: word(mark.kind),
            started: mark.started,
            more: columns.iter().map(|name| self.cell(name, lane, index)).collect(),
        })
    }

    /// Returns the names of the columns that only some scenarios have.
    fn columns_of_some(&self) -> Vec<&'static str> {
        let has_groups = self.senders().groups().iter().any(|group| group.name.is_some());
        let has_layers = self.lanes().iter().any(|lane| lane.layers() > 1);
        let columns =
            [(has_groups, "group"), (self.scenario().servers.count > 1, "server"), (has_layers, "layer")];
        columns.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect()
    }

    /// Returns the value in one of these columns.
    fn cell(&self, column: &str, lane: usize, index: usize) -> Cell {
        let limiter = &self.lanes()[lane];
        let client = self.arrivals(lane).map_or(0, |arrivals| arrivals.client(index));
        match column {
            "group" => {
                self.senders().groups()[self.senders().group(client)].name.map_or(Cell::Nothing, Cell::Name)
            }
            "server" => Cell::Number(limiter.server(index, client).into()),
            _ => limiter.record().refused_by(index).map_or(Cell::Nothing, |layer| Cell::Number(layer as u64)),
        }
    }
}

/// Returns the configuration of a vector: durations have names that end in `_ns`, and the rate has the name that the
/// algorithm uses there.
fn config(settings: &Settings) -> String {
    let algorithm = settings.algorithm();
    let fields = settings.values().iter().map(|(name, value)| {
        let value = match value {
            Value::Number(_) => value.to_string(),
            Value::Word(word) if word == "yes" => "true".to_owned(),
            Value::Word(word) => quoted(word),
        };
        format!("\"{}\":{value}", config_name(algorithm, name))
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

fn config_name(algorithm: Algorithm, name: &str) -> String {
    let prefix = match algorithm {
        Algorithm::TokenBucket => "refill_",
        Algorithm::LeakyBucketMeter => "leak_",
        Algorithm::LeakyBucketQueue => "rate_",
        _ => "",
    };
    match name {
        "amount" if algorithm == Algorithm::Gcra => "count".to_owned(),
        "amount" => format!("{prefix}amount"),
        "period" => format!("{prefix}period_ns"),
        "window" | "created_at" | "max_wait" => format!("{name}_ns"),
        _ => name.to_owned(),
    }
}

fn array(items: impl Iterator<Item = String>, separator: &str) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(separator))
}

/// Formats a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", control as u32);
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

/// Formats a duration in seconds, exactly. Not by `words`: programs read it, so it has neither units nor separators,
/// and is not rounded.
fn seconds(nanoseconds: u64) -> String {
    let (whole, rest) = (nanoseconds / SECOND, nanoseconds % SECOND);
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:09}").trim_end_matches('0').to_owned() }
}
