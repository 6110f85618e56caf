//! Results of experiments as rows, which the tool, files and the page print alike.

use std::fmt;

/// One line of a result: which experiment with which parameters and seed, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub experiment: &'static str,
    pub parameters: Vec<(&'static str, String)>,
    pub seed: u64,
    pub cells: Vec<(&'static str, Cell)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Text(String),
    Count(u64),
    Number(f64),
    /// Seconds: the only cells that differ from run to run.
    Seconds(f64),
    Missing,
}

impl Cell {
    /// A number with the four digits that are printed, so that a number read back is the same one.
    pub fn number(number: f64) -> Cell {
        let rounded = (number * 1e4).round() / 1e4;
        // The sum turns -0 into 0.
        if rounded.is_finite() { Cell::Number(rounded + 0.0) } else { Cell::Missing }
    }

    /// So many of so many, in per cent.
    pub fn percent(part: u64, whole: u64) -> Cell {
        if whole == 0 { Cell::Missing } else { Cell::number(100.0 * part as f64 / whole as f64) }
    }

    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// The number, where it is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(number) | Cell::Seconds(number) => Some(*number),
            Cell::Text(_) | Cell::Missing => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Count(count) => write!(f, "{count}"),
            Cell::Number(number) => write!(f, "{number:.4}"),
            Cell::Seconds(seconds) => write!(f, "{seconds:.4}"),
            Cell::Missing => f.write_str("-"),
        }
    }
}

impl Row {
    /// Names of the columns: the experiment, its parameters, the seed, the cells.
    pub fn header(&self) -> Vec<&'static str> {
        let parameters = self.parameters.iter().map(|(name, _)| *name);
        let cells = self.cells.iter().map(|(name, _)| *name);
        ["experiment"].into_iter().chain(parameters).chain(["seed"]).chain(cells).collect()
    }

    /// The texts of the columns, in the order of [`Row::header`].
    pub fn texts(&self) -> Vec<String> {
        let parameters = self.parameters.iter().map(|(_, value)| value.clone());
        let cells = self.cells.iter().map(|(_, cell)| cell.to_string());
        let first = [self.experiment.to_owned()].into_iter();
        first.chain(parameters).chain([self.seed.to_string()]).chain(cells).collect()
    }
}

impl Row {
    pub fn parameter(&self, name: &str) -> &str {
        self.parameters.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    pub fn cell(&self, name: &str) -> &Cell {
        self.cells.iter().find(|(known, _)| *known == name).map_or(&Cell::Missing, |(_, cell)| cell)
    }

    /// A whole number; 0 where there is none.
    pub fn count(&self, name: &str) -> u64 {
        match self.cell(name) {
            Cell::Count(count) => *count,
            _ => 0,
        }
    }

    /// A number, where there is one.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.cell(name).value()
    }

    /// The row without what differs from run to run.
    pub fn without_seconds(&self) -> Row {
        let cells =
            self.cells.iter().filter(|(name, cell)| !matches!(cell, Cell::Seconds(_)) && !name.contains("seconds"));
        Row { cells: cells.cloned().collect(), ..self.clone() }
    }
}

/// Rows as comma-separated values (RFC 4180), with a header wherever the columns change.
pub fn csv(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut header = Vec::new();
    for row in rows {
        if row.header() != header {
            header = row.header();
            text += &line(header.iter().map(|name| (*name).to_owned()));
        }
        text += &line(row.texts().into_iter());
    }
    text
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<String> = fields.map(quoted).collect();
    fields.join(",") + "\r\n"
}

fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

/// Rows as a table for people: columns as wide as their widest entry.
pub fn aligned(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut from = 0;
    while from < rows.len() {
        let header = rows[from].header();
        let count = rows[from..].iter().take_while(|row| row.header() == header).count();
        let names: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
        let lines: Vec<Vec<String>> =
            [names].into_iter().chain(rows[from..from + count].iter().map(Row::texts)).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        for line in &lines {
            let fields: Vec<String> =
                line.iter().zip(&widths).map(|(field, width)| format!("{field:<width$}")).collect();
            text += fields.join("  ").trim_end();
            text.push('\n');
        }
        from += count;
    }
    text
}

