//! A comparison as a picture without scripts: what the page shows, in the page's words. The same run with the same
//! options yields the same bytes.
//!
//! Numbers that a program may want to read are attributes: `data-from`, `data-to`, and `data-columns` of the picture,
//! and for each lane its limiter, its counts, its peak, and more.
//!
//! # Two painters
//!
//! The page paints the same figure on a canvas, in `web/src/plot`. Both painters share one table of [`constants`],
//! from which the page's is generated, and follow the same rules for [`positions`] and for the ticks of the axis.
//! Tests hold both to these rules, but each implements them itself.
//!
//! A display list was tried instead: the column and the level of each mark, the width and the cross of each column,
//! window edges, and ticks with their labels, computed once here and passed to the canvas as typed arrays. The module
//! of the first picture grew by 7,308 bytes after gzip, to 48,387 (marks and columns 1,452, edges 2,961, ticks
//! 3,039), and the scripts of an embedded figure shrank by 890. So a reader would load 6.4 kB more to see the same
//! figure, and the module would exceed its budget. The numbers are in `tests/bench/README.md`.

mod axis;
mod band;
mod causes;
mod columns;
mod inks;
mod labels;
mod layout;
mod legend;
mod marks;
mod peak;
pub mod positions;
mod rows;
mod scene;
mod stack;
mod strips;
mod text;
mod windows;

use core::{fmt::Write, ops::RangeInclusive};

pub use self::inks::{colours, texts, theme_colours, tokens};
use self::{axis::Axis, layout::Layout, scene::Scene, text::escaped};
use crate::{Finding, Report, constants};
use ratelab_simulation::view::Span;

/// The range of widths of a picture, in pixels.
pub const WIDTHS: RangeInclusive<u32> = 320..=2_400;

/// The largest number of characters in a title.
pub const LONGEST_TITLE: usize = 200;
/// The largest number of characters in a caption.
pub const LONGEST_CAPTION: usize = 1_000;

/// Pixels between the parts of a picture.
const PARTS_APART: u64 = 14;

/// Options of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The width in pixels, within [`WIDTHS`].
    pub width: u32,
    /// Its colours.
    pub scheme: Scheme,
    /// A title above the picture; empty if there is none.
    pub title: String,
    /// A caption below the picture; empty if there is none.
    pub caption: String,
    /// The time range to draw, if it is not the one that the run shows at first.
    pub show: Option<(u64, u64)>,
    /// Whether equivalent limiters have a lane each.
    pub apart: bool,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Follows the reader's system.
    #[default]
    System,
}

impl Scheme {
    /// All schemes, by their names in JavaScript.
    pub const ALL: [(&'static str, Self); 3] =
        [("system", Self::System), ("light", Self::Light), ("dark", Self::Dark)];
}

impl Default for Picture {
    /// As wide as a column of text.
    fn default() -> Self {
        let (title, caption) = (String::new(), String::new());
        Self { width: 760, scheme: Scheme::System, title, caption, show: None, apart: false }
    }
}

impl Report {
    /// Draws the run as SVG, once it is done.
    pub fn to_svg(&self) -> Option<String> {
        self.draw(&Picture::default())
    }

    /// Draws the run as SVG with these options. A width out of range is clamped.
    pub fn draw(&self, picture: &Picture) -> Option<String> {
        let (from, to) = picture.show.or(self.shown())?;
        let layout = Layout::new(picture.width.clamp(*WIDTHS.start(), *WIDTHS.end()).into());
        let scene = Scene::new(self, layout, Span::new(from..to, layout.area as u32), picture.apart)?;
        let mut body = String::new();
        let mut y = self.draw_head(&mut body, &scene.layout, picture)?;
        y = rows::draw(&mut body, &scene, y);
        y += Axis::new(scene.span).draw(&mut body, &scene, y) + PARTS_APART / 2;
        y += legend::draw(&mut body, &scene, y);
        let caption = text::OWN_CAPTION.without_orphan(&picture.caption, layout.inner());
        if !caption.is_empty() {
            y += PARTS_APART / 2;
            y += text::OWN_CAPTION.write_lines(&mut body, layout.margin, y, &caption);
        }
        Some(self.framed(picture, &scene, &body, y + layout.margin - 4))
    }

    /// Draws the title and both sentences.
    fn draw_head(&self, out: &mut String, layout: &Layout, picture: &Picture) -> Option<u64> {
        let Finding { headline, reason } = self.finding()?;
        let title = text::OWN_TITLE.balanced(&picture.title, layout.inner());
        let is_small = !title.is_empty() || !layout.is_wide();
        let kind = if is_small { text::SMALL_HEADLINE } else { text::HEADLINE };
        let mut y = layout.margin - 4;
        if !title.is_empty() {
            y += text::OWN_TITLE.write_lines(out, layout.margin, y, &title) + 4;
        }
        y += kind.write_lines(out, layout.margin, y, &kind.balanced(headline, layout.inner())) + 2;
        y += text::REASON.write_lines(
            out,
            layout.margin,
            y,
            &text::REASON.without_orphan(reason, layout.inner()),
        );
        Some(y + PARTS_APART)
    }

    /// Wraps a body into a complete file.
    fn framed(&self, picture: &Picture, scene: &Scene<'_>, body: &str, height: u64) -> String {
        let Scene { span, layout: Layout { width, .. }, .. } = scene;
        let (headline, reason) =
            self.finding().map_or(("", ""), |finding| (&finding.headline, &finding.reason));
        let sentences = (0..self.lanes().len()).filter_map(|lane| self.sentence(lane));
        let own = [picture.title.clone(), headline.to_owned()];
        let mut names = own.into_iter().filter(|name| !name.trim().is_empty());
        let name = names.next().unwrap_or_default();
        let description = names.chain([reason.to_owned()]).chain(sentences).chain([picture.caption.clone()]);
        let description: Vec<_> = description.filter(|part| !part.trim().is_empty()).collect();
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" data-from=\"{}\" data-to=\"{}\" data-columns=\"{}\">\n",
            inks::root(picture.scheme),
            span.from,
            span.to,
            span.width
        );
        let _ = write!(
            text,
            "<title>{}</title>\n<desc>{}</desc>\n<style>\n{}</style>\n<rect class=\"paper\" width=\"{width}\" \
             height=\"{height}\"/>\n{body}</svg>\n",
            escaped(&name),
            escaped(&description.join(" ")),
            inks::style(picture.scheme)
        );
        text
    }
}
