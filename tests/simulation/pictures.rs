//! The picture of a run, parsed: every mark, column, number, and word of it is the run's own.

mod read;

use ratelab_report::Report;
use std::collections::BTreeSet;

use ratelab_limiter::Limiter;
use ratelab_report::{
    svg::{LONGEST_CAPTION, Picture, Scheme, WIDTHS},
    words::{count, got_through, outcomes, title},
};
use ratelab_scenario::{scenario::Store, scenarios::BUILT_IN};
use ratelab_simulation::{
    run::{Counts, Kind},
    view::Span,
};

use self::read::{Drawing, Lane};
use crate::simulation::{built_in, run};

fn wide(width: u32) -> Picture {
    Picture { width, ..Picture::default() }
}

fn drawn(run: &Report, picture: &Picture) -> Drawing {
    Drawing::read(&run.draw(picture).expect("it is done"))
}

/// Returns the lanes that are drawn: equivalent lanes share one.
fn leaders(run: &Report) -> Vec<usize> {
    (0..run.lanes().len()).filter(|lane| run.equivalent_lane(*lane).is_none()).collect()
}

/// Checks every built-in scenario, narrow and wide.
#[test]
fn every_mark_and_number_is_the_runs_own() {
    for scenario in BUILT_IN {
        let run = run(scenario.text);
        for width in [320, 760, 1_400] {
            let drawing = drawn(&run, &wide(width));
            let (from, to) = run.shown().expect("it is done");
            assert_eq!(drawing.span, Span::new(from..to, drawing.span.width));
            let lanes: Vec<_> = drawing.lanes.iter().map(|lane| lane.lane).collect();
            assert_eq!(lanes, leaders(&run), "{}", scenario.name);
            assert_traffic(&run, &drawing);
            for lane in &drawing.lanes {
                assert_numbers(&run, lane);
                assert_marks(&run, &drawing, lane);
                assert_labels(&run, &drawing, lane);
                assert_rows(&run, lane, width);
            }
        }
    }
}

fn assert_traffic(run: &Report, drawing: &Drawing) {
    drawing.assert_arrivals(&run.view(drawing.span).traffic());
    let requests = run.traffic().map_or(0, |traffic| traffic.len() as u64);
    assert!(drawing.words.contains(&format!(
        "{} arrive{}",
        count(requests),
        if requests == 1 { "s" } else { "" }
    )));
    let disagreed = run.disagreements(&run.view(drawing.span)).filter(|_| run.lanes().len() > 1);
    assert_eq!(drawing.disagreements, disagreed);
    let outside = run.outside(&run.view(drawing.span)).expect("it is done");
    for words in [outside.before, outside.after, outside.edge.map(|text| text.words)].into_iter().flatten() {
        assert!(drawing.words.contains(&words), "{words}");
    }
}

fn assert_numbers(run: &Report, lane: &Lane) {
    let measures = run.measures(lane.lane).expect("it is done");
    let policy = run.lanes()[lane.lane].policy();
    assert_eq!(lane.limiter, policy.algorithm().name());
    assert_eq!(lane.counts, measures.counts);
    assert_eq!((lane.peak, lane.worst), (measures.most.cost, measures.bound));
    assert_eq!(lane.limit, policy.limit());
    let equivalents: Vec<_> =
        (0..run.lanes().len()).filter(|other| run.equivalent_lane(*other) == Some(lane.lane)).collect();
    assert_eq!(lane.equivalents, equivalents);
    let words = lane.words.join(" ");
    let stated = [
        title(policy.algorithm()).to_owned(),
        match run.lanes()[lane.lane].attempts() {
            Some(_) => got_through(measures.counts),
            None => outcomes(measures.counts),
        },
        count(measures.most.cost),
        match measures.bound {
            Some(bound) => format!("worst case: {}", count(bound as u64)),
            None => "worst case: any number".to_owned(),
        },
    ];
    for stated in stated {
        assert!(words.contains(&stated), "{stated}: {words}");
    }
}

