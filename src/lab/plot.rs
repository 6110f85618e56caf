//! Plots as SVG, so that page, tool and tests see the same picture.
//!
//! A plot states its finding in a caption. Every mark is a group with its series, its place and its value as text and as
//! data attributes: a page can make the whole plot one tab stop, move from mark to mark with the arrow keys and
//! speak the value. The values are cells of a table, printed as the table prints them.

mod axis;
mod bars;
mod canvas;
mod heat;
mod lines;
mod reliability;

use crate::lab::Cell;
use canvas::Canvas;

/// A figure: a picture under a title, with a caption that says what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// For file names.
    pub name: &'static str,
    pub title: String,
    pub caption: String,
    pub picture: Picture,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// A line for each series over the same places, with a band from low to high where that is known.
    Lines { across: Axis, up: Axis, places: Vec<String>, series: Vec<Series> },
    /// A bar for each series at each place, with a whisker from low to high where that is known.
    Bars { across: Axis, up: Axis, places: Vec<String>, series: Vec<Series> },
    /// A coloured field with its value for each place and series.
    Heat { across: Axis, up: Axis, places: Vec<String>, series: Vec<Series> },
    /// Observed frequency over claimed probability; 0 to 100 per cent both ways.
    Reliability { across: Axis, up: Axis, bins: Vec<Bin> },
}

/// What an axis shows. A scale of numbers may be given; otherwise it begins at 0, or below, and holds all values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    pub label: String,
    pub unit: &'static str,
    pub scale: Option<(f64, f64)>,
}

impl Axis {
    pub fn new(label: &str) -> Axis {
        Axis { label: label.to_owned(), ..Axis::default() }
    }

    /// From 0 to 100.
    pub fn percent(label: &str) -> Axis {
        Axis { label: label.to_owned(), unit: "%", scale: Some((0.0, 100.0)) }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// One for each place; missing where there is no number.
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub value: Cell,
    pub band: Option<(Cell, Cell)>,
}

impl Point {
    pub const MISSING: Point = Point { value: Cell::Missing, band: None };

    pub fn new(value: &Cell) -> Point {
        Point { value: value.clone(), band: None }
    }

    pub fn with_band(value: &Cell, low: &Cell, high: &Cell) -> Point {
        let known = low.value().is_some() && high.value().is_some();
        Point { value: value.clone(), band: known.then(|| (low.clone(), high.clone())) }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bin {
    pub name: String,
    /// How sure, on average, in per cent.
    pub sure: Cell,
    /// How often true, in per cent, with an interval.
    pub found: Cell,
    pub band: (Cell, Cell),
    pub count: Cell,
}

/// Whether a picture brings its colours along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// For a file of its own: light or dark as the reader's system is.
    Included,
    /// For a page that has [`CSS`] in its own style sheet.
    Left,
}

/// The colours and lines of all plots. A page that has its own dark theme sets `--plot-ink` and the others there.
pub const CSS: &str = include_str!("plot/plot.css");

impl Plot {
    /// The picture as a complete SVG document, or as an element for a page.
    pub fn svg(&self, style: Style) -> String {
        let mut canvas = Canvas::new(self);
        match &self.picture {
            Picture::Lines { across, up, places, series } => lines::draw(&mut canvas, across, up, places, series),
            Picture::Bars { across, up, places, series } => bars::draw(&mut canvas, across, up, places, series),
            Picture::Heat { across, up, places, series } => heat::draw(&mut canvas, across, up, places, series),
            Picture::Reliability { across, up, bins } => reliability::draw(&mut canvas, across, up, bins),
        }
        canvas.finish(style)
    }

    /// Every value that the picture shows, as the table prints it.
    pub fn values(&self) -> Vec<String> {
        let of = |point: &Point| {
            let band = point.band.iter().flat_map(|(low, high)| [low.to_string(), high.to_string()]);
            [point.value.to_string()].into_iter().chain(band).collect::<Vec<_>>()
        };
        match &self.picture {
            Picture::Lines { series, .. } | Picture::Bars { series, .. } | Picture::Heat { series, .. } => {
                let points = series.iter().flat_map(|series| &series.points);
                points.filter(|point| point.value.value().is_some()).flat_map(of).collect()
            }
            Picture::Reliability { bins, .. } => bins
                .iter()
                .flat_map(|bin| [&bin.sure, &bin.found, &bin.band.0, &bin.band.1, &bin.count].map(Cell::to_string))
                .collect(),
        }
    }
}

/// A number as people say it: no zeros at the end.
pub(super) fn said(cell: &Cell) -> String {
    let text = cell.to_string();
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
