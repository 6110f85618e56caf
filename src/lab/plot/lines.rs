//! Lines with bands.

use super::axis::Scale;
use super::canvas::{Canvas, Told, at};
use super::{Axis, Point, Series, said};

const DASHES: [&str; 4] = ["", "7 4", "2 3", "10 3 2 3"];

pub(super) fn draw(canvas: &mut Canvas<'_>, across: &Axis, up: &Axis, places: &[String], series: &[Series]) {
    let scale = Scale::new(up, all_values(series));
    let last = places.len().saturating_sub(1).max(1) as f64;
    let x = |canvas: &Canvas<'_>, index: usize| canvas.across(0.03 + 0.94 * index as f64 / last);
    canvas.place_names(places, x);
    canvas.frame(across, up, &scale);
    for (style, series) in series.iter().enumerate() {
        band(canvas, style, series, &scale, x);
        let dash = DASHES[style % DASHES.len()];
        for part in connected(series) {
            let points: Vec<String> = part
                .iter()
                .filter_map(|index| {
                    let y = canvas.up(scale.place(series.points[*index].value.value()?));
                    Some(format!("{},{}", at(x(canvas, *index)), at(y)))
                })
                .collect();
            let points = points.join(" ");
            canvas.add(&format!(
                r#"<g class="s{}"><polyline class="line own-line" stroke-dasharray="{dash}" points="{points}"/></g>"#,
                style % super::canvas::STYLES
            ));
        }
    }
    for (style, series) in series.iter().enumerate() {
        for (index, (point, place)) in series.points.iter().zip(places).enumerate() {
            let Some(value) = point.value.value() else { continue };
            let drawn = shape(style, x(canvas, index), canvas.up(scale.place(value)));
            canvas.point(style, &told(across, up, series, point, place), &drawn);
        }
    }
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    canvas.legend(&names, |style, x, y| {
        let dash = DASHES[style % DASHES.len()];
        let line = format!(
            r#"<line class="line own-line" stroke-dasharray="{dash}" x1="{}" y1="{1}" x2="{2}" y2="{1}"/>"#,
            at(x),
            at(y),
            at(x + 24.0)
        );
        line + &shape(style, x + 12.0, y)
    });
}

/// Every number that the scale must hold.
pub(super) fn all_values(series: &[Series]) -> impl Iterator<Item = f64> {
    series.iter().flat_map(|series| &series.points).flat_map(|point| {
        let band = point.band.iter().flat_map(|(low, high)| [low.value(), high.value()]);
        [point.value.value()].into_iter().chain(band).flatten().collect::<Vec<_>>()
    })
}

/// What is spoken of a point.
pub(super) fn told<'a>(across: &Axis, up: &Axis, series: &'a Series, point: &Point, place: &'a str) -> Told<'a> {
    let unit = if up.unit.is_empty() { String::new() } else { format!(" {}", up.unit) };
    let mut label = format!("{}, {} {place}: {}{unit}", series.name, across.label, said(&point.value));
    if let Some((low, high)) = &point.band {
        label += &format!(", {} to {}", said(low), said(high));
    }
    let low_high = point.band.as_ref().map(|(low, high)| (low.to_string(), high.to_string()));
    Told { series: &series.name, place, value: point.value.to_string(), low_high, label }
}

/// Runs of points that are there; a gap is not bridged.
fn connected(series: &Series) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    for (index, point) in series.points.iter().enumerate() {
        match (point.value.value(), parts.last_mut()) {
            (Some(_), Some(part)) => part.push(index),
            _ => parts.push(Vec::new()),
        }
    }
    parts.retain(|part| part.len() > 1);
    parts
}

fn band(canvas: &mut Canvas<'_>, style: usize, series: &Series, scale: &Scale, x: impl Fn(&Canvas<'_>, usize) -> f64) {
    let known: Vec<(usize, f64, f64)> = series
        .points
        .iter()
        .enumerate()
        .filter_map(|(index, point)| {
            let (low, high) = point.band.as_ref()?;
            Some((index, low.value()?, high.value()?))
        })
        .collect();
    if known.len() < 2 {
        return;
    }
    let place = |index: usize, value: f64| format!("{},{}", at(x(canvas, index)), at(canvas.up(scale.place(value))));
    let upper = known.iter().map(|(index, _, high)| place(*index, *high));
    let lower = known.iter().rev().map(|(index, low, _)| place(*index, *low));
    let points: Vec<String> = upper.chain(lower).collect();
    let points = points.join(" ");
    canvas.add(&format!(
        r#"<g class="s{}"><polygon class="band own" points="{points}"/></g>"#,
        style % super::canvas::STYLES
    ));
}

/// A shape for each series, so that colour is not needed to tell them apart.
pub(super) fn shape(style: usize, x: f64, y: f64) -> String {
    let path = |moves: &[(f64, f64)]| {
        let points: Vec<String> = moves.iter().map(|(dx, dy)| format!("{} {}", at(x + dx), at(y + dy))).collect();
        format!(r#"<path class="mark own" d="M{}Z"/>"#, points.join("L"))
    };
    match style % super::canvas::STYLES {
        0 => format!(r#"<circle class="mark own" cx="{}" cy="{}" r="5"/>"#, at(x), at(y)),
        1 => path(&[(-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)]),
        2 => path(&[(0.0, -6.0), (5.5, 4.5), (-5.5, 4.5)]),
        3 => path(&[(0.0, -6.5), (6.5, 0.0), (0.0, 6.5), (-6.5, 0.0)]),
        4 => path(&[(0.0, 6.0), (5.5, -4.5), (-5.5, -4.5)]),
        5 => path(&[
            (-2.0, -6.0),
            (2.0, -6.0),
            (2.0, -2.0),
            (6.0, -2.0),
            (6.0, 2.0),
            (2.0, 2.0),
            (2.0, 6.0),
            (-2.0, 6.0),
            (-2.0, 2.0),
            (-6.0, 2.0),
            (-6.0, -2.0),
            (-2.0, -2.0),
        ]),
        6 => path(&[(0.0, -6.5), (6.0, -2.0), (4.0, 5.5), (-4.0, 5.5), (-6.0, -2.0)]),
        _ => path(&[(-6.0, -2.5), (6.0, -2.5), (6.0, 2.5), (-6.0, 2.5)]),
    }
}
