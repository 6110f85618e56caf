//! A small net beside the weights: one hidden layer, kept up to date from move to move, in whole numbers only, so that it gives the
//! same scores natively and in WebAssembly.
//!
//! 1. Each player sees the board from its own side: pieces of a letter on a square, turned over for Black, where a letter stands
//!    for the other colour's of the same moves. Both views share one table of input weights, so that what is learned
//!    for one colour is known for the other.
//! 2. A hidden unit of a view sums the weights of the pieces that are there. It adds the square of that sum, cut off at 0 and 1.
//! 3. The score is a weighted sum of the hidden units of both views, those of the player to move first. Each stage of the game, told
//!    by the number of pieces left, has output weights of its own.
//!
//! A net comes with the changes of the other weights that it was trained with. A file that is damaged, or of another game, is refused.

use crate::board::{MAX_SQUARES, Player, Square};
use crate::bots::symmetry::other_colours;
use crate::game::Game;
use crate::sbg::{Move, PieceId, Rules};

/// Hidden units come in blocks of so many, because compilers are good at that.
pub const BLOCK: usize = 32;
/// The most hidden units of a view.
pub const MOST_HIDDEN: usize = 2 * BLOCK;
/// The most rows of output weights.
const MOST_STAGES: usize = 8;
/// What stands for 1 in the input weights and in the output weights.
const INPUT_ONE: i16 = 100;
const OUTPUT_ONE: f64 = 512.0;
/// The square of a hidden unit's sum loses so many bits, or the product with an output weight would be too large.
const SHIFT: u32 = 5;
/// A whole hidden unit times an output weight of 1.
const WHOLE: i64 = ((INPUT_ONE as i64 * INPUT_ONE as i64) >> SHIFT) * OUTPUT_ONE as i64;

const MAGIC: &[u8; 8] = b"KIBNET2\n";
/// No net is larger.
pub const LARGEST_NET: usize = 1 << 16;

type Block = [i16; BLOCK];
const BLOCKS: usize = MOST_HIDDEN / BLOCK;

/// The hidden layer before it is cut off, as White and as Black see it. A smaller net uses the first block alone.
pub(super) type Hidden = [[Block; BLOCKS]; 2];

pub(super) const NO_HIDDEN: Hidden = [[[0; BLOCK]; BLOCKS]; 2];

/// A trained net, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The fingerprint of the rules.
    game: u64,
    /// Hidden units of a view: a multiple of [`BLOCK`].
    hidden: usize,
    /// For each place (letter and square), the weights to all hidden units.
    input: Vec<i8>,
    bias: Vec<i16>,
    /// For each stage of the game, for the player to move, then for the other.
    output: Vec<i16>,
    /// For each stage.
    output_bias: Vec<i16>,
    /// What each group of the other weights changes by, in thousandths of the cheapest piece.
    changes: Vec<i16>,
}

/// What a net is made of, before it is rounded; in units of the cheapest piece. The order is that of [`Net`].
#[derive(Clone, Debug, Default)]
pub struct NetWeights {
    pub hidden: usize,
    pub input: Vec<f32>,
    pub bias: Vec<f32>,
    pub output: Vec<f32>,
    pub output_bias: Vec<f32>,
    /// By group of the other weights.
    pub changes: Vec<f32>,
}

/// In which of so many stages a game is: by the pieces that are left of those at the start.
pub fn stage(stages: usize, left: usize, at_start: usize) -> usize {
    (left.saturating_sub(1) * stages / at_start.max(1)).min(stages - 1)
}

impl Net {
    /// Rounds a net that was trained for these rules.
    pub fn rounded(rules: &Rules, weights: &NetWeights) -> Net {
        let short = |value: f32, one: f64| (f64::from(value) * one).round().clamp(-32000.0, 32000.0) as i16;
        let shorts = |values: &[f32], one: f64| values.iter().map(|value| short(*value, one)).collect();
        let input_one = f64::from(INPUT_ONE);
        let byte = |value: &f32| (f64::from(*value) * input_one).round().clamp(-127.0, 127.0) as i8;
        Net {
            game: rules.fingerprint(),
            hidden: weights.hidden,
            input: weights.input.iter().map(byte).collect(),
            bias: shorts(&weights.bias, input_one),
            output: shorts(&weights.output, OUTPUT_ONE),
            output_bias: shorts(&weights.output_bias, 1000.0),
            changes: shorts(&weights.changes, 1000.0),
        }
    }

