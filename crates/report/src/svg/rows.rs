//! The rows of a picture: the traffic, the disagreements of limiters, and a lane for each limiter or for several
//! equivalent ones.

use core::fmt::Write;

use ratelab_limiter::{Algorithm, Limiter, Value, bounds::Unit};

use super::{
    axis::scale,
    band, columns,
    constants::{STRIP_HEIGHT, STRIP_TICK, STRIP_TICK_MAX, STRIP_TICK_MIN},
    labels, marks, peak,
    scene::{Row, Scene},
    strips,
    text::{CAPTION, Kind, NO_BREAK, TITLE},
    windows,
};
use crate::words::{count, counted, duration, got_through, named, outcomes, title, topology};
use ratelab_scenario::scenario;

/// Pixels between texts in one line.
const GAP: u64 = 8;

/// Draws all rows starting at a height, and returns where they end.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, top: u64) -> u64 {
    let mut y = draw_traffic(out, scene, top) + scene.layout.gap();
    if let Some(columns) = &scene.disagreements {
        y = draw_disagreements(out, scene, columns, y) + scene.layout.gap();
    }
    for row in &scene.lanes {
        y = draw_lane(out, scene, row, y) + scene.layout.gap();
    }
    y - scene.layout.gap()
}

/// Draws the requests, regardless of their outcomes, and the heading of the peaks.
fn draw_traffic(out: &mut String, scene: &Scene<'_>, top: u64) -> u64 {
    let requests = scene.run.traffic().map_or(0, |traffic| traffic.len() as u64);
    let arrive = [&*count(requests), if requests == 1 { " arrives" } else { " arrive" }].concat();
    let mut words = vec![(TITLE, "Requests".to_owned()), (CAPTION, arrive)];
    if scene.pitch.is_none() {
        words.push((CAPTION, scale(scene.highest, scene.span)));
    }
    let _ = writeln!(out, "<g class=\"requests\" data-count=\"{requests}\">");
    let layout = &scene.layout;
    let (x, head) = (layout.beside.unwrap_or_else(|| layout.right()) * 10, peak::head(scene));
    let base = top * 10 + TITLE.base();
    if layout.is_wide() {
        CAPTION.write(out, x, base, &head);
    } else {
        CAPTION.write_before(out, x, base, &head);
    }
    let taken = if layout.is_wide() { 0 } else { GAP + CAPTION.width(&head).div_ceil(10) };
    let (area, bottom) = write_words(out, scene, &words, taken, top, scene.height);
    draw_area(out, scene, area, scene.height);
    windows::draw(out, scene, scene.shared_windows(), area, scene.height);
    match scene.pitch {
        Some(pitch) => marks::draw_arrivals(out, scene, area, pitch),
        None => columns::draw_arrivals(out, scene, area),
    }
    if let Some(outside) = scene.run.outside(&scene.view) {
        labels::draw_outside(out, scene, &outside, area);
    }
    out.push_str("</g>\n");
    bottom
}

/// Draws a tick for each column in which two lanes decide a request differently, as high as the share of such
/// requests.
fn draw_disagreements(out: &mut String, scene: &Scene<'_>, columns: &[u32], top: u64) -> u64 {
    let sum = columns.iter().map(|count| u64::from(*count)).sum();
    // It must fit beside the strip, which is one line high.
    let caption = match sum {
        0 => "Limiters agree here".to_owned(),
        some => format!("Disagree on {}", counted(some, "request")),
    };
    let _ = writeln!(out, "<g class=\"disagreements\" data-count=\"{sum}\">");
    let mut area = top;
    if scene.layout.is_wide() {
        CAPTION.write(out, scene.layout.margin * 10, top * 10 + 112, &caption);
    } else {
        area += CAPTION.write_lines(out, scene.layout.margin, top, &[caption]) + 2;
    }
    draw_area(out, scene, area, STRIP_HEIGHT);
    for ((count, arrived), column) in
        columns.iter().zip(&scene.traffic).zip(0u64..).filter(|((count, _), _)| **count > 0)
    {
        let height = (u64::from(*count) * STRIP_TICK_MAX / u64::from((*arrived).max(1)))
            .clamp(STRIP_TICK_MIN, STRIP_TICK_MAX);
        let (x, y) =
            ((scene.layout.left + column).saturating_sub(STRIP_TICK / 2), area + STRIP_HEIGHT - height);
        let _ = writeln!(
            out,
            "<rect class=\"disagreed\" x=\"{x}\" y=\"{y}\" width=\"{STRIP_TICK}\" height=\"{height}\" \
             data-count=\"{count}\"/>"
        );
    }
    out.push_str("</g>\n");
    area + STRIP_HEIGHT
}

