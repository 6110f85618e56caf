//! `kibitzer compare`: a learned game beside the true one.

use std::io::Write;

use kibitzer::automata::{Dfa, show_word};
use kibitzer::lab::{balanced_accuracy, held_out, judge_piece};

use crate::Trouble;
use crate::args::{Args, load_game};

/// Games whose positions accuracy is measured on; their seed is not one that `observe` is likely to be given.
const GAMES: u64 = 20;
const SEED: u64 = 0x6b69_6269_747a;

pub(crate) fn compare(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let learned = args.operand("a learned game")?;
    let truth = args.operand("the true game")?;
    args.finish()?;
    let (learned_def, learned_rules) = load_game(&learned)?;
    let (true_def, true_rules) = load_game(&truth)?;
    if learned_def.board != true_def.board {
        return Err(Trouble::Input(format!("kibitzer: the boards of {learned} and {truth} differ in size")));
    }
    let positions = held_out(&true_rules, GAMES, SEED);
    let mut all_exact = true;
    for (_, info) in true_rules.pieces() {
        let dfa = learned_rules.piece(info.letter).map_or_else(Dfa::empty, |id| learned_rules.info(id).dfa.clone());
        let judgement = judge_piece(&dfa, &info.dfa, true_def.board);
        all_exact &= judgement.is_exact();
        let verdict = judgement.verdict;
        let accuracy = balanced_accuracy(&dfa, &info.dfa, info.letter, &positions);
        let (states, true_states) = (judgement.states, judgement.true_states);
        write!(out, "{} {verdict}, {states} states of {true_states}", info.letter)?;
        match accuracy {
            Some(accuracy) => write!(out, ", balanced accuracy {accuracy:.2} %")?,
            None => write!(out, ", balanced accuracy unknown (it never moved)")?,
        }
        if let Some(word) = judgement.missed {
            write!(out, ", missed {}", show_word(&word))?;
        }
        if let Some(word) = judgement.error {
            write!(out, ", error {}", show_word(&word))?;
        }
        writeln!(out)?;
    }
    for (_, info) in learned_rules.pieces().filter(|(_, info)| true_rules.piece(info.letter).is_none()) {
        writeln!(out, "{} is not a piece of {truth}", info.letter)?;
        all_exact = false;
    }
    let same = |same: bool| if same { "same" } else { "differs" };
    writeln!(out, "start {}", same(learned_def.setup == true_def.setup))?;
    writeln!(out, "goals {}", same(sorted(&learned_def.goals) == sorted(&true_def.goals)))?;
    writeln!(
        out,
        "plies {} ({} of {})",
        same(learned_def.ply_limit == true_def.ply_limit),
        learned_def.ply_limit,
        true_def.ply_limit
    )?;
    writeln!(out, "held-out positions of {GAMES} random games, seed {SEED}")?;
    if all_exact {
        Ok(())
    } else {
        out.flush()?;
        Err(Trouble::Input("kibitzer: not all pieces are exact".to_owned()))
    }
}

fn sorted(goals: &[kibitzer::sbg::Goal]) -> Vec<String> {
    let mut goals: Vec<kibitzer::sbg::Goal> = goals.to_vec();
    for goal in &mut goals {
        if let kibitzer::sbg::Goal::Reach { squares, .. } = goal {
            squares.sort_unstable();
        }
    }
    let mut texts: Vec<String> = goals.iter().map(|goal| format!("{goal:?}")).collect();
    texts.sort_unstable();
    texts
}