/// Checks that marks are in their columns, stacked in their order, and that columns are as high as their numbers.
fn assert_marks(run: &Report, drawing: &Drawing, lane: &Lane) {
    let marks = run.marks(lane.lane, drawing.span, usize::MAX).expect("all of them");
    let columns = run.view(drawing.span).columns(lane.lane);
    if !lane.is_of_marks {
        assert_eq!(lane.columns(drawing), columns.iter().map(drawing.heights()).collect::<Vec<_>>());
        return;
    }
    let mut found = lane.marks.clone();
    found.sort_unstable();
    let mut expected: Vec<_> = Vec::new();
    let (mut last, mut level) = (u32::MAX, 0);
    for mark in marks {
        let column = drawing.span.column(mark.time);
        level = if column == last { level + 1 } else { 0 };
        last = column;
        expected.push((column, level, mark.kind as u8));
    }
    expected.sort_unstable();
    assert_eq!(found, expected);
}

fn assert_labels(run: &Report, drawing: &Drawing, lane: &Lane) {
    let labels = run.labels(lane.lane, &run.view(drawing.span)).expect("it is done");
    let bracket = labels.bracket.as_ref();
    assert_eq!(lane.has_bracket, bracket.is_some());
    let placed = labels.windows.iter().filter_map(|window| window.text.clone());
    let placed = placed.chain(bracket.and_then(|bracket| bracket.text.clone()));
    let placed: Vec<_> = placed.map(|text| (text.words, text.column)).collect();
    let last = labels.budget.map(|text| text.words).into_iter().chain(labels.in_band).chain(labels.after);
    assert_eq!(lane.labels, (placed, last.collect::<Vec<_>>()));
}

/// Checks that every row has the longest name that fits, and that the cause of their difference is shown.
fn assert_rows(run: &Report, lane: &Lane, width: u32) {
    let rows = run.rows(lane.lane).map_or(0, |(_, rows)| rows);
    assert_eq!(lane.rows.len(), rows);
    for (row, stated) in lane.rows.iter().enumerate() {
        let (words, name) = (run.row_words(lane.lane, row), run.row_name(lane.lane, row));
        let names = [words.expect("it is done"), name.expect("a row"), (row + 1).to_string()];
        assert!(names.contains(stated), "{stated}");
        assert!(width > 600 || *stated == names[2], "{stated} does not fit");
    }
    let cause = match run.lanes()[lane.lane].store() {
        Store::Sync { .. } => Some("servers sync"),
        Store::Down { .. } => Some("store down"),
        Store::Shared | Store::Local | Store::Race { .. } => None,
    };
    assert_eq!(lane.causes.join(""), cause.filter(|_| rows > 0).unwrap_or_default());
}

/// The bytes are the same each time, and screen readers get both sentences.
#[test]
fn the_picture_contains_both_sentences() {
    let run = built_in("edge-burst");
    let svg = run.to_svg().expect("it is done");
    assert_eq!(Some(&svg), built_in("edge-burst").to_svg().as_ref());
    let drawing = Drawing::read(&svg);
    let headline = "The fixed window let 20 through in 0.6 s, twice its limit of 10.";
    let reason = "Each window has its own budget. One ends at 10 s, between the two bursts, and the next \
                  begins with a full budget.";
    assert_eq!(
        (drawing.words_of_class("headline"), drawing.words_of_class("reason")),
        (headline.to_owned(), reason.to_owned())
    );
    assert_eq!(drawing.title, headline);
    assert!(drawing.description.starts_with(reason), "{}", drawing.description);
    assert!(drawing.description.contains("The sliding window log let 10 of 20 through"));
    let words = ["Requests", "20 arrive", "Peak in any 10 s", "Disagree on 10 requests", "= meter = GCRA"];
    let labels = ["20 in 0.6 s", "10 of 10 used", "the last starts at 18.5 s →", "7.4 of 10 tokens used"];
    let legend = ["allowed", "denied", "delayed", "budget in use", "window edge"];
    for words in words.into_iter().chain(labels).chain(legend) {
        assert!(drawing.words.iter().any(|drawn| drawn == words), "{words}: {:?}", drawing.words);
    }
    assert!(!svg.contains("<script") && !svg.contains("href"));
}