/// Rows as a Markdown table, one for each run of rows with the same columns.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut header = Vec::new();
    let escaped = |field: &str| field.replace('|', "\\|").replace(['\n', '\r'], " ");
    for row in rows {
        if row.header() != header {
            header = row.header();
            if !text.is_empty() {
                text.push('\n');
            }
            text += &format!("| {} |\n|{}\n", header.join(" | "), "---|".repeat(header.len()));
        }
        let fields: Vec<String> = row.texts().iter().map(|field| escaped(field)).collect();
        text += &format!("| {} |\n", fields.join(" | "));
    }
    text
}

/// Rows as JSON: a list of objects, numbers as numbers, what is missing as null.
pub fn json(rows: &[Row]) -> String {
    let mut objects = Vec::new();
    for row in rows {
        let mut fields = vec![format!("\"experiment\":{}", json_text(row.experiment))];
        fields.extend(row.parameters.iter().map(|(name, value)| format!("{}:{}", json_text(name), json_text(value))));
        fields.push(format!("\"seed\":{}", row.seed));
        fields.extend(row.cells.iter().map(|(name, cell)| {
            let value = match cell {
                Cell::Text(text) => json_text(text),
                Cell::Missing => "null".to_owned(),
                number => number.to_string(),
            };
            format!("{}:{value}", json_text(name))
        }));
        objects.push(format!("{{{}}}", fields.join(",")));
    }
    if objects.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", objects.join(",\n")) }
}

/// A text between quotes, as JSON wants it.
pub fn json_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            c if c < ' ' => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, value: f64) -> Row {
        Row {
            experiment: "match",
            parameters: vec![("a", name.to_owned())],
            seed: 7,
            cells: vec![("score", Cell::Number(value)), ("note", Cell::Missing)],
        }
    }

    #[test]
    fn rows_are_printed_with_their_parameters_and_seed() {
        let rows = [row("level:1", 0.5), row("uct,\"x\"", 1.0)];
        assert_eq!(
            csv(&rows),
            "experiment,a,seed,score,note\r\nmatch,level:1,7,0.5000,-\r\nmatch,\"uct,\"\"x\"\"\",7,1.0000,-\r\n"
        );
        let expected = "experiment  a        seed  score   note\nmatch       level:1  7     0.5000  -\n";
        assert_eq!(aligned(&rows[..1]), expected);
    }

    #[test]
    fn other_columns_get_another_header() {
        let other = Row { cells: vec![("games", Cell::Count(3))], ..row("x", 0.0) };
        assert_eq!(csv(&[row("x", 0.0), other]).matches("experiment").count(), 2);
    }

    #[test]
    fn json_and_markdown_have_every_cell() {
        let rows = [row("x|\"y\"\n", 0.25)];
        let read: serde_json::Value = serde_json::from_str(&json(&rows)).unwrap();
        assert_eq!(read[0]["a"], "x|\"y\"\n");
        assert_eq!((read[0]["seed"].as_u64(), read[0]["score"].as_f64()), (Some(7), Some(0.25)));
        assert!(read[0]["note"].is_null());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json(&[])).unwrap(), serde_json::json!([]));
        let expected = "| experiment | a | seed | score | note |\n|---|---|---|---|---|\n| match | x\\|\"y\"  | 7 | 0.2500 | - |\n";
        assert_eq!(markdown(&rows), expected);
    }

    #[test]
    fn numbers_are_those_that_are_printed() {
        for number in [0.1, 1.0 / 3.0, -2.0 / 3.0, 99.999_949, 1_234.567_89, -0.000_01] {
            let cell = Cell::number(number);
            let text = cell.to_string();
            assert_eq!(cell.value(), text.parse().ok(), "{text}");
        }
        assert_eq!(Cell::number(f64::NAN), Cell::Missing);
    }
}