    /// The net as a file: a magic word, the game, the sizes, the numbers, and a checksum of all that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.game.to_le_bytes());
        bytes.extend([self.hidden as u8, self.output_bias.len() as u8]);
        bytes.extend((self.changes.len() as u16).to_le_bytes());
        bytes.extend(self.input.iter().map(|weight| *weight as u8));
        let shorts = self.bias.iter().chain(&self.output);
        for short in shorts.chain(&self.output_bias).chain(&self.changes) {
            bytes.extend(short.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The inverse of [`Net::to_bytes`], for a net of these rules.
    pub fn from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Net, String> {
        let damaged = || "the net is damaged".to_owned();
        let mut rest = bytes.strip_prefix(MAGIC).ok_or("this is not a net")?;
        let (whole, sum) = bytes.split_at_checked(bytes.len().saturating_sub(4)).ok_or_else(damaged)?;
        if bytes.len() > LARGEST_NET || checksum(whole).to_le_bytes() != sum {
            return Err(damaged());
        }
        let game = u64::from_le_bytes(take(&mut rest).ok_or_else(damaged)?);
        if game != rules.fingerprint() {
            return Err("this is a net of another game".to_owned());
        }
        let [hidden, stages] = take(&mut rest).ok_or_else(damaged)?.map(usize::from);
        let changes = usize::from(u16::from_le_bytes(take(&mut rest).ok_or_else(damaged)?));
        let places = rules.pieces().count() * rules.board().size();
        let possible = [BLOCK, MOST_HIDDEN].contains(&hidden) && (1..=MOST_STAGES).contains(&stages);
        if !possible || rest.len() != places * hidden + 2 * (hidden + stages * (2 * hidden + 1) + changes) + 4 {
            return Err(damaged());
        }
        let (input, others) = rest.split_at_checked(places * hidden).ok_or_else(damaged)?;
        rest = others;
        let mut shorts =
            |count: usize| -> Vec<i16> { (0..count).map(|_| take(&mut rest).map_or(0, i16::from_le_bytes)).collect() };
        Ok(Net {
            game,
            hidden,
            input: input.iter().map(|byte| *byte as i8).collect(),
            bias: shorts(hidden),
            output: shorts(stages * 2 * hidden),
            output_bias: shorts(stages),
            changes: shorts(changes),
        })
    }

    /// The game that a file of our own says it is of, found by the compiler, which refuses what is no net.
    pub(super) const fn game_of(bytes: &[u8]) -> u64 {
        match bytes.split_first_chunk::<16>() {
            Some(([m0, m1, m2, m3, m4, m5, m6, m7, game @ ..], _)) => {
                let magic = u64::from_le_bytes([*m0, *m1, *m2, *m3, *m4, *m5, *m6, *m7]);
                assert!(magic == u64::from_le_bytes(*MAGIC), "this is not a net");
                u64::from_le_bytes(*game)
            }
            None => panic!("this is not a net"),
        }
    }

    pub(super) fn changes(&self) -> &[i16] {
        &self.changes
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Where a piece stands in each player's view.
#[derive(Clone, Debug)]
pub struct Views {
    size: usize,
    /// For each letter and square.
    places: Vec<[u16; 2]>,
}

impl Views {
    pub fn new(rules: &Rules) -> Views {
        let (board, others) = (rules.board(), other_colours(rules));
        let place = |piece: PieceId, square: Square| (piece.index() * board.size() + square.index()) as u16;
        let seen = |piece: PieceId, square: Square| {
            let turned = board.at(board.x(square), board.height() - 1 - board.y(square)).unwrap_or(square);
            [place(piece, square), place(others[piece.index()].unwrap_or(piece), turned)]
        };
        let places = rules.pieces().flat_map(|(piece, _)| board.squares().map(move |square| seen(piece, square)));
        Views { size: board.size(), places: places.collect() }
    }

    /// The place of a piece as White and as Black see it.
    #[inline]
    pub fn of(&self, piece: PieceId, square: Square) -> [u16; 2] {
        self.places[piece.index() * self.size + square.index()]
    }
}

/// A net made ready for one game: wider numbers, and the places of pieces.
#[derive(Clone, Debug)]
pub(super) struct ReadyNet {
    views: Views,
    /// Blocks of a view.
    blocks: usize,
    /// For each place, its blocks.
    input: Vec<Block>,
    bias: Hidden,
    /// For each stage.
    output: Vec<Output>,
    /// The stage for each number of pieces that are left.
    stage_of: Vec<u8>,
    /// The score of the cheapest piece, by the rules alone: learning does not move it.
    unit: i64,
}

#[derive(Clone, Debug)]
struct Output {
    /// For the player to move, then for the other.
    weights: [[Block; BLOCKS]; 2],
    bias: i64,
}

impl ReadyNet {
    pub(super) fn new(rules: &Rules, net: &Net, unit: i32) -> ReadyNet {
        let blocks = |row: &[i16]| {
            let mut blocks = [[0; BLOCK]; BLOCKS];
            blocks.as_flattened_mut().iter_mut().zip(row).for_each(|(to, from)| *to = *from);
            blocks
        };
        let output = |(weights, bias): (&[i16], &i16)| {
            let (mine, others) = weights.split_at(net.hidden);
            Output { weights: [blocks(mine), blocks(others)], bias: i64::from(*bias) }
        };
        let at_start = rules.start().pieces_left();
        let stages = net.output_bias.len();
        ReadyNet {
            views: Views::new(rules),
            blocks: net.hidden / BLOCK,
            input: net.input.as_chunks::<BLOCK>().0.iter().map(|block| block.map(i16::from)).collect(),
            bias: [blocks(&net.bias); 2],
            output: net.output.chunks_exact(2 * net.hidden).zip(&net.output_bias).map(output).collect(),
            stage_of: (0..=MAX_SQUARES).map(|left| stage(stages, left, at_start) as u8).collect(),
            unit: i64::from(unit),
        }
    }

    pub(super) fn empty(&self) -> Hidden {
        self.bias
    }

    pub(super) fn add(&self, hidden: &mut Hidden, piece: PieceId, square: Square) {
        for (view, rows) in hidden.iter_mut().zip(self.rows(piece, square)) {
            for (block, row) in view.iter_mut().zip(rows) {
                *block = std::array::from_fn(|unit| block[unit].wrapping_add(row[unit]));
            }
        }
    }

    /// The hidden layer after a move, which may take a piece.
    #[inline]
    pub(super) fn after(&self, hidden: &Hidden, piece: PieceId, mv: Move, taken: Option<PieceId>) -> Hidden {
        let mut after = *hidden;
        let (gone, new) = (self.rows(piece, mv.from), self.rows(piece, mv.to));
        for (view, (gone, new)) in after.iter_mut().zip(gone.into_iter().zip(new)) {
            for (block, (gone, new)) in view.iter_mut().zip(gone.iter().zip(new)) {
                *block = std::array::from_fn(|unit| block[unit].wrapping_sub(gone[unit]).wrapping_add(new[unit]));
            }
        }
        if let Some(taken) = taken {
            for (view, rows) in after.iter_mut().zip(self.rows(taken, mv.to)) {
                for (block, row) in view.iter_mut().zip(rows) {
                    *block = std::array::from_fn(|unit| block[unit].wrapping_sub(row[unit]));
                }
            }
        }
        after
    }

    /// The input weights of a piece in both views.
    #[inline]
    fn rows(&self, piece: PieceId, square: Square) -> [&[Block]; 2] {
        self.views.of(piece, square).map(|place| &self.input[usize::from(place) * self.blocks..][..self.blocks])
    }

    /// The score for the player to move, with so many pieces left.
    #[inline]
    pub(super) fn score(&self, hidden: &Hidden, to_move: Player, left: usize) -> i32 {
        let me = to_move.index();
        let output = &self.output[usize::from(self.stage_of[left % self.stage_of.len()])];
        let mut sum = 0i32;
        for (view, weights) in [me, 1 - me].into_iter().zip(&output.weights) {
            for (units, weights) in hidden[view].iter().zip(weights).take(self.blocks) {
                for (unit, weight) in units.iter().zip(weights) {
                    let cut = (*unit).clamp(0, INPUT_ONE);
                    sum += i32::from((cut * cut) >> SHIFT) * i32::from(*weight);
                }
            }
        }
        (i64::from(sum) * self.unit / WHOLE) as i32 + (output.bias * self.unit / 1000) as i32
    }
}
