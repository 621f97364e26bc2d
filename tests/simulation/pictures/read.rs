//! Parses a picture: the marks and the texts of each lane.

use ratelab_simulation::{run::Counts, view::Span};
use roxmltree::{Document, Node};

/// The classes of marks and columns, by the numbers of the outcomes.
const OUTCOMES: [&str; 3] = ["allowed", "denied", "delayed"];

pub(super) struct Drawing {
    pub(super) size: (u32, u32),
    pub(super) span: Span,
    pub(super) title: String,
    pub(super) description: String,
    /// Every text.
    pub(super) words: Vec<String>,
    pub(super) lanes: Vec<Lane>,
    /// The labels of the axis.
    pub(super) ticks: Vec<String>,
    pub(super) disagreements: Option<Vec<u32>>,
    /// The class and the words of every text.
    texts: Vec<(String, String)>,
    /// The positions of texts, and the areas.
    anchors: Vec<(i64, i64)>,
    areas: Vec<[i64; 4]>,
    /// The column of each mark of the traffic; or else the top of each column, in tenths of a pixel above the ground.
    arrived: Vec<u32>,
    arrived_tops: Option<Vec<i64>>,
    /// The height of the columns, in tenths of a pixel, and the highest number in a column.
    scale: (i64, i64),
}

pub(super) struct Lane {
    pub(super) lane: usize,
    pub(super) limiter: String,
    pub(super) equivalents: Vec<usize>,
    pub(super) counts: Counts,
    pub(super) peak: u64,
    pub(super) limit: u32,
    /// `None` if there is no bound.
    pub(super) worst: Option<u128>,
    pub(super) words: Vec<String>,
    /// Labels at columns, and those at the end of the lane.
    pub(super) labels: (Vec<(String, u32)>, Vec<String>),
    /// The names of its rows, and the cause of their difference.
    pub(super) rows: Vec<String>,
    pub(super) causes: Vec<String>,
    pub(super) has_bracket: bool,
    pub(super) is_red: bool,
    pub(super) is_of_marks: bool,
    /// The column, the height, and the outcome of each mark.
    pub(super) marks: Vec<(u32, u32, u8)>,
    /// Columns with the cross of a rare denial.
    pub(super) rare: Vec<u32>,
    pub(super) edges: Vec<u32>,
    /// The tops of the outcomes' columns above the ground.
    tops: [Vec<i64>; 3],
}

/// Parses a number with at most one decimal, in tenths.
fn tenths(text: &str) -> i64 {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let value = whole.parse::<i64>().unwrap_or_else(|_| panic!("{text}")) * 10;
    value + part.parse::<i64>().expect("one digit")
}

fn number<T: core::str::FromStr>(node: Node<'_, '_>, name: &str) -> T {
    let text = node.attribute(name).unwrap_or_else(|| panic!("{name}"));
    text.parse().unwrap_or_else(|_| panic!("{name}={text}"))
}

fn coordinate(node: Node<'_, '_>, name: &str) -> i64 {
    tenths(node.attribute(name).unwrap_or_else(|| panic!("{name}")))
}

fn is(node: Node<'_, '_>, class: &str) -> bool {
    let classes: Vec<_> = node.attribute("class").unwrap_or_default().split(' ').collect();
    class.split(' ').all(|one| classes.contains(&one))
}

fn find<'a, 'x: 'a>(node: Node<'a, 'x>, class: &'a str) -> impl Iterator<Item = Node<'a, 'x>> + 'a {
    node.descendants().filter(move |node| is(*node, class))
}

fn text(node: Node<'_, '_>) -> String {
    node.text().unwrap_or_default().to_owned()
}

fn texts(node: Node<'_, '_>) -> Vec<String> {
    node.descendants().filter(|node| node.has_tag_name("text")).map(text).collect()
}

impl Drawing {
    pub(super) fn read(svg: &str) -> Self {
        let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
        let root = document.root_element();
        let span =
            Span::new(number(root, "data-from")..number(root, "data-to"), number(root, "data-columns"));
        let named = |name: &str| root.children().find(|node| node.has_tag_name(name)).map(text);
        let all = root.descendants().filter(|node| node.has_tag_name("text"));
        let requests = find(root, "requests").next().expect("the requests");
        let left = coordinate(find(requests, "area").next().expect("an area"), "x");
        let is_of_columns = find(requests, "columns").next().is_some();
        let lanes = find(root, "lane").map(|lane| Lane::read(lane, left, span)).collect();
        let area = |node: Node<'_, '_>| ["x", "y", "width", "height"].map(|name| coordinate(node, name));
        let mut drawing = Self {
            size: (number(root, "width"), number(root, "height")),
            span,
            title: named("title").expect("a title"),
            description: named("desc").expect("a description"),
            words: texts(root),
            lanes,
            ticks: find(root, "axis").flat_map(texts).collect(),
            disagreements: find(root, "disagreements").next().map(|strip| strip_of(strip, left, span)),
            texts: all
                .clone()
                .map(|node| (node.attribute("class").expect("a class").to_owned(), text(node)))
                .collect(),
            anchors: all.map(|node| (coordinate(node, "x"), coordinate(node, "y"))).collect(),
            areas: find(root, "area").map(area).collect(),
            arrived: columns_of_marks(requests, "arrived", left).map(|(column, _)| column).collect(),
            arrived_tops: is_of_columns.then(|| tops(requests, "arrived columns", left, span)),
            scale: (0, 1),
        };
        drawing.measure();
        drawing
    }