/// The label of a limiter that delays does not say that it allows.
#[test]
fn counts_are_worded_as_on_the_page() {
    let run = run("limit=5000/10s&traffic=20000@0s&lanes=token_bucket, leaky_bucket_queue&show=0s..1s");
    for width in [320, 760, 1_400] {
        let drawing = drawn(&run, &wide(width));
        let words: Vec<_> = drawing.lanes.iter().map(|lane| lane.words.join(" ")).collect();
        assert!(words[0].contains("5,000 allowed, 15,000 denied"), "{words:?}");
        assert!(words[1].contains("1 allowed, 4,999 delayed, 15,000 denied"), "{words:?}");
    }
    let own = run_of_own();
    let words: Vec<_> = drawn(&own, &wide(1_400)).lanes.iter().map(|lane| lane.words.join(" ")).collect();
    assert!(words[0].contains("rounding exact. 10 allowed, 10 denied"), "{words:?}");
    assert!(words[1].contains("window 7 s, count denied yes. 10 allowed, 10 denied"), "{words:?}");
    assert!(words[2].contains("GCRA and Fixed window. 10 allowed, 10 denied"), "{words:?}");
}

/// Lanes with their own settings.
fn run_of_own() -> Report {
    run(
        "lanes=sliding_window_counter rounding=exact, fixed_window window=7s count_denied=yes, all_of(gcra + \
         fixed_window)",
    )
}

/// Everything stays within the picture, and no row overlaps another, at any width.
#[test]
fn a_picture_of_any_width_holds_its_texts() {
    let caption = "A caption of the writer's. ".repeat(9);
    let assert_all_fits = |run: &Report, width: u32| {
        let drawing = drawn(run, &Picture { caption: caption.clone(), ..wide(width) });
        assert_eq!(drawing.size.0, width);
        drawing.assert_within();
    };
    for scenario in BUILT_IN {
        assert_all_fits(&run(scenario.text), 320);
    }
    for run in [built_in("edge-burst"), run_of_own()] {
        (320..=2_400).step_by(80).for_each(|width| assert_all_fits(&run, width));
    }
    let run = built_in("edge-burst");
    for (asked, is) in [(0, 320), (319, 320), (2_401, 2_400), (u32::MAX, 2_400)] {
        assert_eq!(drawn(&run, &wide(asked)).size.0, is);
    }
    assert_eq!(WIDTHS, 320..=2_400);
}

/// A title and a caption are text, whatever they contain.
#[test]
fn a_title_and_a_caption_are_escaped() {
    let evil = "</title><script>alert(1)</script> & \"quoted\" 'too' \u{0}\u{8}\u{fffe}\u{feff}]]>\ttab\nline שלום 限流器";
    let plain = "</title><script>alert(1)</script> & \"quoted\" 'too' \u{feff}]]> tab line שלום 限流器";
    let run = built_in("edge-burst");
    for width in [320, 760] {
        let picture = Picture { title: evil.to_owned(), caption: evil.to_owned(), ..wide(width) };
        let drawing = drawn(&run, &picture);
        assert_eq!(drawing.title, plain);
        // A word that is longer than a line is broken.
        let written =
            ["own-title", "own-caption"].map(|class| drawing.words_of_class(class).replace(' ', ""));
        assert_eq!(written, [plain.replace(' ', ""), plain.replace(' ', "")]);
        assert!(drawing.description.starts_with("The fixed window") && drawing.description.ends_with(plain));
        assert_eq!(drawing.words_of_class("headline small").split(' ').next(), Some("The"));
        drawing.assert_within();
    }
    let long = Picture { caption: "x".repeat(LONGEST_CAPTION), title: " \n ".to_owned(), ..wide(320) };
    let drawing = drawn(&run, &long);
    drawing.assert_within();
    assert_eq!(drawing.words_of_class("own-caption").replace(' ', "").len(), LONGEST_CAPTION);
    assert!(drawing.title.starts_with("The fixed window"), "spaces are no title: {}", drawing.title);
}

