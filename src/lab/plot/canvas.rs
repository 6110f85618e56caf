//! The paper of a plot: title, frame, axes, legend, and marks that can be read aloud.

use std::fmt::Write as _;

use super::axis::Scale;
use super::{Axis, CSS, Plot, Style};

/// The size of every plot, and of what stands around the frame.
const WIDTH: f64 = 720.0;
const FRAME_HEIGHT: f64 = 300.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 16.0;
const LEGEND_ROW: f64 = 20.0;
/// Longer names are cut.
const LONGEST_NAME: usize = 32;
/// About how wide a character is.
const CHARACTER: f64 = 7.2;
/// So many series are told apart by colour, dash and shape.
pub(super) const STYLES: usize = 8;

pub(super) struct Canvas<'a> {
    plot: &'a Plot,
    body: String,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    height: f64,
    /// How far slanted names reach below the frame.
    drop: f64,
    points: usize,
}

/// A number with one digit after the point: enough for a picture, and the same everywhere.
pub(super) fn at(number: f64) -> String {
    format!("{number:.1}")
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What a mark says and carries.
pub(super) struct Told<'a> {
    pub(super) series: &'a str,
    pub(super) place: &'a str,
    pub(super) value: String,
    pub(super) low_high: Option<(String, String)>,
    /// The sentence that is spoken.
    pub(super) label: String,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(plot: &'a Plot) -> Canvas<'a> {
        let (left, bottom) = (64.0, TOP + FRAME_HEIGHT);
        Canvas {
            plot,
            body: String::new(),
            left,
            top: TOP,
            right: WIDTH - RIGHT,
            bottom,
            height: bottom + 52.0,
            drop: 0.0,
            points: 0,
        }
    }

    /// More room on the left, for names of rows.
    pub(super) fn widen_left(&mut self, names: &[&str]) {
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        self.left = (24.0 + CHARACTER * longest as f64).clamp(64.0, 260.0);
    }

    pub(super) fn add(&mut self, element: &str) {
        self.body += element;
        self.body.push('\n');
    }

    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
        let (x, y) = (at(x), at(y));
        self.add(&format!(r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{}</text>"#, escaped(text)));
    }

    /// Where the label of the horizontal axis stands.
    pub(super) fn label_line(&self) -> f64 {
        self.bottom + 40.0 + self.drop
    }

    pub(super) fn across(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    pub(super) fn up(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }

    /// The frame, horizontal lines at round numbers, and the labels of both axes.
    pub(super) fn frame(&mut self, across: &Axis, up: &Axis, scale: &Scale) {
        for (value, text) in scale.ticks() {
            let y = self.up(scale.place(value));
            let (from, to) = (at(self.left), at(self.right));
            self.add(&format!(r#"<line class="grid" x1="{from}" y1="{0}" x2="{to}" y2="{0}"/>"#, at(y)));
            self.text("weak", self.left - 6.0, y + 4.0, "end", &text);
        }
        self.outline();
        self.axis_labels(across, up);
    }

    pub(super) fn outline(&mut self) {
        let (x, y, width, height) = (self.left, self.top, self.right - self.left, self.bottom - self.top);
        let rect = format!(
            r#"<rect class="frame" x="{}" y="{}" width="{}" height="{}"/>"#,
            at(x),
            at(y),
            at(width),
            at(height)
        );
        self.add(&rect);
    }

    pub(super) fn axis_labels(&mut self, across: &Axis, up: &Axis) {
        let named = |axis: &Axis| match axis.unit {
            "" => axis.label.clone(),
            unit => format!("{} ({unit})", axis.label),
        };
        self.text("weak", (self.left + self.right) / 2.0, self.label_line(), "middle", &named(across));
        let middle = (self.top + self.bottom) / 2.0;
        let label = escaped(&named(up));
        let middle = at(middle);
        self.add(&format!(
            r#"<text class="weak" x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">{label}</text>"#
        ));
    }

    /// Names of places under the frame: slanted where words need more room, and only some where numbers do. To be called
    /// before what stands below them.
    pub(super) fn place_names(&mut self, places: &[String], x: impl Fn(&Canvas<'_>, usize) -> f64) {
        let room = (self.right - self.left) / places.len().max(1) as f64;
        let width = |name: &String| CHARACTER * name.chars().count() as f64;
        let longest = places.iter().map(width).fold(1.0, f64::max);
        let numbers = places.iter().all(|name| name.chars().all(|c| c.is_ascii_digit() || c == '.'));
        if longest + 6.0 <= room || numbers {
            let every = ((longest + 6.0) / room).ceil().max(1.0) as usize;
            for (index, name) in places.iter().enumerate().filter(|(index, _)| index % every == 0) {
                let x = x(self, index);
                self.text("weak", x, self.bottom + 18.0, "middle", name);
            }
            return;
        }
        // The first name reaches furthest to the left: so far as the cosine of 40 degrees says.
        let shown = longest.min(LONGEST_NAME as f64 * CHARACTER);
        self.left = self.left.max(0.766 * shown - room / 2.0 + 12.0);
        let every = (15.0 / room).ceil().max(1.0) as usize;
        let y = at(self.bottom + 14.0);
        for (index, name) in places.iter().enumerate().filter(|(index, _)| index % every == 0) {
            let short: String = name.chars().take(LONGEST_NAME).collect();
            let x = at(x(self, index) + 4.0);
            self.add(&format!(
                r#"<text class="weak" x="{x}" y="{y}" text-anchor="end" transform="rotate(-40 {x} {y})">{}</text>"#,
                escaped(&short)
            ));
        }
        // And so far down as the sine says.
        self.drop = 0.643 * shown;
        self.height = self.bottom + 52.0 + self.drop;
    }

    /// Names of the series with what they look like, below the picture.
    pub(super) fn legend(&mut self, names: &[&str], sample: impl Fn(usize, f64, f64) -> String) {
        let (mut x, mut y) = (self.left, self.bottom + 62.0 + self.drop);
        for (index, name) in names.iter().enumerate() {
            let width = 44.0 + CHARACTER * name.chars().count() as f64;
            if x + width > self.right && x > self.left {
                (x, y) = (self.left, y + LEGEND_ROW);
            }
            let drawn = sample(index, x, y);
            self.add(&format!(r#"<g class="s{}">{drawn}</g>"#, index % STYLES));
            self.text("", x + 30.0, y + 4.0, "start", name);
            x += width;
        }
        self.height = y + 16.0;
    }

    /// A mark with what it says.
    pub(super) fn point(&mut self, style: usize, told: &Told<'_>, drawn: &str) {
        let mut group = format!(r#"<g class="point s{}" data-index="{}""#, style % STYLES, self.points);
        let _ = write!(group, r#" data-series="{}" data-place="{}""#, escaped(told.series), escaped(told.place));
        let _ = write!(group, r#" data-value="{}""#, told.value);
        if let Some((low, high)) = &told.low_high {
            let _ = write!(group, r#" data-low="{low}" data-high="{high}""#);
        }
        let label = escaped(&told.label);
        let _ = write!(group, r#" aria-label="{label}"><title>{label}</title>{drawn}</g>"#);
        self.add(&group);
        self.points += 1;
    }

    pub(super) fn finish(self, style: Style) -> String {
        let Plot { title, caption, name, .. } = self.plot;
        let (title, caption) = (escaped(title), escaped(caption));
        let (width, height) = (at(WIDTH), at(self.height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kibitzer-plot\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{title}. {caption}\" data-name=\"{name}\" data-points=\"{}\">\n",
            self.points
        );
        if style == Style::Included {
            let _ = writeln!(svg, "<title>{title}</title>\n<desc>{caption}</desc>\n<style>\n{CSS}</style>");
        }
        let _ = writeln!(svg, r#"<rect class="paper" width="{width}" height="{height}"/>"#);
        let _ = writeln!(svg, r#"<text class="heading" x="16" y="24">{title}</text>"#);
        svg + &self.body + "</svg>\n"
    }
}
