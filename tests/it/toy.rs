//! A game in which a move may keep the turn, for searches that must not take turns for granted.

use kibitzer::board::Player;
use kibitzer::game::{Game, Outcome};
use kibitzer::rng::split_mix;

/// Heaps of tokens. A move takes one to three from one heap; a player who takes two moves again. The last token wins.
pub(crate) struct Heaps {
    pub(crate) start: [u8; 3],
    /// After so many moves the game is a draw.
    pub(crate) limit: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tokens {
    heaps: [u8; 3],
    player: Player,
    made: u32,
    winner: Option<Player>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Take {
    heap: u8,
    tokens: u8,
}

impl Game for Heaps {
    type Position = Tokens;
    type Move = Take;
    type Undo = Player;

    fn start(&self) -> Tokens {
        Tokens { heaps: self.start, player: Player::White, made: 0, winner: None }
    }

    fn to_move(&self, pos: &Tokens) -> Player {
        pos.player
    }

    fn moves(&self, pos: &Tokens, out: &mut Vec<Take>) -> Option<Outcome> {
        if let Some(winner) = pos.winner {
            return Some(Outcome::Win(winner));
        }
        if pos.made >= self.limit {
            return Some(Outcome::Draw);
        }
        for (heap, &tokens) in pos.heaps.iter().enumerate() {
            out.extend((1..=tokens.min(3)).map(|tokens| Take { heap: heap as u8, tokens }));
        }
        None
    }

    fn play(&self, pos: &mut Tokens, mv: Take) -> Player {
        let player = pos.player;
        pos.heaps[usize::from(mv.heap)] -= mv.tokens;
        pos.made += 1;
        if pos.heaps == [0; 3] {
            pos.winner = Some(player);
        }
        if mv.tokens != 2 {
            pos.player = !player;
        }
        player
    }

    fn undo(&self, pos: &mut Tokens, mv: Take, undo: Player) {
        pos.heaps[usize::from(mv.heap)] += mv.tokens;
        pos.made -= 1;
        pos.player = undo;
        pos.winner = None;
    }

    fn key(&self, pos: &Tokens) -> u64 {
        let [a, b, c] = pos.heaps.map(u64::from);
        split_mix(&mut (a | b << 8 | c << 16 | (pos.player.index() as u64) << 24))
    }

    fn decided(&self, pos: &Tokens) -> Option<Outcome> {
        pos.winner.map(Outcome::Win)
    }

    fn moves_left(&self, pos: &Tokens) -> u32 {
        self.limit - pos.made
    }

    fn move_class(&self, _pos: &Tokens, mv: Take) -> usize {
        usize::from(mv.heap * 4 + mv.tokens)
    }

    fn move_classes(&self) -> usize {
        12
    }
}
