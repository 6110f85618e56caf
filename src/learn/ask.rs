//! Asking: may this piece go there, here, by this path?
//!
//! A learner that may ask need not wait until chance shows it what it does not know. It asks whether what a piece does one
//! way it does every way, and how far its longest rides go; then for what is like that: other contents, a hop, a longer
//! way; and in the end, once for each loop, for the longest word that goes round it. While a piece is seen to look the
//! same in a mirror, one refusal stands for its image too.

use crate::automata::{Dfa, Footprint, On, StateId, Step, Word};
use crate::board::{Geometry, Player, Square};
use crate::learn::Verdict;
use crate::learn::doubts;
use crate::learn::evidence::{as_seen_by, step_as_seen_by};
use crate::learn::survey::board_words;
use crate::learn::word_tree::Facts;
use crate::order;
use crate::sbg::player_of;

/// A question to a referee who knows the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub letter: char,
    pub player: Player,
    /// The position, in board coordinates.
    pub cells: Vec<char>,
    pub from: Square,
    pub to: Square,
    /// The path that is meant, in board coordinates.
    pub word: Word,
}

impl Question {
    /// The question about this word, in board coordinates, with these letters to set it up; none when it fits nowhere.
    pub fn about(letter: char, word: &[Step], board: Geometry, letters: &[char]) -> Option<Question> {
        let player = player_of(letter)?;
        let word: Word = word.iter().map(|&step| step_as_seen_by(player, step)).collect();
        pose(letter, &word, board, letters)
    }

    /// The path in the mover's coordinates.
    pub(super) fn as_the_mover_sees_it(&self) -> Word {
        self.word.iter().map(|&step| step_as_seen_by(self.player, step)).collect()
    }
}

/// The word, in the mover's coordinates, whose answer would tell most about this automaton, or `None` when nothing is open.
/// `passed` are words that the referee could not answer.
pub(super) fn most_telling(dfa: &Dfa, facts: &mut Facts<'_>, illegal_threshold: f64, passed: &[Word]) -> Option<Word> {
    // A symmetry that is only believed stands or falls with one answer.
    let symmetric = facts.tree.unconfirmed().into_iter();
    let board = facts.board;
    let mut symmetric = symmetric.filter(|word| crate::automata::fits(word, board) && !passed.contains(word));
    if let Some(word) = symmetric.next() {
        return Some(word);
    }
    let legal = facts.tree.legal_words().to_vec();
    let mirrors = true_mirrors(&legal, facts);
    let mut guesses: Vec<Word> = Vec::new();
    // First what would make the most of what is known: its images, and its longest rides.
    for word in &legal {
        guesses.extend((1..8).map(|mirror| in_mirror(word, mirror)));
        guesses.extend(longest_ride(word, facts.board));
    }
    if let Some(word) = first_open(dfa, facts, &mirrors, guesses, passed) {
        return Some(word);
    }
    // Then what is like it: other contents, the same again, turns, and steps that most pieces have.
    let mut guesses: Vec<Word> =
        doubts::rejected(dfa, facts, illegal_threshold).into_iter().map(|doubt| doubt.word).collect();
    for word in legal.iter().filter(|word| word.len() <= 2) {
        guesses.extend([0, 1].map(|mirror| word.iter().copied().chain(in_mirror(word, mirror)).collect::<Word>()));
    }
    for word in legal.iter().filter(|word| word.len() <= 2) {
        guesses.extend(variations(word));
    }
    for (dx, dy) in [(0, 1), (1, 1), (1, 2)] {
        for on in [On::Empty, On::Enemy] {
            guesses.extend((0..8).map(|mirror| in_mirror(&[Step::new(dx, dy, on)], mirror)));
        }
    }
    // The longest leap of the built-in games; pieces that have it can land on an empty square.
    guesses.extend((0..8).map(|mirror| in_mirror(&[Step::new(1, 3, On::Empty)], mirror)));
    first_open(dfa, facts, &mirrors, guesses, passed).or_else(|| longest_round(dfa, facts, passed))
}

/// The first of these words, shortest first, that is not decided: neither by the evidence, nor by the automaton, nor by an
/// image of it that is known to be illegal while the piece looks the same in that mirror.
fn first_open(
    dfa: &Dfa,
    facts: &mut Facts<'_>,
    mirrors: &[usize],
    mut guesses: Vec<Word>,
    passed: &[Word],
) -> Option<Word> {
    order::sort_by(&mut guesses, |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    guesses.dedup();
    guesses.into_iter().find(|word| {
        let mut verdict = |word: &[Step]| facts.ask(word, f64::INFINITY).verdict;
        !dfa.accepts(word)
            && !passed.contains(word)
            && verdict(word) == Verdict::Unknown
            && !mirrors.iter().any(|&mirror| verdict(&in_mirror(word, mirror)) == Verdict::Illegal)
    })
}

fn in_mirror(word: &[Step], mirror: usize) -> Word {
    word.iter().map(|step| doubts::images(*step)[mirror]).collect()
}

/// Words like this one: with something else on the way, over a piece, from further off, and, if its steps are a king's,
/// an eighth of a turn on.
fn variations(word: &[Step]) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    for (index, &step) in word.iter().enumerate() {
        for on in On::ALL {
            let mut other = word.to_vec();
            other[index].on = on;
            found.push(other);
        }
        let mut longer = word.to_vec();
        longer.insert(index, Step { on: On::Empty, ..step });
        found.push(longer);
    }
    if let Some(&first) = word.first() {
        for over in [On::Enemy, On::Own] {
            let hop = |on: On| vec![Step { on: over, ..first }, Step { on, ..first }];
            found.extend([hop(On::Empty), hop(On::Enemy)]);
        }
    }
    let turned: Option<Word> = word.iter().map(|&step| eighth_turn(step)).collect();
    found.extend(turned.iter().flat_map(|word| (0..8).map(|mirror| in_mirror(word, mirror))));
    found
}