fn draw_lane(out: &mut String, scene: &Scene<'_>, row: &Row, top: u64) -> u64 {
    open_lane(out, scene, row);
    let height = scene.height + strips::height(scene, row);
    let words = words(scene, row);
    // Names of rows are below the words of the lane; if they do not fit, rows only have numbers.
    let free =
        if scene.layout.is_wide() && tall(scene, &words) <= scene.height { scene.layout.words() } else { 0 };
    let (area, bottom) = match scene.layout.beside {
        Some(x) => {
            let peak = peak::draw_beside(out, scene, row, x, top);
            write_words(out, scene, &words, 0, top, height.max(peak))
        }
        None => {
            let (after, _) = write_words(out, scene, &words, 0, top, 0);
            let area = after + peak::draw_above(out, scene, row, after) + GAP / 2;
            (area, area + height)
        }
    };
    draw_area(out, scene, area, height);
    let labels = scene.run.labels(row.lane, &scene.view).unwrap_or_default();
    labels::shade(out, scene, &labels, area, height);
    windows::draw(out, scene, row.windows, area, height);
    if !strips::draw(out, scene, row, area + height, free) {
        band::draw(out, scene, row, area + height);
    }
    match (scene.pitch, &row.marks) {
        (Some(pitch), Some(marks)) => marks::draw(out, scene, marks, area, pitch),
        _ => columns::draw(out, scene, &scene.view.columns(row.lane), area),
    }
    labels::draw(out, scene, &labels, area);
    out.push_str("</g>\n");
    bottom
}

/// Returns the height of the words of a lane, in pixels.
fn tall(scene: &Scene<'_>, words: &[(Kind, String)]) -> u64 {
    let width = scene.layout.words();
    words.iter().map(|(kind, text)| kind.leading * kind.lines(text, width).len() as u64).sum()
}

/// Writes the attributes of a lane that programs can read.
fn open_lane(out: &mut String, scene: &Scene<'_>, row: &Row) {
    let counts = row.measures.counts;
    let equivalents: Vec<_> = row.equivalents.iter().map(ToString::to_string).collect();
    let _ = writeln!(
        out,
        "<g class=\"lane\" data-lane=\"{}\" data-limiter=\"{}\" data-equivalents=\"{}\" data-allowed=\"{}\" \
         data-denied=\"{}\" data-delayed=\"{}\" data-peak=\"{}\" data-limit=\"{}\" \
         data-worst=\"{}\">",
        row.lane,
        scene.run.lanes()[row.lane].policy().algorithm(),
        equivalents.join(" "),
        counts.allowed,
        counts.denied,
        counts.delayed,
        row.measures.most.cost,
        row.limit(),
        row.measures.bound.map_or(String::new(), |bound| bound.to_string())
    );
}

fn draw_area(out: &mut String, scene: &Scene<'_>, top: u64, height: u64) {
    let (x, width) = (scene.layout.left, scene.span.width);
    let _ =
        writeln!(out, "<rect class=\"area\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>");
}