    /// Reads the scale of the columns from the words next to them.
    fn measure(&mut self) {
        let words = self.texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ");
        let Some((_, rest)) = words.split_once("At most ") else { return };
        let most = rest.split_once(" in").expect("a number").0.replace(',', "").parse().expect("a number");
        let height = self.areas[0][3];
        self.scale = ((height - 130).min(80 * most), most);
    }

    /// Returns the words of all texts of a class.
    pub(super) fn words_of_class(&self, class: &str) -> String {
        let all = self.texts.iter().filter(|(own, _)| own == class).map(|(_, words)| words.as_str());
        all.collect::<Vec<_>>().join(" ")
    }

    /// Asserts that each column has this many requests: as many marks, or a column of that height.
    pub(super) fn assert_arrivals(&self, counts: &[u32]) {
        let Some(tops) = &self.arrived_tops else {
            let drawn =
                |column: usize| self.arrived.iter().filter(|at| **at as usize == column).count() as u32;
            assert_eq!((0..counts.len()).map(drawn).collect::<Vec<_>>(), counts);
            return;
        };
        let (height, most) = self.scale;
        let high = |count: &u32| if *count == 0 { 0 } else { (i64::from(*count) * height / most).max(10) };
        assert_eq!(*tops, counts.iter().map(high).collect::<Vec<_>>());
    }

    /// Returns the heights of a column's parts: allowed, delayed, denied, each at least high enough to be visible.
    pub(super) fn heights(&self) -> impl Fn(&Counts) -> [i64; 3] {
        let (height, most) = self.scale;
        move |counts| {
            let (mut sum, mut before) = (0, 0);
            [(counts.allowed, 10), (counts.delayed, 10), (counts.denied, 20)].map(|(count, least)| {
                sum += i64::from(count);
                let top = if count == 0 { before } else { (sum * height / most).max(before + least) };
                let part = top - before;
                before = top;
                part
            })
        }
    }

    /// Asserts that no text is outside the picture, and that rows are below each other.
    pub(super) fn assert_within(&self) {
        let (width, height) = (i64::from(self.size.0) * 10, i64::from(self.size.1) * 10);
        for (x, y) in &self.anchors {
            assert!((0..width).contains(x) && (120..height).contains(y), "a text at {x}, {y}");
        }
        let mut bottom = 0;
        for [x, y, wide, high] in &self.areas {
            assert!(*y > bottom && *x >= 0 && x + wide <= width && y + high < height, "an area at {x}, {y}");
            assert_eq!(*wide, i64::from(self.span.width) * 10);
            bottom = y + high;
        }
    }
}

/// Returns the number of disagreements in each column.
fn strip_of(strip: Node<'_, '_>, left: i64, span: Span) -> Vec<u32> {
    let mut columns = vec![0; span.width as usize];
    for tick in find(strip, "disagreed") {
        // A tick is two pixels wide, and its column begins in its middle.
        columns[(coordinate(tick, "x") + 10 - left) as usize / 10] = number(tick, "data-count");
    }
    assert_eq!(number::<u32>(strip, "data-count"), columns.iter().sum::<u32>());
    columns
}

/// Returns the column and the height above the ground of each mark of a class.
fn columns_of_marks<'a>(
    node: Node<'a, 'a>,
    class: &'a str,
    left: i64,
) -> impl Iterator<Item = (u32, i64)> + 'a {
    let groups = find(node, class).filter(|group| is(*group, "marks") && !is(*group, "rare"));
    let marks = groups.flat_map(|group| group.children().filter(Node::is_element));
    marks.map(move |mark| {
        let (x, y) = centre(mark);
        assert_eq!((x - left) % 10, 5, "a mark is in the middle of its column");
        (((x - left) / 10) as u32, y)
    })
}