/// A king's step, an eighth of a turn on.
fn eighth_turn(step: Step) -> Option<Step> {
    let (dx, dy) = match (step.dx, step.dy) {
        (x @ -1..=1, y @ -1..=1) if (x, y) != (0, 0) => ((x - y).signum(), (x + y).signum()),
        _ => return None,
    };
    Some(Step { dx, dy, ..step })
}

/// Mirrors in which the piece looks the same as far as one can see: some legal word has another one as its image, and none
/// has an illegal one. What is alike on the left and on the right says nothing of other mirrors.
fn true_mirrors(legal: &[Word], facts: &mut Facts<'_>) -> Vec<usize> {
    let mut looks_the_same = |mirror: usize| {
        let mut confirmed = false;
        for word in legal {
            let image = in_mirror(word, mirror);
            match facts.ask(&image, f64::INFINITY).verdict {
                Verdict::Illegal => return false,
                Verdict::Legal => confirmed |= image != *word && (mirror == 1 || image != in_mirror(word, 1)),
                Verdict::Unknown | Verdict::Impossible => {}
            }
        }
        confirmed
    };
    (1..8).filter(|&mirror| looks_the_same(mirror)).collect()
}

/// The word with its last step repeated as often as the board allows, if that is a step to an empty square.
fn longest_ride(word: &[Step], board: Geometry) -> Option<Word> {
    let last = *word.last().filter(|step| step.on == On::Empty)?;
    let mut footprint = Footprint::default();
    word.iter().for_each(|&step| {
        footprint.push(step, board);
    });
    let mut ride = word.to_vec();
    while footprint.push(last, board) {
        ride.push(last);
    }
    Some(ride)
}

/// The longest accepted word that was never seen and goes round a loop more often than any that was.
fn longest_round(dfa: &Dfa, facts: &mut Facts<'_>, passed: &[Word]) -> Option<Word> {
    let mut legal_rounds = vec![0usize; dfa.size()];
    let mut doubtful: Vec<Word> = Vec::new();
    board_words(dfa, facts, &mut |facts, node, word| {
        if node.is_some_and(|node| facts.is_legal(node)) {
            for (state, visits) in rounds(dfa, word) {
                legal_rounds[state.index()] = legal_rounds[state.index()].max(visits);
            }
        } else if !passed.iter().any(|known| known == word) {
            doubtful.push(word.to_vec());
        }
        doubtful.len() > 10_000
    });
    doubtful.retain(|word| {
        let rounds = rounds(dfa, word);
        rounds.iter().all(|(_, visits)| *visits < 2)
            || rounds.iter().any(|&(state, visits)| visits > 1 && visits > legal_rounds[state.index()])
    });
    doubtful.into_iter().max_by(|a, b| a.len().cmp(&b.len()).then_with(|| b.cmp(a)))
}

/// How often each state is visited.
fn rounds(dfa: &Dfa, word: &[Step]) -> Vec<(StateId, usize)> {
    let mut rounds: Vec<(StateId, usize)> = Vec::new();
    let mut state = Dfa::START;
    for &step in word {
        let Some(next) = dfa.next(state, step) else { break };
        state = next;
        match rounds.iter_mut().find(|(known, _)| *known == state) {
            Some((_, visits)) => *visits += 1,
            None => rounds.push((state, 1)),
        }
    }
    rounds
}

/// A position in which the word, in the mover's coordinates, is applicable and nothing else stands: the piece, and what
/// the path must meet. `None` when it does not fit on the board, or nothing of `letters` could stand where it must.
///
/// ```
/// use kibitzer::automata::{On, Step};
/// use kibitzer::board::Geometry;
/// use kibitzer::learn::pose;
///
/// // May the pawn capture straight ahead? There must be something to capture.
/// let board = Geometry::new(3, 3).unwrap();
/// let question = pose('P', &[Step::new(0, 1, On::Enemy)], board, &['P', 'p']).unwrap();
/// assert_eq!((question.cells[question.from.index()], question.cells[question.to.index()]), ('P', 'p'));
/// // On three rows nothing goes three squares forward.
/// assert_eq!(pose('P', &[Step::new(0, 1, On::Empty); 3], board, &['P', 'p']), None);
/// ```
pub fn pose(letter: char, word: &[Step], board: Geometry, letters: &[char]) -> Option<Question> {
    let player = player_of(letter)?;
    let word: Word = word.iter().map(|&step| step_as_seen_by(player, step)).collect();
    let some_letter = |owner: Player| letters.iter().copied().find(|letter| player_of(*letter) == Some(owner));
    // From White's side of the board upwards, as the mover sees it, so that White and Black get mirror images.
    let starts = board.squares().map(|square| as_seen_by(player, board, square));
    for from in starts {
        let mut cells = vec!['.'; board.size()];
        cells[from.index()] = letter;
        let end = word.iter().try_fold(from, |at, step| {
            let next = board.step(at, step.dx, step.dy).filter(|next| cells[next.index()] == '.' && *next != from)?;
            match step.on {
                On::Empty => {}
                On::Own => cells[next.index()] = some_letter(player).unwrap_or(letter),
                On::Enemy => cells[next.index()] = some_letter(!player)?,
            }
            Some(next)
        });
        if let Some(to) = end {
            return Some(Question { letter, player, cells, from, to, word });
        }
    }
    None
}
