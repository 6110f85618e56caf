//! A small net beside the weights: one hidden layer, kept up to date from move to move, in whole numbers only, so that it gives the
//! same scores natively and in WebAssembly.
//!
//! 1. Each player sees the board from its own side: pieces of a letter on a square, turned over for Black, where a letter stands
//!    for the other colour's of the same moves. Both views share one table of input weights, so that what is learned
//!    for one colour is known for the other.
//! 2. A hidden unit of a view sums the weights of the pieces that are there. It adds the square of that sum, cut off at 0 and 1.
//! 3. The score is a weighted sum of the hidden units of both views, those of the player to move first.
//!
//! A net comes with the changes of the other weights that it was trained with. A file that is damaged, or of another game, is refused.

use crate::board::{Player, Square};
use crate::bots::symmetry::other_colours;
use crate::sbg::{Move, PieceId, Rules};

/// Hidden units of a view.
pub const HIDDEN: usize = 32;
/// What stands for 1 in the input weights and in the output weights.
const INPUT_ONE: i16 = 100;
const OUTPUT_ONE: f64 = 512.0;
/// The square of a hidden unit's sum loses so many bits, or the product with an output weight would be too large.
const SHIFT: u32 = 5;
/// A whole hidden unit times an output weight of 1.
const WHOLE: i64 = ((INPUT_ONE as i64 * INPUT_ONE as i64) >> SHIFT) * OUTPUT_ONE as i64;

const MAGIC: &[u8; 8] = b"KIBNET1\n";
/// No net is larger.
pub const LARGEST_NET: usize = 1 << 16;

/// The hidden layer before it is cut off, as White and as Black see it.
pub(super) type Hidden = [[i16; HIDDEN]; 2];

/// A trained net, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The fingerprint of the rules.
    game: u64,
    /// For each place (letter and square), the weights to all hidden units.
    input: Vec<[i8; HIDDEN]>,
    bias: [i16; HIDDEN],
    /// For the player to move, then for the other.
    output: [[i16; HIDDEN]; 2],
    output_bias: i16,
    /// What each group of the other weights changes by, in thousandths of the cheapest piece.
    changes: Vec<i16>,
}

/// What a net is made of, before it is rounded; in units of the cheapest piece.
#[derive(Clone, Debug, Default)]
pub struct NetWeights {
    pub input: Vec<[f32; HIDDEN]>,
    pub bias: [f32; HIDDEN],
    pub output: [[f32; HIDDEN]; 2],
    pub output_bias: f32,
    /// By group of the other weights.
    pub changes: Vec<f32>,
}

impl Net {
    /// Rounds a net that was trained for these rules.
    pub fn rounded(rules: &Rules, weights: &NetWeights) -> Net {
        let short = |value: f32, one: f64| (f64::from(value) * one).round().clamp(-32000.0, 32000.0) as i16;
        let input_one = f64::from(INPUT_ONE);
        let byte = |value: f32| (f64::from(value) * input_one).round().clamp(-127.0, 127.0) as i8;
        Net {
            game: rules.fingerprint(),
            input: weights.input.iter().map(|row| row.map(byte)).collect(),
            bias: weights.bias.map(|value| short(value, input_one)),
            output: weights.output.map(|row| row.map(|value| short(value, OUTPUT_ONE))),
            output_bias: short(weights.output_bias, 1000.0),
            changes: weights.changes.iter().map(|value| short(*value, 1000.0)).collect(),
        }
    }

    /// The net as a file: a magic word, the game, the numbers, and a checksum of all that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.game.to_le_bytes());
        bytes.extend((self.input.len() as u16).to_le_bytes());
        bytes.extend((self.changes.len() as u16).to_le_bytes());
        bytes.extend(self.input.iter().flatten().map(|weight| *weight as u8));
        let shorts = self.bias.iter().chain(self.output.iter().flatten());
        for short in shorts.chain([&self.output_bias]).chain(&self.changes) {
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
        let places = usize::from(u16::from_le_bytes(take(&mut rest).ok_or_else(damaged)?));
        let changes = usize::from(u16::from_le_bytes(take(&mut rest).ok_or_else(damaged)?));
        if places != rules.pieces().count() * rules.board().size()
            || rest.len() != places * HIDDEN + 2 * (3 * HIDDEN + 1 + changes) + 4
        {
            return Err(damaged());
        }
        let input =
            (0..places).filter_map(|_| take::<HIDDEN>(&mut rest)).map(|row| row.map(|byte| byte as i8)).collect();
        let mut short = || take(&mut rest).map_or(0, i16::from_le_bytes);
        let bias = std::array::from_fn(|_| short());
        let output = std::array::from_fn(|_| std::array::from_fn(|_| short()));
        let output_bias = short();
        let changes = (0..changes).map(|_| short()).collect();
        Ok(Net { game, input, bias, output, output_bias, changes })
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
    input: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; 2],
    output_bias: i32,
    /// The score of the cheapest piece, by the rules alone: learning does not move it.
    unit: i32,
}

impl ReadyNet {
    pub(super) fn new(rules: &Rules, net: &Net, unit: i32) -> ReadyNet {
        ReadyNet {
            views: Views::new(rules),
            input: net.input.iter().map(|row| row.map(i16::from)).collect(),
            bias: net.bias,
            output: net.output,
            output_bias: i32::from(net.output_bias),
            unit,
        }
    }

    pub(super) fn empty(&self) -> Hidden {
        [self.bias; 2]
    }

    pub(super) fn add(&self, hidden: &mut Hidden, piece: PieceId, square: Square) {
        for (view, row) in hidden.iter_mut().zip(self.rows(piece, square)) {
            *view = std::array::from_fn(|unit| view[unit].wrapping_add(row[unit]));
        }
    }

    /// The hidden layer after a move, which may take a piece.
    #[inline]
    pub(super) fn after(&self, hidden: &Hidden, piece: PieceId, mv: Move, taken: Option<PieceId>) -> Hidden {
        let (gone, new) = (self.rows(piece, mv.from), self.rows(piece, mv.to));
        let mut after = std::array::from_fn(|view| {
            let (hidden, gone, new) = (&hidden[view], gone[view], new[view]);
            std::array::from_fn(|unit| hidden[unit].wrapping_sub(gone[unit]).wrapping_add(new[unit]))
        });
        if let Some(taken) = taken {
            for (view, row) in after.iter_mut().zip(self.rows(taken, mv.to)) {
                *view = std::array::from_fn(|unit: usize| view[unit].wrapping_sub(row[unit]));
            }
        }
        after
    }

    /// The input weights of a piece in both views.
    #[inline]
    fn rows(&self, piece: PieceId, square: Square) -> [&[i16; HIDDEN]; 2] {
        self.views.of(piece, square).map(|place| &self.input[usize::from(place)])
    }

    /// The score for the player to move.
    #[inline]
    pub(super) fn score(&self, hidden: &Hidden, to_move: Player) -> i32 {
        let me = to_move.index();
        let mut sum = 0i32;
        for (view, output) in [me, 1 - me].into_iter().zip(&self.output) {
            for (unit, weight) in hidden[view].iter().zip(output) {
                let cut = i32::from((*unit).clamp(0, INPUT_ONE));
                sum += ((cut * cut) >> SHIFT) * i32::from(*weight);
            }
        }
        let unit = i64::from(self.unit);
        (i64::from(sum) * unit / WHOLE) as i32 + (i64::from(self.output_bias) * unit / 1000) as i32
    }
}
