//! The tasks of the IGGP collection (Cropper, Evans and Law 2020): reading, predicting, scoring.
//!
//! A task file lists all atoms of the target relation, static facts, and examples: what is true (`background`) and which
//! of the atoms follow (`positives`); all others do not. A learner sees training files and predicts the positives of a test
//! file from its backgrounds. Games outside the class are said to be so, with the reason, and not guessed at.

use std::fmt;

use crate::gdl::iggp_ends::Ends;
use crate::gdl::iggp_moves::{Effects, Movement};
use crate::gdl::kif::Place;
use crate::gdl::terms::{Term, Terms};

/// The longest task file that is read.
pub const MAX_TASK: usize = 64 << 20;

/// What a task asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Legal,
    Next,
    Goal,
    Terminal,
}

impl Target {
    const ALL: [(&'static str, Target); 4] =
        [("legal", Target::Legal), ("next", Target::Next), ("goal", Target::Goal), ("terminal", Target::Terminal)];
}

/// One position, with moves where the task is about what they lead to.
#[derive(Clone, Debug, Default)]
pub struct Example {
    pub background: Vec<Term>,
    pub positives: Vec<Term>,
}

/// A task file.
#[derive(Clone, Debug)]
pub struct Task {
    /// The file's name.
    pub name: String,
    /// The game's, as the file's name gives it.
    pub game: String,
    pub target: Target,
    pub terms: Terms,
    pub atoms: Vec<Term>,
    pub statics: Vec<Term>,
    pub examples: Vec<Example>,
}

/// A line that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    pub place: Place,
    pub expected: &'static str,
    pub found: String,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found: String = self.found.chars().take(60).collect();
        write!(f, "{}: expected {}, found {found:?}", self.place, self.expected)
    }
}

impl std::error::Error for TaskError {}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    None,
    Atoms,
    Statics,
    Background,
    Positives,
}

impl Task {
    /// Reads a task; the file's name says which game and which target.
    pub fn read(name: &str, text: &str) -> Result<Task, TaskError> {
        let start = Place { line: 1, column: 1 };
        let stem = name.strip_suffix(".dat").unwrap_or(name);
        let found = Target::ALL.iter().find_map(|(word, target)| {
            let at = stem.rfind(&format!("_{word}"))?;
            Some((stem[..at].to_owned(), *target))
        });
        let expected = "a file name such as game_legal_train.dat, with legal, next, goal or terminal";
        let (game, target) = found.ok_or(TaskError { place: start, expected, found: name.to_owned() })?;
        let mut task = Task {
            name: name.to_owned(),
            game,
            target,
            terms: Terms::default(),
            atoms: Vec::new(),
            statics: Vec::new(),
            examples: Vec::new(),
        };
        let mut section = Section::None;
        for (index, line) in text.lines().enumerate() {
            let place = Place { line: index as u32 + 1, column: 1 + (line.len() - line.trim_start().len()) as u32 };
            let trimmed = line.trim();
            section = match trimmed {
                "" | "---" => continue,
                "atoms:" => Section::Atoms,
                "statics:" | "static:" => Section::Statics,
                "background:" => {
                    task.examples.push(Example::default());
                    Section::Background
                }
                "positives:" if section == Section::Background => Section::Positives,
                _ => {
                    let expected = "an atom such as true_cell(1, 2, b)";
                    let fault = || TaskError { place, expected, found: trimmed.to_owned() };
                    let atom = task.atom(trimmed).ok_or_else(fault)?;
                    let list = match (section, task.examples.last_mut()) {
                        (Section::Atoms, _) => &mut task.atoms,
                        (Section::Statics, _) => &mut task.statics,
                        (Section::Background, Some(example)) => &mut example.background,
                        (Section::Positives, Some(example)) => &mut example.positives,
                        _ => {
                            let expected = "atoms:, statics:, background: or positives:";
                            return Err(TaskError { place, expected, found: trimmed.to_owned() });
                        }
                    };
                    list.push(atom);
                    section
                }
            };
        }
        if task.atoms.is_empty() || task.examples.is_empty() {
            let expected = "a list of atoms: and at least one background: with positives:";
            return Err(TaskError {
                place: start,
                expected,
                found: text.lines().next().unwrap_or_default().to_owned(),
            });
        }
        Ok(task)
    }

    fn atom(&mut self, text: &str) -> Option<Term> {
        let is_name = |name: &str| {
            !name.is_empty() && name.len() < 200 && name.chars().all(|c| c.is_alphanumeric() || "_-+.".contains(c))
        };
        let (name, arguments) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => (name, rest.strip_suffix(')')?),
        };
        if !is_name(name) {
            return None;
        }
        let mut parts = Vec::new();
        for part in arguments.split(',').map(str::trim).filter(|_| !arguments.trim().is_empty()) {
            if !is_name(part) || parts.len() > 20 {
                return None;
            }
            parts.push(self.terms.constant(part));
        }
        let name = self.terms.sym(name);
        Some(self.terms.term(name, &parts))
    }
}

/// How a test file was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub task: String,
    /// The mean of the shares of positives and of negatives that are told right, in per cent; none where nothing was predicted.
    pub balanced_accuracy: Option<f64>,
    /// Every atom of every example is told right.
    pub perfect: bool,
    /// Why nothing was predicted.
    pub outside: Option<String>,
}

