//! Advice to paste into a design document: a table, and plain text.

use super::{
    judged::JudgedLimiter,
    needs::{share, small},
    numbers::Numbers,
    verdict::Advice,
};
use ratelab_report::{
    findings::capital,
    words::{bytes, count, counted, duration, title},
};
use ratelab_scenario::{
    language::{print_lane, print_needs},
    scenario::Scenario,
};

impl Advice {
    /// Formats the limiters as a Markdown table, best first.
    pub fn markdown(&self) -> String {
        let heads = self.rows.first().map(heads).unwrap_or_default();
        let lines = [line(&heads), line(&heads.each_ref().map(|_| "---".to_owned()))];
        let rows = self.rows.iter().map(|row| line(&self.cells(row)));
        let refused = self.refused.iter().map(|refused| format!("{}\n", refused.sentence()));
        let table: String = lines.into_iter().filter(|_| !self.rows.is_empty()).chain(rows).collect();
        let refused: String = refused.collect();
        let between = if table.is_empty() || refused.is_empty() { "" } else { "\n" };
        let scenario = self.traffic().map(|text| format!("\n`{text}`\n")).unwrap_or_default();
        format!("**{}** {}\n\n{table}{between}{refused}{scenario}", self.headline(), self.reason())
    }

    /// Formats the same as sentences.
    pub fn text(&self) -> String {
        let needs = match print_needs(&self.needs) {
            needs if needs.is_empty() => "Needs: none given.".to_owned(),
            needs => format!("Needs: {needs}."),
        };
        let rows = self.rows.iter().map(|row| {
            let lane = row.scenario.lanes.first().map(print_lane).unwrap_or_default();
            format!("- {} ({lane}): {}. {}", row.title(), self.verdict(row), row.sentence())
        });
        let refused = self.refused.iter().map(|refused| format!("- {}", refused.sentence()));
        let traffic = self.traffic().map(|text| format!("Scenario: {text}"));
        let before = [self.headline(), self.reason(), needs].into_iter();
        let lines: Vec<String> = before.chain(rows).chain(refused).chain(traffic).collect();
        lines.join("\n") + "\n"
    }

    /// Returns the scenario with the usual limiters, as a link of the playground has it.
    fn traffic(&self) -> Option<String> {
        let lanes = Scenario::default().lanes;
        Some(Scenario { lanes, ..self.rows.first()?.scenario.clone() }.to_string())
    }

    fn cells(&self, row: &JudgedLimiter) -> [String; 9] {
        let Numbers { bound, burst, delay, memory, denied, requests, lasting, .. } = row.numbers;
        [
            row.title(),
            row.settings(),
            bound.map_or("no bound".to_owned(), |bound| count(small(bound))),
            count(burst.into()),
            if delay == 0 { "none".to_owned() } else { duration(delay) },
            bytes(memory),
            share(denied, requests),
            count(small(lasting)),
            capital(&self.verdict(row)),
        ]
    }
}

fn heads(row: &JudgedLimiter) -> [String; 9] {
    let Numbers { promise, clients, .. } = row.numbers;
    let period = duration(promise.period);
    [
        "limiter".to_owned(),
        "settings".to_owned(),
        format!("worst case in {period}"),
        "burst taken".to_owned(),
        "longest wait".to_owned(),
        format!("memory, {}", counted(clients, "client")),
        "denied".to_owned(),
        format!("in the long run, in {period}"),
        "verdict".to_owned(),
    ]
}

impl JudgedLimiter {
    /// Returns the names of a row: `Token bucket = leaky meter = GCRA`.
    pub fn title(&self) -> String {
        let titles: Vec<_> = self.algorithms.iter().map(|algorithm| title(*algorithm)).collect();
        titles.join(" = ").replace("= Leaky bucket, ", "= leaky ")
    }
}

fn line(cells: &[String; 9]) -> String {
    format!("| {} |\n", cells.join(" | "))
}