/// The colours of a picture are the page's: light, dark, or both for the reader's system to choose.
#[test]
fn colours_equal_the_tokens_of_the_page() {
    let tokens = include_str!("../../web/src/styles/tokens.css");
    let both = |name: &str| {
        let line = tokens.lines().find(|line| line.trim().starts_with(&format!("--{name}:"))).expect(name);
        let (_, colours) = line.split_once("light-dark(").expect(name);
        let (light, dark) = colours.split_once(", ").expect(name);
        (light.to_owned(), dark[..7].to_owned())
    };
    let names = ["ink", "muted", "lane", "paper", "allow", "deny", "delay", "deny-text"];
    let [light, dark] =
        [0, 1].map(|scheme| names.map(|name| [both(name).0, both(name).1][scheme].clone()).into());
    let run = built_in("edge-burst");
    let drawn = |scheme| run.draw(&Picture { scheme, ..Picture::default() }).expect("it is done");
    assert_eq!((colours(&drawn(Scheme::Light)), colours(&drawn(Scheme::Dark))), (light, dark));
    assert!(!drawn(Scheme::Light).contains("@media") && !drawn(Scheme::Dark).contains("@media"));
    let system = drawn(Scheme::System);
    let (before, after) = system.split_once("@media(prefers-color-scheme:dark)").expect("two schemes");
    assert_eq!(
        (colours(before), colours(after)),
        (colours(&drawn(Scheme::Light)), colours(&drawn(Scheme::Dark)))
    );
    // A page may inline pictures of several schemes.
    for svg in [drawn(Scheme::Light), drawn(Scheme::Dark), system] {
        let (_, rules) = svg.split_once("<style>\n").expect("a style");
        let rules = rules.split_once("</style>").expect("its end").0.lines();
        let own = svg.split_once("class=\"").and_then(|(_, rest)| rest.split_once('"')).expect("a class").0;
        for rule in rules.filter(|rule| rule.contains("{") && !rule.starts_with('@')) {
            let parts = rule.split_once('{').expect("a rule").0.split(',');
            assert!(parts.into_iter().all(|part| part.starts_with(&format!(".{own} "))), "{rule}");
        }
    }
}

fn colours(text: &str) -> BTreeSet<String> {
    text.split('#').skip(1).map(|colour| format!("#{}", &colour[..6])).collect()
}

