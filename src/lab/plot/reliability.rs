//! A reliability diagram: what is claimed against what is found.

use super::axis::Scale;
use super::canvas::{Canvas, Told, at};
use super::lines::shape;
use super::{Axis, Bin, said};

pub(super) fn draw(canvas: &mut Canvas<'_>, across: &Axis, up: &Axis, bins: &[Bin]) {
    let scale = Scale::new(&Axis::percent(""), std::iter::empty());
    canvas.frame(across, up, &scale);
    for (value, text) in scale.ticks() {
        let x = canvas.across(scale.place(value));
        canvas.text("weak", x, canvas.bottom + 18.0, "middle", &text);
    }
    let diagonal = format!(
        r#"<line class="chance" x1="{}" y1="{}" x2="{}" y2="{}"/>"#,
        at(canvas.left),
        at(canvas.bottom),
        at(canvas.right),
        at(canvas.top)
    );
    canvas.add(&diagonal);
    for bin in bins {
        let (Some(sure), Some(found)) = (bin.sure.value(), bin.found.value()) else { continue };
        let (x, y) = (canvas.across(scale.place(sure)), canvas.up(scale.place(found)));
        let mut drawn = String::new();
        if let (Some(low), Some(high)) = (bin.band.0.value(), bin.band.1.value()) {
            let (low, high) = (at(canvas.up(scale.place(low))), at(canvas.up(scale.place(high))));
            let (left, right, middle) = (at(x - 4.0), at(x + 4.0), at(x));
            drawn += &format!(
                r#"<path class="whisker" d="M{middle} {low}V{high}M{left} {low}H{right}M{left} {high}H{right}"/>"#
            );
        }
        drawn += &shape(0, x, y);
        let (low, high) = (bin.band.0.to_string(), bin.band.1.to_string());
        let label = format!(
            "claimed {} %, found {} % ({} to {}), {} automata",
            said(&bin.sure),
            said(&bin.found),
            said(&bin.band.0),
            said(&bin.band.1),
            bin.count
        );
        let low_high = Some((low, high));
        let told = Told { series: "found", place: &bin.name, value: bin.found.to_string(), low_high, label };
        canvas.point(0, &told, &drawn);
    }
    canvas.legend(&["found, with 95 % interval; the dashed line: claims that hold"], |style, x, y| {
        shape(style, x + 12.0, y)
    });
}