/// Returns the name of a lane, its own settings, its outcomes, and the equivalent lanes.
fn words(scene: &Scene<'_>, row: &Row) -> Vec<(Kind, String)> {
    let name = |lane: usize| title(scene.run.lanes()[lane].policy().algorithm());
    let (lane, scenario) = (&scene.run.scenario().lanes[row.lane], scene.run.scenario());
    let own = [Some(own_settings(lane, scenario)), topology(lane, scenario)];
    let own: String =
        own.into_iter().flatten().filter(|text| !text.is_empty()).map(|text| text + ". ").collect();
    let did = match scene.run.lanes()[row.lane].attempts() {
        Some(_) => got_through(row.measures.counts),
        None => unbroken(&outcomes(row.measures.counts)),
    };
    let mut words = vec![(TITLE, name(row.lane).to_owned()), (CAPTION, own + &did)];
    let equivalents = row.equivalents.iter().map(|other| name(*other).split(", ").last().unwrap_or_default());
    let equivalents: Vec<_> = equivalents.map(|other| ["= ", other].concat()).collect();
    words.extend((!equivalents.is_empty()).then(|| (CAPTION, equivalents.join(" "))));
    words
}

/// Prevents line breaks within the parts of a list.
fn unbroken(list: &str) -> String {
    list.split(", ").map(|part| part.replace(' ', NO_BREAK)).collect::<Vec<_>>().join(", ")
}

/// Describes the options that a lane itself sets, such as `rounding exact`, which distinguish lanes with the same
/// limiter.
fn own_settings(lane: &scenario::Lane, scenario: &scenario::Scenario) -> String {
    if !lane.members.is_empty() {
        let name = |member: &scenario::Lane| {
            member.name.map_or_else(|| title(member.algorithm).to_owned(), |name| named(name.as_str()))
        };
        let between = if lane.algorithm == Algorithm::Layers { ", then " } else { " and " };
        return lane.members.iter().map(name).collect::<Vec<_>>().join(between);
    }
    let Ok(policy) = lane.policy(scenario) else { return String::new() };
    let settings = policy.settings();
    let is_own = |name: &str| lane.options.iter().any(|(own, _)| *own == name);
    let parameters = lane.algorithm.parameters().iter().filter(|parameter| is_own(parameter.name));
    let stated = parameters.filter_map(|parameter| {
        let value = match settings.get(parameter.name)? {
            Value::Number(number) if parameter.unit == Unit::Nanoseconds => duration(*number as u64),
            Value::Number(number) => count(*number as u64),
            Value::Word(word) => word.replace('_', " "),
        };
        Some([&*parameter.name.replace('_', " "), " ", &value].concat())
    });
    stated.collect::<Vec<_>>().join(", ")
}

/// Writes the words of a row, and returns where its area begins and where the row ends. Next to an area, each text
/// begins a line; above it, they share lines, and the first line may be partly occupied.
fn write_words(
    out: &mut String,
    scene: &Scene<'_>,
    words: &[(Kind, String)],
    taken: u64,
    top: u64,
    height: u64,
) -> (u64, u64) {
    let layout = &scene.layout;
    let mut y = top;
    if layout.is_wide() {
        for (kind, text) in words {
            y += kind.write_lines(out, layout.margin, y, &kind.lines(text, layout.words()));
        }
        return (top, y.max(top + height));
    }
    let (mut x, mut available) = (layout.margin, layout.inner() - taken);
    for (kind, text) in words {
        let width = kind.width(text).div_ceil(10);
        if x > layout.margin && x - layout.margin + width > available {
            (x, y, available) = (layout.margin, y + TITLE.leading, layout.inner());
        }
        let lines = kind.lines(text, available);
        for (line, below) in lines.iter().zip(0..) {
            kind.write(out, x * 10, (y + kind.leading * below) * 10 + TITLE.base(), line);
        }
        y += kind.leading * (lines.len() as u64).saturating_sub(1);
        x += width + GAP;
    }
    y += TITLE.leading + 2;
    (y, y + height)
}