impl Score {
    pub fn json(&self) -> String {
        let accuracy = self.balanced_accuracy.map_or("null".to_owned(), |accuracy| format!("{accuracy:.4}"));
        let outside = self.outside.as_ref().map_or("null".to_owned(), |why| format!("{why:?}"));
        let (task, perfect) = (&self.task, self.perfect);
        format!("{{\"task\":{task:?},\"balanced_accuracy\":{accuracy},\"perfect\":{perfect},\"outside\":{outside}}}")
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.outside, self.balanced_accuracy) {
            (Some(why), _) => write!(f, "{}: not predicted: {why}", self.task),
            (None, Some(accuracy)) => {
                let perfect = if self.perfect { "perfect" } else { "not perfect" };
                write!(f, "{}: balanced accuracy {accuracy:.2} %, {perfect}", self.task)
            }
            (None, None) => write!(f, "{}: nothing to predict", self.task),
        }
    }
}

/// What was learned for one target.
enum Model {
    Legal(Movement),
    Next(Effects),
    Ends(Ends),
}

impl Model {
    fn learn(task: &Task) -> Result<Model, String> {
        Ok(match task.target {
            Target::Legal => Model::Legal(Movement::learn(task)?),
            Target::Next => Model::Next(Effects::learn(task)?),
            Target::Goal | Target::Terminal => Model::Ends(Ends::learn(task)?),
        })
    }

    /// The atoms that follow, as texts.
    fn predict(&self, task: &Task, example: &Example) -> Result<Vec<String>, String> {
        match self {
            Model::Legal(model) => model.predict(task, example),
            Model::Next(model) => model.predict(task, example),
            Model::Ends(model) => model.predict(task, example),
        }
    }
}

/// Learns from the training files of the same game and target, and predicts the test file.
pub fn solve(train: &[Task], test: &Task) -> Score {
    let outside =
        |why: String| Score { task: test.name.clone(), balanced_accuracy: None, perfect: false, outside: Some(why) };
    let mut fitting = train.iter().filter(|task| task.game == test.game && task.target == test.target);
    let Some(first) = fitting.next() else {
        return outside("there is no training file for this game and target".to_owned());
    };
    let mut all = first.clone();
    for more in fitting {
        all.merge(more);
    }
    let model = match Model::learn(&all) {
        Ok(model) => model,
        Err(why) => return outside(why),
    };
    // What does not explain what it was learned from is no explanation.
    match rate(&model, &all) {
        Ok((_, true)) => {}
        Ok((_, false)) => return outside("the class does not explain the training file".to_owned()),
        Err(why) => return outside(why),
    }
    match rate(&model, test) {
        Ok((accuracy, perfect)) => {
            Score { task: test.name.clone(), balanced_accuracy: Some(accuracy), perfect, outside: None }
        }
        Err(why) => outside(why),
    }
}

impl Task {
    /// Takes over the examples of another file.
    fn merge(&mut self, other: &Task) {
        let mut taken = |term: &Term| {
            let parts: Vec<Term> =
                other.terms.arguments(*term).iter().map(|part| self.terms.constant(&other.terms.show(*part))).collect();
            let name = self.terms.sym(other.terms.name(other.terms.functor(*term)));
            self.terms.term(name, &parts)
        };
        let examples: Vec<Example> = other
            .examples
            .iter()
            .map(|example| Example {
                background: example.background.iter().map(&mut taken).collect(),
                positives: example.positives.iter().map(&mut taken).collect(),
            })
            .collect();
        self.examples.extend(examples);
    }
}

/// Balanced accuracy in per cent, and whether everything is right.
fn rate(model: &Model, task: &Task) -> Result<(f64, bool), String> {
    let mut names: Vec<(String, Term)> = task.atoms.iter().map(|atom| (task.terms.show(*atom), *atom)).collect();
    names.sort_unstable();
    names.dedup();
    let (mut positives, mut found, mut negatives, mut avoided, mut stray) = (0u64, 0u64, 0u64, 0u64, 0u64);
    let mut is_positive = vec![false; task.terms.len()];
    let mut is_predicted = vec![false; task.terms.len()];
    for example in &task.examples {
        is_positive.fill(false);
        is_predicted.fill(false);
        example.positives.iter().for_each(|atom| is_positive[atom.0 as usize] = true);
        for predicted in model.predict(task, example)? {
            match names.binary_search_by(|(name, _)| name.as_str().cmp(&predicted)) {
                Ok(at) => is_predicted[names[at].1.0 as usize] = true,
                // Not an atom of the task: a mistake, too.
                Err(_) => stray += 1,
            }
        }
        for (_, atom) in &names {
            match (is_positive[atom.0 as usize], is_predicted[atom.0 as usize]) {
                (true, predicted) => {
                    positives += 1;
                    found += u64::from(predicted);
                }
                (false, predicted) => {
                    negatives += 1;
                    avoided += u64::from(!predicted);
                }
            }
        }
    }
    let share = |part: u64, whole: u64| if whole == 0 { None } else { Some(100.0 * part as f64 / whole as f64) };
    let shares: Vec<f64> = [share(found, positives), share(avoided, negatives)].into_iter().flatten().collect();
    let accuracy = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    Ok((accuracy, found == positives && avoided == negatives && stray == 0))
}
