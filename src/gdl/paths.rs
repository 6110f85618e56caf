//! Which way a move goes, where only its ends are seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, Player, Square};
use crate::game::Outcome;
use crate::gdl::chains::{Chains, followed};
use crate::gdl::terms::Term;
use crate::observe::{Listing, Record, RecordResult, SeenMove};
use crate::sbg::{Move, player_of};

/// One position of a watched game.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) cells: Vec<Option<Term>>,
    pub(super) mover: Player,
    /// All legal moves; the first is the one that was played.
    pub(super) moves: Vec<Move>,
    pub(super) outcome: Option<Outcome>,
}

/// The steps of a move, as columns and rows to go.
type Way = Vec<(i8, i8)>;

/// The steps of each displacement of each piece. A description says where a move ends, not which way it goes: the way is the
/// shortest one on which what stands there tells legal from illegal.
#[derive(Debug)]
pub(super) struct Paths {
    board: Geometry,
    ways: BTreeMap<(Term, (i8, i8)), Way>,
    /// Pieces that make several moves in a row: the words that they know, and their continuations.
    chains: BTreeMap<Term, (BTreeSet<Word>, Chains)>,
}

impl Paths {
    /// Fails with a piece and a displacement for which no way tells.
    pub(super) fn find<'a>(
        board: Geometry,
        letter: &dyn Fn(Term) -> Option<char>,
        watched: impl Iterator<Item = &'a Watched> + Clone,
    ) -> Result<Paths, (Term, (i8, i8))> {
        let mut paths = Paths { board, ways: BTreeMap::new(), chains: BTreeMap::new() };
        // The displacements that were ever legal, by piece.
        let mut legal: BTreeMap<Term, Vec<(i8, i8)>> = BTreeMap::new();
        for record in watched.clone() {
            for mv in &record.moves {
                if let Some(piece) = record.cells[mv.from.index()] {
                    let displacement = displacement(board, *mv);
                    let known = legal.entry(piece).or_default();
                    if !known.contains(&displacement) {
                        known.push(displacement);
                    }
                }
            }
        }
        for (piece, mut displacements) in legal {
            // Longer ways are often continuations of shorter ones, so these come first.
            displacements.sort_by_key(|(dx, dy)| (dx.abs().max(dy.abs()), *dx, *dy));
            let mut untold = None;
            for displacement in displacements {
                let mut leap = None;
                let mut longer = None;
                for way in candidates(displacement) {
                    let Some(open) = paths.tells(letter, watched.clone(), piece, displacement, &way) else { continue };
                    if way.len() == 1 {
                        leap = Some(way);
                        continue;
                    }
                    // A leap that was never seen over a piece may as well be a longer ride.
                    if leap.is_none() || open && paths.goes_on(piece, &way) {
                        longer = Some(way);
                        break;
                    }
                }
                match longer.or(leap) {
                    Some(way) => drop(paths.ways.insert((piece, displacement), way)),
                    None => untold = untold.or(Some(displacement)),
                }
            }
            if let Some(displacement) = untold {
                let chained = paths.chained(letter, watched.clone(), piece).ok_or((piece, displacement))?;
                paths.chains.insert(piece, chained);
            }
        }
        Ok(paths)
    }

    /// The words that this piece was seen to move by, and the chains of them that, together, explain every legal move of it
    /// and no other.
    fn chained<'a>(
        &self,
        letter: &dyn Fn(Term) -> Option<char>,
        watched: impl Iterator<Item = &'a Watched> + Clone,
        piece: Term,
    ) -> Option<(BTreeSet<Word>, Chains)> {
        let owner = letter(piece).and_then(player_of);
        let own = watched.filter(move |record| record.outcome.is_none() && Some(record.mover) == owner);
        let mut known: BTreeSet<Word> = BTreeSet::new();
        for record in own.clone() {
            for mv in record.moves.iter().filter(|mv| record.cells[mv.from.index()] == Some(piece)) {
                let way = self.ways.get(&(piece, displacement(self.board, *mv)));
                known.extend(way.and_then(|way| self.walk(letter, record, mv.from, way)));
            }
        }
        Chains::candidates(&known).into_iter().find_map(|chains| {
            // What a chain explains need not be known for itself.
            let single: BTreeSet<Word> = known.iter().filter(|word| word.len() <= 2).cloned().collect();
            [single, known.clone()].into_iter().find_map(|words| {
                let explains = own.clone().all(|record| {
                    let here = |square: &Square| record.cells[square.index()] == Some(piece);
                    self.board.squares().filter(here).all(|from| {
                        let legal: BTreeSet<Square> =
                            record.moves.iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
                        let said = self.chain_words(letter, record, from, &words, &chains);
                        said.is_some_and(|said| said.into_iter().map(|(_, to)| to).collect::<BTreeSet<_>>() == legal)
                    })
                });
                explains.then(|| (words, chains.clone()))
            })
        })
    }

    /// Words and chains that are applicable in a position, with where they end.
    fn chain_words(
        &self,
        letter: &dyn Fn(Term) -> Option<char>,
        record: &Watched,
        from: Square,
        words: &BTreeSet<Word>,
        chains: &Chains,
    ) -> Option<Vec<(Word, Square)>> {
        let contents = |square: Square| self.on(letter, record, square);
        let mut found: Vec<(Word, Square)> = words
            .iter()
            .filter_map(|word| Some((word.clone(), *followed(self.board, &contents, &[from], word)?.last()?)))
            .collect();
        found.extend(chains.from(self.board, &contents, from)?);
        found.sort_by(|(a, _), (b, _)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        found.dedup();
        Some(found)
    }

    /// What a square holds, as the mover sees it.
    fn on(&self, letter: &dyn Fn(Term) -> Option<char>, record: &Watched, square: Square) -> On {
        match record.cells[square.index()].and_then(letter).and_then(player_of) {
            None => On::Empty,
            Some(owner) if owner == record.mover => On::Own,
            Some(_) => On::Enemy,
        }
    }

    /// Whether a way is one that the piece was found to take, and one step more.
    fn goes_on(&self, piece: Term, way: &[(i8, i8)]) -> bool {
        let before = &way[..way.len() - 1];
        let end = before.iter().fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
        self.ways.get(&(piece, end)).is_some_and(|known| known == before)
    }

    /// Whether what stands on this way decides, in every position that was seen, if the move is legal: `None` if not,
    /// otherwise whether all squares on the way were empty wherever it was.
    fn tells<'a>(
        &self,
        letter: &dyn Fn(Term) -> Option<char>,
        watched: impl Iterator<Item = &'a Watched>,
        piece: Term,
        displacement: (i8, i8),
        way: &[(i8, i8)],
    ) -> Option<bool> {
        let mut open = true;
        let mut verdicts: BTreeMap<Vec<On>, bool> = BTreeMap::new();
        let owner = letter(piece).and_then(player_of);
        for record in watched.filter(|record| record.outcome.is_none() && Some(record.mover) == owner) {
            for from in self.board.squares().filter(|square| record.cells[square.index()] == Some(piece)) {
                let Some(to) = self.board.step(from, displacement.0, displacement.1) else { continue };
                // A way that leaves the board cannot be taken; the move must then be illegal.
                let contents =
                    self.walk(letter, record, from, way).map(|word| word.iter().map(|step| step.on).collect());
                let is_legal = record.moves.contains(&Move { from, to });
                match contents {
                    None if is_legal => return None,
                    None => {}
                    Some(contents) => {
                        let contents: Vec<On> = contents;
                        open &= !is_legal || contents[..contents.len() - 1].iter().all(|on| *on == On::Empty);
                        if *verdicts.entry(contents).or_insert(is_legal) != is_legal {
                            return None;
                        }
                    }
                }
            }
        }
        Some(open)
    }

    /// The word that this way spells in a position.
    fn walk(
        &self,
        letter: &dyn Fn(Term) -> Option<char>,
        record: &Watched,
        from: Square,
        way: &[(i8, i8)],
    ) -> Option<Word> {
        let mut here = from;
        way.iter()
            .map(|&(dx, dy)| {
                here = self.board.step(here, dx, dy)?;
                Some(Step::new(dx, dy, self.on(letter, record, here)))
            })
            .collect()
    }

    /// The words that make a move, the shortest first.
    fn words(&self, letter: &dyn Fn(Term) -> Option<char>, seen: &Watched, mv: Move) -> Option<Vec<Word>> {
        let piece = seen.cells[mv.from.index()]?;
        if let Some((words, chains)) = self.chains.get(&piece) {
            let all = self.chain_words(letter, seen, mv.from, words, chains)?;
            return Some(all.into_iter().filter(|(_, to)| *to == mv.to).map(|(word, _)| word).collect());
        }
        let way = self.ways.get(&(piece, displacement(self.board, mv)))?;
        Some(vec![self.walk(letter, seen, mv.from, way)?])
    }

    /// A position as a record of play.
    pub(super) fn record(&self, letter: &dyn Fn(Term) -> Option<char>, seen: &Watched) -> Record {
        let cells = seen.cells.iter().map(|piece| piece.and_then(letter).unwrap_or('.')).collect();
        let moves = seen.moves.iter().flat_map(|mv| {
            let words = self.words(letter, seen, *mv).unwrap_or_default();
            words.into_iter().map(|word| SeenMove { from: mv.from, word })
        });
        let result = match seen.outcome {
            None => RecordResult::Open,
            Some(Outcome::Draw) => RecordResult::Tied,
            Some(Outcome::Win(winner)) if winner != seen.mover => RecordResult::Won,
            Some(Outcome::Win(_)) => RecordResult::Lost,
        };
        Record { board: self.board, cells, result, player: seen.mover, listing: Listing::All, moves: moves.collect() }
    }
}

pub(super) fn displacement(board: Geometry, mv: Move) -> (i8, i8) {
    let side = |to: usize, from: usize| to as i8 - from as i8;
    (side(board.x(mv.to), board.x(mv.from)), side(board.y(mv.to), board.y(mv.from)))
}

/// Ways to go so far: with fewer stops first; straight, in equal steps; then with one bend, in steps to neighbours.
fn candidates((dx, dy): (i8, i8)) -> Vec<Vec<(i8, i8)>> {
    let stops = gcd(dx.unsigned_abs(), dy.unsigned_abs()).max(1) as i8;
    let mut ways: Vec<Vec<(i8, i8)>> = (1..=stops)
        .filter(|count| stops % count == 0)
        .map(|count| vec![(dx / count, dy / count); count as usize])
        .collect();
    let (diagonal, straight) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()) - dx.abs().min(dy.abs()));
    if diagonal > 0 && straight > 0 {
        let slant = (dx.signum(), dy.signum());
        let along = if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
        let (slants, alongs) = (vec![slant; diagonal as usize], vec![along; straight as usize]);
        ways.push([slants.clone(), alongs.clone()].concat());
        ways.push([alongs, slants].concat());
    }
    ways
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}
