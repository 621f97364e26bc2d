//! What all lanes of a picture share: the time range, the scale of their marks or columns, and that of their peaks.

use super::{
    constants::{
        HEADROOM, MARKS_FOOT, MARKS_HEIGHT_OF_MANY, MARKS_HEIGHTS, PICTURE_MARKS_HEAD,
        PICTURE_MARKS_HEIGHT_MAX, PICTURE_PITCH, PITCHES,
    },
    layout::Layout,
    stack::Stack,
};
use crate::Report;
use ratelab_scenario::scenario::Windows;
use ratelab_simulation::{
    measures::Measures,
    view::{Mark, Span, View},
};

pub(super) struct Scene<'run> {
    pub run: &'run Report,
    pub view: View<'run>,
    pub layout: Layout,
    pub span: Span,
    pub lanes: Vec<Row>,
    /// The number of requests in each column.
    pub traffic: Vec<u32>,
    /// The number of requests in each column that lanes decide differently, if they have requests in common.
    pub disagreements: Option<Vec<u32>>,
    /// The height of the marks in a lane, in pixels.
    pub height: u64,
    /// The distance between marks in tenths of a pixel; `None` if lanes show columns.
    pub pitch: Option<u64>,
    /// The highest number in a column of any lane.
    pub highest: u64,
    /// The highest amount that the bar of a peak shows.
    pub reach: u128,
}

/// A lane that is drawn.
pub(super) struct Row {
    pub lane: usize,
    /// Equivalent lanes, which are not drawn.
    pub equivalents: Vec<usize>,
    pub measures: Measures,
    pub marks: Option<Vec<Mark>>,
    pub windows: Option<Windows>,
}

impl<'run> Scene<'run> {
    pub(super) fn new(run: &'run Report, layout: Layout, span: Span, apart: bool) -> Option<Self> {
        let lanes = rows(run, span, apart)?;
        let view = run.view(span);
        let traffic = view.traffic();
        let measures =
            lanes.iter().map(|row| u128::from(row.measures.most.cost).max(row.measures.bound.unwrap_or(0)));
        let (reach, highest) = (measures.max().unwrap_or(1).max(1), highest(&view, &lanes, &traffic));
        let disagreements = run.disagreements(&view).filter(|_| run.lanes().len() > 1);
        let mut scene = Self {
            run,
            view,
            layout,
            span,
            lanes,
            traffic,
            disagreements,
            height: 0,
            pitch: None,
            highest,
            reach,
        };
        (scene.height, scene.pitch) = scene.sizes();
        Some(scene)
    }

    /// Returns the height of the marks, and the distance between them.
    fn sizes(&self) -> (u64, Option<u64>) {
        let usual = MARKS_HEIGHTS.get(self.lanes.len()).copied().unwrap_or(MARKS_HEIGHT_OF_MANY);
        let Some(stacks) = self.stacks() else { return (usual, None) };
        let most = stacks.iter().map(|stack| stack.highest).max().unwrap_or(0);
        let wished = (most * PICTURE_PITCH).div_ceil(10) + MARKS_FOOT + PICTURE_MARKS_HEAD;
        let height = wished.clamp(usual, PICTURE_MARKS_HEIGHT_MAX);
        let fits = |pitch: &u64| {
            stacks.iter().all(|stack| stack.fits(*pitch, height - MARKS_FOOT - PICTURE_MARKS_HEAD))
        };
        (height, PITCHES.into_iter().find(fits))
    }

    /// Returns the marks of all rows, if no lane has more of them than there are columns.
    fn stacks(&self) -> Option<Vec<Stack>> {
        let lanes: Option<Vec<_>> = self.lanes.iter().map(|row| row.marks.as_ref()).collect();
        let columns =
            |marks: &Vec<Mark>| Stack::new(marks.iter().map(|mark| self.span.column(mark.time).into()));
        let mut stacks: Vec<_> = lanes?.into_iter().map(columns).collect();
        stacks.push(self.arrivals());
        Some(stacks)
    }

    /// Returns the traffic as marks.
    pub(super) fn arrivals(&self) -> Stack {
        let columns = self.traffic.iter().zip(0..);
        Stack::new(columns.flat_map(|(count, column)| (0..*count).map(move |_| column)))
    }

    /// Returns the height of the highest column. A request is never higher than a mark.
    pub(super) fn columns_height(&self) -> u64 {
        ((self.height - MARKS_FOOT - HEADROOM) * 10).min(PITCHES[0] * self.highest)
    }

    /// Returns the windows of the lanes, if all lanes with windows share them: then the arrivals show them, too.
    pub(super) fn shared_windows(&self) -> Option<Windows> {
        let mut all = self.run.scenario().lanes.iter().filter_map(|lane| lane.windows(self.run.scenario()));
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }
}

fn rows(run: &Report, span: Span, apart: bool) -> Option<Vec<Row>> {
    let drawn_as = |lane: usize| run.equivalent_lane(lane).filter(|_| !apart).unwrap_or(lane);
    let all = 0..run.lanes().len();
    let row = |lane: usize| {
        Some(Row {
            lane,
            equivalents: all.clone().filter(|other| *other != lane && drawn_as(*other) == lane).collect(),
            measures: run.measures(lane)?,
            marks: run.marks(lane, span, span.width as usize),
            windows: run.scenario().lanes[lane].windows(run.scenario()),
        })
    };
    all.clone().filter(|lane| drawn_as(*lane) == *lane).map(row).collect()
}

fn highest(view: &View<'_>, rows: &[Row], traffic: &[u32]) -> u64 {
    let all = rows.iter().flat_map(|row| view.columns(row.lane));
    let decided = all.map(|counts| u64::from(counts.admitted()) + u64::from(counts.denied));
    decided.chain(traffic.iter().map(|count| (*count).into())).max().unwrap_or(0).max(1)
}

impl Row {
    /// Returns the whole budget, in requests.
    pub(super) fn limit(&self) -> u64 {
        self.measures.limit.amount.into()
    }
}
