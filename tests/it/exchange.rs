//! Static exchanges against captures that are really played.

use kibitzer::board::{ByPlayer, Player, Square, SquareSet};
use kibitzer::game::Game;
use kibitzer::rng::Rng;
use kibitzer::sbg::{self, Move, PieceId, Position, Rules, Worths};

use crate::search::somewhere;

/// Every letter has its own price.
struct Prices {
    cheapest_first: ByPlayer<Vec<PieceId>>,
    of: Vec<i32>,
    everywhere: SquareSet,
}

impl Prices {
    fn new(rules: &Rules, seed: u64) -> Prices {
        let mut rng = Rng::branch(seed, 91);
        let of: Vec<i32> =
            rules.pieces().map(|(piece, _)| 100 + 1000 * rng.below(5) as i32 + piece.index() as i32).collect();
        let cheapest_first = Player::BOTH.map(|player| {
            let own = rules.pieces().filter(|(_, info)| info.player == player).map(|(piece, _)| piece);
            let mut own: Vec<PieceId> = own.collect();
            own.sort_by_key(|piece| of[piece.index()]);
            own
        });
        Prices { cheapest_first: ByPlayer(cheapest_first), of, everywhere: rules.board().squares().collect() }
    }
}

impl Worths for Prices {
    fn cheapest_first(&self) -> &ByPlayer<Vec<PieceId>> {
        &self.cheapest_first
    }

    fn worth(&self, _pos: &Position, piece: PieceId) -> i32 {
        self.of[piece.index()]
    }

    fn goal(&self) -> i32 {
        1 << 20
    }

    fn sources(&self, _piece: PieceId, _to: Square) -> &SquareSet {
        &self.everywhere
    }
}

/// Every result that taking back on `square` can have for the player to move, who takes with the cheapest kind of piece or
/// not at all. Pieces of one kind may uncover different ones behind them, so there can be several.
fn results(rules: &Rules, prices: &Prices, pos: &Position, square: Square) -> Vec<i32> {
    let mut moves = Vec::new();
    rules.moves(pos, &mut moves);
    let price = |mv: &Move| prices.of[pos.piece_at(mv.from).unwrap().index()];
    let takers: Vec<Move> = moves.into_iter().filter(|mv| mv.to == square).collect();
    let Some(cheapest) = takers.iter().map(price).min() else { return vec![0] };
    let won = prices.of[pos.piece_at(square).unwrap().index()];
    let mut found = Vec::new();
    for mv in takers.into_iter().filter(|mv| price(mv) == cheapest) {
        let mut after = pos.clone();
        rules.play(&mut after, mv);
        found.extend(results(rules, prices, &after, square).into_iter().map(|back| (won - back).max(0)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn a_static_exchange_is_what_taking_back_and_forth_comes_to() {
    let (mut seen, mut losing, mut long) = (0, 0, 0);
    for id in ["chess", "breakthrough", "gardner", "cannon", "legacy-of-ibis", "tamerlane"] {
        // Without goals and limits nothing ends an exchange but a lack of takers.
        let (mut def, _) = sbg::read_game(sbg::builtin(id).unwrap().text).unwrap();
        def.goals.clear();
        let rules = Rules::compile(&def).unwrap();
        for seed in 0..30 {
            let prices = Prices::new(&rules, seed);
            let pos = somewhere(&rules, &mut Rng::branch(seed, 90), 60);
            let mut moves = Vec::new();
            rules.moves(&pos, &mut moves);
            for mv in moves.into_iter().filter(|mv| pos.owner_at(mv.to) != Some(pos.to_move())) {
                let won = pos.piece_at(mv.to).map_or(0, |victim| prices.of[victim.index()]);
                let mut after = pos.clone();
                rules.play(&mut after, mv);
                let expected: Vec<i32> =
                    results(&rules, &prices, &after, mv.to).into_iter().map(|back| won - back).collect();
                let told = rules.exchange(&pos, mv, &prices);
                assert!(expected.contains(&told), "{id}, seed {seed}, {mv:?}: {told}, expected one of {expected:?}");
                seen += 1;
                losing += u32::from(told < 0);
                long += u32::from(expected.len() > 1);
            }
        }
    }
    assert!(seen > 3000 && losing > 300, "{seen} moves, {losing} of them lose, {long} with several results");
}
