//! Bars with whiskers.

use super::axis::Scale;
use super::canvas::{Canvas, STYLES, at};
use super::lines::{all_values, told};
use super::{Axis, Series};

pub(super) fn draw(canvas: &mut Canvas<'_>, across: &Axis, up: &Axis, places: &[String], series: &[Series]) {
    let scale = Scale::new(up, all_values(series));
    let group = 1.0 / places.len().max(1) as f64;
    canvas.place_names(places, |canvas, index| canvas.across(group * (index as f64 + 0.5)));
    canvas.frame(across, up, &scale);
    let width = 0.8 * group / series.len().max(1) as f64;
    for (index, place) in places.iter().enumerate() {
        for (style, series) in series.iter().enumerate() {
            let Some(point) = series.points.get(index) else { continue };
            let Some(value) = point.value.value() else { continue };
            let from = group * (index as f64 + 0.1) + width * style as f64;
            let (left, right) = (canvas.across(from), canvas.across(from + width));
            let (top, foot) = (canvas.up(scale.place(value.max(0.0))), canvas.up(scale.place(value.min(0.0))));
            let mut drawn = bar(style, left + 0.5, top, right - left - 1.0, (foot - top).max(1.0));
            if let Some((low, high)) = &point.band
                && let (Some(low), Some(high)) = (low.value(), high.value())
            {
                let (middle, low, high) =
                    ((left + right) / 2.0, canvas.up(scale.place(low)), canvas.up(scale.place(high)));
                let (left, right) = (at(middle - 4.0), at(middle + 4.0));
                let (middle, low, high) = (at(middle), at(low), at(high));
                drawn += &format!(
                    r#"<path class="whisker" d="M{middle} {low}V{high}M{left} {low}H{right}M{left} {high}H{right}"/>"#
                );
            }
            canvas.point(style, &told(across, up, series, point, place), &drawn);
        }
    }
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    canvas.legend(&names, |style, x, y| bar(style, x, y - 6.0, 22.0, 12.0));
}

/// A bar with lines across it, as many as its series' number, so that colour is not needed.
fn bar(style: usize, x: f64, y: f64, width: f64, height: f64) -> String {
    let mut drawn = format!(
        r#"<rect class="bar own" x="{}" y="{}" width="{}" height="{}"/>"#,
        at(x),
        at(y),
        at(width.max(1.0)),
        at(height)
    );
    let lines = style % STYLES;
    let mut path = String::new();
    for line in 1..=lines {
        let along = line as f64 / (lines + 1) as f64;
        if style.is_multiple_of(2) {
            path += &format!("M{} {}H{}", at(x), at(y + along * height), at(x + width));
        } else {
            path += &format!("M{} {}V{}", at(x + along * width), at(y), at(y + height));
        }
    }
    if !path.is_empty() {
        drawn += &format!(r#"<path class="pattern" d="{path}"/>"#);
    }
    drawn
}
