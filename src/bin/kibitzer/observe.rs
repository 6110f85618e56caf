//! `kibitzer observe`: looks on while random players play, and writes down what it sees.

use std::io::Write;

use kibitzer::game::Game;
use kibitzer::observe::{Listing, Recorder, watch_game, write_record};
use kibitzer::rng::Rng;

use crate::Trouble;
use crate::args::{Args, Usage, load_game};

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
    for side in ["white", "black"] {
        if let Some(other) = args.text(side).filter(|player| player != "random") {
            let option = format!("--{side}");
            return Err(Usage::BadValue { option, value: other, expected: "random" }.into());
        }
    }
    args.finish()?;
    let (_, mut rules) = load_game(&game)?;
    if let Some(plies) = plies {
        rules = rules.with_ply_limit(plies);
    }
    let mut number = 0;
    let mut scratch = Vec::new();
    for game in 0..games {
        // Each game has its own source of chance, so that the tenth game is the same however many are asked for.
        let mut rng = Rng::branch(seed, game);
        watch_game(
            Recorder { rules: &rules, listing },
            |pos, _| rules.random_move(pos, &mut rng, &mut scratch),
            |record| {
                number += 1;
                write_record(out, number, &record)
            },
        )?;
    }
    Ok(())
}
