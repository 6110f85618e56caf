//! Fields of a heat map: the stronger the colour, the higher the value, which stands in the field.

use super::axis::Scale;
use super::canvas::{Canvas, at};
use super::lines::{all_values, told};
use super::{Axis, Series, said};

pub(super) fn draw(canvas: &mut Canvas<'_>, across: &Axis, up: &Axis, places: &[String], series: &[Series]) {
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    canvas.widen_left(&names);
    let scale = Scale::new(up, all_values(series));
    let (columns, rows) = (places.len().max(1) as f64, series.len().max(1) as f64);
    canvas.place_names(places, |canvas, index| canvas.across((index as f64 + 0.5) / columns));
    let (width, height) = ((canvas.right - canvas.left) / columns, (canvas.bottom - canvas.top) / rows);
    for (row, series) in series.iter().enumerate() {
        let y = canvas.top + row as f64 * height;
        canvas.text("", canvas.left - 6.0, y + height / 2.0 + 4.0, "end", &series.name);
        for (column, (point, place)) in series.points.iter().zip(places).enumerate() {
            let Some(value) = point.value.value() else { continue };
            let x = canvas.left + column as f64 * width;
            let size = format!(
                r#"x="{}" y="{}" width="{}" height="{}""#,
                at(x + 1.0),
                at(y + 1.0),
                at(width - 2.0),
                at(height - 2.0)
            );
            // The value stands on a chip of the paper's colour: readable on every strength of colour.
            let (middle, line) = (x + width / 2.0, y + height / 2.0);
            let text = said(&point.value);
            let chip = 7.6 * text.chars().count() as f64 + 8.0;
            let drawn = format!(
                r#"<rect class="ground" {size}/><rect class="field" {size} fill-opacity="{:.2}"/><rect class="chip" x="{}" y="{}" width="{}" height="18" rx="3"/><text x="{}" y="{}" text-anchor="middle">{text}</text>"#,
                scale.place(value),
                at(middle - chip / 2.0),
                at(line - 9.0),
                at(chip),
                at(middle),
                at(line + 4.0),
            );
            canvas.point(0, &told(across, up, series, point, place), &drawn);
        }
    }
    canvas.outline();
    canvas.text("weak", (canvas.left + canvas.right) / 2.0, canvas.label_line(), "middle", &across.label);
}
