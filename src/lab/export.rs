//! Results as files: the same bytes from the tool and from the page.

use crate::lab::plot::Style;
use crate::lab::rows::{aligned, csv, json, json_text, markdown};
use crate::lab::{Report, Row, Run, Table};

/// A file by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    pub name: String,
    pub text: String,
}

/// All files of a run: rows and tables as CSV, everything as JSON and Markdown, each plot as SVG. Times differ from run to run,
/// so they are written to separate files, `…-times.csv`, and nowhere else.
pub fn exports(run: &Run) -> Vec<Exported> {
    let name = run.experiment().name;
    let report = run.report();
    let rows = run.rows();
    let mut files = Vec::new();
    let mut add = |name: String, text: String| files.push(Exported { name, text });
    add(format!("{name}-rows.csv"), csv(&still(&rows)));
    if rows.iter().any(has_seconds) {
        add(format!("{name}-rows-times.csv"), csv(&rows));
    }
    for table in &report.tables {
        add(format!("{name}-{}.csv", table.name), csv(&still(&table.rows)));
        if table.rows.iter().any(has_seconds) {
            add(format!("{name}-{}-times.csv", table.name), csv(&table.rows));
        }
    }
    add(format!("{name}.json"), as_json(run, &report));
    add(format!("{name}.md"), as_markdown(run, &report));
    let mut numbers: Vec<(&str, usize)> = Vec::new();
    for plot in &report.plots {
        // Several boards may have a plot of the same name.
        let number = match numbers.iter_mut().find(|(known, _)| *known == plot.name) {
            Some((_, number)) => {
                *number += 1;
                format!("-{number}")
            }
            None => {
                numbers.push((plot.name, 1));
                String::new()
            }
        };
        add(format!("{name}-{}{number}.svg", plot.name), plot.svg(Style::Included));
    }
    files
}

/// The report as text for a terminal; with times where there are any.
pub fn printed(run: &Run) -> String {
    let experiment = run.experiment();
    let report = run.report();
    let mut text = format!("{}\n{}\n", experiment.title, run.setting().caption());
    if !experiment.source.is_empty() {
        text += &format!("published: {}\n", experiment.source);
    }
    for Table { title, rows, .. } in &report.tables {
        text += &format!("\n{title}\n{}", aligned(rows));
    }
    text + &format!("\n{}\n", report.finding)
}

fn has_seconds(row: &Row) -> bool {
    row.without_seconds().cells.len() < row.cells.len()
}

fn still(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(Row::without_seconds).collect()
}

fn as_json(run: &Run, report: &Report) -> String {
    let experiment = run.experiment();
    let tables: Vec<String> = report
        .tables
        .iter()
        .map(|table| {
            format!(
                "{{\"name\":{},\"title\":{},\"rows\":{}}}",
                json_text(table.name),
                json_text(&table.title),
                json(&still(&table.rows)).trim_end()
            )
        })
        .collect();
    format!(
        "{{\"experiment\":{},\"title\":{},\"settings\":{},\"source\":{},\"finding\":{},\n\"tables\":[{}],\n\"rows\":{}}}\n",
        json_text(experiment.name),
        json_text(experiment.title),
        json_text(&run.setting().to_string()),
        json_text(experiment.source),
        json_text(&report.finding),
        tables.join(",\n"),
        json(&still(&run.rows())).trim_end()
    )
}

fn as_markdown(run: &Run, report: &Report) -> String {
    let experiment = run.experiment();
    let mut text = format!("# {}\n\n{}\n\n", experiment.title, experiment.about);
    text += &format!("Settings: `{}`\n\n", run.setting().caption());
    if !experiment.source.is_empty() {
        text += &format!("Published figures: {}\n\n", experiment.source);
    }
    text += &format!("{}\n", report.finding);
    for Table { title, rows, .. } in &report.tables {
        text += &format!("\n## {title}\n\n{}", markdown(&still(rows)));
    }
    text
}