/// The given time range is drawn, and equivalent limiters can have a lane each.
#[test]
fn a_picture_follows_its_options() {
    let run = built_in("edge-burst");
    let picture = Picture { show: Some((10_000_000_000, 11_000_000_000)), apart: true, ..Picture::default() };
    let drawing = drawn(&run, &picture);
    assert_eq!((drawing.span.from, drawing.span.to), (10_000_000_000, 11_000_000_000));
    assert_eq!(drawing.lanes.iter().map(|lane| lane.lane).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    assert!(drawing.lanes.iter().all(|lane| lane.equivalents.is_empty()));
    assert!(drawing.words.contains(&"← 10 earlier".to_owned()), "{:?}", drawing.words);
    let marks: Vec<_> = drawing.lanes.iter().map(|lane| lane.marks.len()).collect();
    assert_eq!(marks, [10; 7]);
}

/// Lanes have lines where their own windows begin, unless there are too many to see.
#[test]
fn edges_are_those_of_the_lanes_own_windows() {
    let own = run("lanes=fixed_window window=7s, fixed_window align=first, gcra&start=10s&show=0s..20s");
    let drawing = drawn(&own, &Picture::default());
    let edges: Vec<_> = drawing.lanes.iter().map(|lane| lane.edges.clone()).collect();
    let expected = [4, 11, 18].map(|second| drawing.span.column(second * 1_000_000_000)).to_vec();
    assert_eq!(edges, [expected, vec![], vec![]]);
    let narrow = run("limit=1/s&lanes=fixed_window&show=0s..1h");
    assert!(drawn(&narrow, &Picture::default()).lanes[0].edges.is_empty());
}

/// The axis has the same times as the page's: `web/tests/ticks.test.ts` reads the same table.
#[test]
fn ticks_match_the_table() {
    let rows: Vec<(String, String, u32, Vec<String>)> =
        serde_json::from_str(include_str!("../words/ticks.json")).expect("rows");
    let one = run("traffic=1@0s&lanes=gcra");
    for (from, to, columns, labels) in rows {
        let show = Some((from.parse().expect("a time"), to.parse().expect("a time")));
        // The width of a picture whose lanes have this many columns.
        let width = match columns {
            336 => 360,
            412 => 760,
            _ => 1_400,
        };
        let drawing = drawn(&one, &Picture { show, ..wide(width) });
        assert_eq!((drawing.span.width, &drawing.ticks), (columns, &labels), "{from}..{to}");
    }
}

/// Labels of the axis are distinct, at any time and any step.
#[test]
fn no_two_ticks_have_the_same_label() {
    let one = run("traffic=1@0s&lanes=gcra");
    let mut from = 0;
    while from < u64::MAX / 8 {
        let mut length = 1;
        while length < u64::MAX / 8 {
            let show = Some((from, from + length));
            let ticks = drawn(&one, &Picture { show, ..Picture::default() }).ticks;
            let distinct: BTreeSet<_> = ticks.iter().collect();
            assert!(!ticks.is_empty() && distinct.len() == ticks.len(), "{show:?}: {ticks:?}");
            length = length * 7 + 3;
        }
        from = from * 19 + 123_457;
    }
}

/// Only a peak above a lane's own limit is red.
#[test]
fn a_peak_is_red_if_it_is_over_its_own_limit() {
    let red = |text: &str| -> Vec<bool> {
        drawn(&run(text), &Picture::default()).lanes.iter().map(|lane| lane.is_red).collect()
    };
    assert_eq!(red("traffic=10@9.5s; 10@10.1s"), [true, false, true, false, false]);
    assert_eq!(
        red("traffic=10@9.5s; 10@10.1s&lanes=fixed_window limit=20, token_bucket capacity=20"),
        [false, false]
    );
}

/// One refusal among many requests is at least two pixels high, and has a cross.
#[test]
fn a_rare_refusal_is_drawn() {
    let run = run("limit=100000/s&traffic=50000/s for 2s; 1@1s cost 100000&lanes=token_bucket");
    let drawing = drawn(&run, &Picture::default());
    let lane = &drawing.lanes[0];
    assert_eq!(lane.counts, Counts { denied: 1, ..lane.counts });
    assert_eq!(lane.rare, [drawing.span.column(1_000_000_000)]);
    let denied =
        lane.columns(&drawing).into_iter().filter_map(|[_, _, denied]| (denied > 0).then_some(denied));
    assert_eq!(denied.collect::<Vec<_>>(), [20]);
    assert!(!lane.is_of_marks && Kind::Denied as u8 == 1);
}

/// The README's picture is current. After an intended change, `RATELAB_DRAW=1 cargo test -p ratelab-tests simulation`
/// draws it again.
#[test]
fn the_picture_in_the_readme_is_current() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/simulation/pictures/edge-burst.svg");
    let drawn = built_in("edge-burst").to_svg().expect("it is done");
    if std::env::var_os("RATELAB_DRAW").is_some() {
        std::fs::write(file, &drawn).expect("the picture can be written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("the picture"), drawn);
}
