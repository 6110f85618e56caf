//! Rows of an experiment as text, for a file or a message, and read back as the same rows.

use crate::decimal;
use crate::lab::{Cell, Column, Experiment, Row, csv};

/// The rows of a cell as text, for a file or a message; [`Run::restore`] reads it.
pub fn write_rows(rows: &[Row]) -> String {
    csv(rows)
}

/// Reads rows of this experiment; `None` when they are not.
pub fn read_rows(experiment: &'static Experiment, text: &str) -> Option<Vec<Row>> {
    let mut lines = read_csv(text)?.into_iter();
    let Some(header) = lines.next() else { return Some(Vec::new()) };
    let keys = experiment.keys.len();
    let expected = ["experiment"].into_iter().chain(experiment.keys.iter().copied()).chain(["seed"]);
    if !expected.chain(experiment.columns.iter().map(|column| column.name())).eq(header.iter().map(String::as_str)) {
        return None;
    }
    lines
        .map(|line| {
            if line.len() != header.len() || line[0] != experiment.name {
                return None;
            }
            let parameters = experiment.keys.iter().copied().zip(line[1..=keys].iter().cloned()).collect();
            let seed = line[keys + 1].parse().ok()?;
            let cells = experiment.columns.iter().zip(&line[keys + 2..]);
            let cells = cells.map(|(column, text)| Some((column.name(), read_cell(*column, text)?)));
            Some(Row { experiment: experiment.name, parameters, seed, cells: cells.collect::<Option<_>>()? })
        })
        .collect()
}

fn read_cell(column: Column, text: &str) -> Option<Cell> {
    let number = |text: &str| match text.strip_prefix('-') {
        Some(positive) => decimal::read(positive).map(|number| -number),
        None => decimal::read(text),
    };
    if text == "-" {
        return Some(Cell::Missing);
    }
    match column {
        Column::Text(_) => Some(Cell::Text(text.to_owned())),
        Column::Count(_) => text.parse().ok().map(Cell::Count),
        Column::Number(_) => number(text).map(Cell::Number),
        Column::Seconds(_) => number(text).map(Cell::Seconds),
    }
}

/// The fields of comma-separated values, line by line; `None` when a quote is not closed or stands where it may not.
fn read_csv(text: &str) -> Option<Vec<Vec<String>>> {
    let mut lines = Vec::new();
    let (mut line, mut field, mut was_quoted) = (Vec::new(), String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if field.is_empty() && !was_quoted => {
                was_quoted = true;
                loop {
                    match rest.next()? {
                        '"' if rest.peek() == Some(&'"') => field.push(rest.next()?),
                        '"' => break,
                        c => field.push(c),
                    }
                }
            }
            '"' => return None,
            ',' => {
                line.push(std::mem::take(&mut field));
                was_quoted = false;
            }
            '\r' if rest.peek() == Some(&'\n') => {}
            '\n' => {
                line.push(std::mem::take(&mut field));
                lines.push(std::mem::take(&mut line));
                was_quoted = false;
            }
            c => field.push(c),
        }
    }
    // A last line without its end was cut off.
    (line.is_empty() && field.is_empty() && !was_quoted).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, value: f64) -> Row {
        let (parameters, cells) = (vec![("a", name.to_owned())], vec![("score", Cell::number(value))]);
        Row { experiment: "match", parameters, seed: 7, cells }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let rows = [row("a,\"b\"\r\nc", 0.1), row("", -2.5)];
        let lines = read_csv(&csv(&rows)).unwrap();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1][1], "a,\"b\"\r\nc");
        assert_eq!(lines[2][1..4], ["", "7", "-2.5000"]);
        for damaged in ["a,\"b", "a\"b\r\n", "a,b", "\"a\"b\"\r\n"] {
            assert_eq!(read_csv(damaged), None, "{damaged}");
        }
    }
}