/// Returns the middle of a circle, or of a cross whose path begins at its upper left.
fn centre(mark: Node<'_, '_>) -> (i64, i64) {
    let Some(path) = mark.attribute("d") else { return (coordinate(mark, "cx"), coordinate(mark, "cy")) };
    let (from, rest) = path.strip_prefix('M').and_then(|path| path.split_once('l')).expect("a cross");
    let (x, y) = from.split_once(' ').expect("a point");
    let side = tenths(rest.split_once(' ').expect("a side").0);
    (tenths(x) + side / 2, tenths(y) + side / 2)
}

/// Returns the tops of columns above the ground.
fn tops(node: Node<'_, '_>, class: &str, left: i64, span: Span) -> Vec<i64> {
    let mut tops = vec![0; span.width as usize];
    for path in find(node, class).filter_map(|path| path.attribute("d")) {
        for line in path.split('M').skip(1) {
            let mut parts = line.trim_end_matches('z').split('V');
            let (x, ground) = parts.next().and_then(|from| from.split_once(' ')).expect("a point");
            let mut at = (tenths(x) - left) / 10;
            for step in parts {
                let Some((top, wide)) = step.split_once('h') else { continue };
                // An isolated column is drawn wider, so that it is visible.
                let wide: i64 = wide.parse().expect("whole columns");
                tops[(at + wide / 2) as usize] = tenths(ground) - tenths(top);
                at += wide;
            }
        }
    }
    tops
}

impl Lane {
    fn read(node: Node<'_, '_>, left: i64, span: Span) -> Self {
        let counts = Counts {
            allowed: number(node, "data-allowed"),
            denied: number(node, "data-denied"),
            delayed: number(node, "data-delayed"),
        };
        let equivalents: String = number(node, "data-equivalents");
        let column = |x: i64| ((x - left) / 10) as u32;
        let mut marks: Vec<(u32, i64, u8)> = Vec::new();
        for (outcome, class) in OUTCOMES.into_iter().enumerate() {
            marks.extend(columns_of_marks(node, class, left).map(|(column, y)| (column, y, outcome as u8)));
        }
        let lines = find(node, "edge").filter_map(|path| path.attribute("d"));
        let edges = lines
            .flat_map(|path| path.split('M').skip(1))
            .map(|line| column(tenths(line.split_once(' ').expect("a point").0)));
        let labels = find(node, "label");
        let (placed, last): (Vec<_>, Vec<_>) =
            labels.partition(|label| label.attribute("text-anchor").is_none());
        let (causes, rows): (Vec<_>, Vec<_>) =
            find(node, "row").partition(|words| words.attribute("text-anchor").is_none());
        Self {
            rows: rows.into_iter().map(text).collect(),
            causes: causes.into_iter().map(text).collect(),
            lane: number(node, "data-lane"),
            limiter: number(node, "data-limiter"),
            equivalents: equivalents.split_whitespace().map(|lane| lane.parse().expect("a lane")).collect(),
            counts,
            peak: number(node, "data-peak"),
            limit: number(node, "data-limit"),
            worst: node.attribute("data-worst").expect("data-worst").parse().ok(),
            words: texts(node),
            labels: (
                placed.into_iter().map(|label| (text(label), column(coordinate(label, "x")))).collect(),
                last.into_iter().map(text).collect(),
            ),
            has_bracket: find(node, "bracket").next().is_some(),
            is_red: find(node, "figure strong").next().is_some(),
            is_of_marks: find(node, "columns").next().is_none(),
            marks: levels(&marks),
            rare: find(node, "rare")
                .flat_map(|group| group.children().filter(Node::is_element))
                .map(|mark| column(centre(mark).0))
                .collect(),
            edges: edges.collect(),
            tops: OUTCOMES.map(|class| tops(node, &format!("{class} columns"), left, span)),
        }
    }

    /// Returns the heights of the parts of each column: allowed, delayed, denied.
    pub(super) fn columns(&self, drawing: &Drawing) -> Vec<[i64; 3]> {
        let part = |column: usize| {
            let mut before = 0;
            [0, 2, 1].map(|outcome: usize| {
                let top = self.tops[outcome][column];
                let part = (top - before).max(0);
                before = before.max(top);
                part
            })
        };
        (0..drawing.span.width as usize).map(part).collect()
    }
}

/// Converts heights to levels: the lowest is 0, and all are equally far apart.
fn levels(marks: &[(u32, i64, u8)]) -> Vec<(u32, u32, u8)> {
    let Some(lowest) = marks.iter().map(|(_, y, _)| *y).max() else { return Vec::new() };
    let mut heights: Vec<_> = marks.iter().map(|(_, y, _)| lowest - y).collect();
    heights.sort_unstable();
    heights.dedup();
    let level = |y: i64| heights.iter().position(|height| *height == lowest - y).expect("a height") as u32;
    marks.iter().map(|(column, y, outcome)| (*column, level(*y), *outcome)).collect()
}
