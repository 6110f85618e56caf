//! `kibitzer observe`: plays games and writes records of them.

use std::io::Write;

use kibitzer::bots::{Bot, Kind, PlayerSpec};
use kibitzer::game::Game;
use kibitzer::observe::{Listing, Recorder, watch_game, write_record};
use kibitzer::rng::Rng;
use kibitzer::search::Limits;

use crate::Trouble;
use crate::args::{Args, Usage, load_game};
use crate::gdl;

pub(crate) fn observe(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let games: u64 = args.value("games", "a number of games")?.unwrap_or(1);
    let seed: u64 = args.value("seed", "a whole number")?.unwrap_or(1);
    let plies: Option<u32> = args.value("plies", "a limit of plies")?;
    let listing = match args.text("list").as_deref() {
        None | Some("all") => Listing::All,
        Some("one") => Listing::Some,
        Some(other) => {
            let (option, value) = ("--list".to_owned(), other.to_owned());
            return Err(Usage::BadValue { option, value, expected: "all or one" }.into());
        }
    };
    let [white, black] = ["white", "black"].map(|side| match args.text(side) {
        Some(player) => Args::player(&format!("--{side}"), &player),
        None => Ok(PlayerSpec::new(Kind::Random)),
    });
    let specs = [white?, black?];
    let nodes: u64 = args.value("nodes", "a number of nodes")?.unwrap_or(2_000);
    let mix = args.share("mix")?.unwrap_or(0.0);
    args.finish()?;
    if gdl::is_kif(&game) && plies.is_none() && specs.iter().all(|spec| spec.kind == Kind::Random) {
        return gdl::observe(&game, games, seed, listing, out);
    }
    let (_, mut rules) = load_game(&game)?;
    if let Some(plies) = plies {
        rules = rules.with_ply_limit(plies);
    }
    let mut number = 0;
    let mut scratch = Vec::new();
    for game in 0..games {
        // Each game has its own source of chance, so that the tenth game is the same however many are asked for.
        let mut rng = Rng::branch(seed, game);
        let mut bots = specs.map(|spec| Bot::new(&rules, spec, rng.clone().next_u64()));
        watch_game(
            Recorder { rules: &rules, listing },
            |pos, player| {
                let bot = &mut bots[player.index()];
                if bot.spec().kind == Kind::Random || (mix > 0.0 && f64::from(rng.below(1_000_000)) < mix * 1e6) {
                    return rules.random_move(pos, &mut rng, &mut scratch);
                }
                match rules.ending(pos) {
                    Some(ending) => Err(ending.outcome),
                    None => Ok(bot.choose_quietly(&rules, pos, Limits::nodes(nodes)).expect("the game is not over")),
                }
            },
            |record| {
                number += 1;
                write_record(out, number, &record)
            },
        )?;
    }
    Ok(())
}
