//! SWI-Prolog beside our reasoner: does it say the same, and how fast is it?

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use kibitzer::board::Player;
use kibitzer::game::Game;
use kibitzer::gdl::{Reasoner, prolog, prolog_term};
use kibitzer::rng::Rng;

use crate::Trouble;

fn installed() -> bool {
    let found = Command::new("swipl").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Runs a program; gives what it printed.
fn run(program: &str, goal: &str) -> Result<String, Trouble> {
    let path = std::env::temp_dir().join(format!("kibitzer-{}-{}.pl", std::process::id(), program.len()));
    std::fs::write(&path, program)?;
    let output =
        Command::new("swipl").arg("-q").arg("-f").arg(&path).arg("-g").arg(goal).arg("-t").arg("halt").output();
    let _ = std::fs::remove_file(&path);
    let output = output?;
    if !output.status.success() || !output.stderr.is_empty() {
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(Trouble::Input(format!("kibitzer: SWI-Prolog: {complaint}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn translated(reasoner: &Reasoner) -> Result<String, Trouble> {
    let program = prolog(reasoner.description());
    program.ok_or_else(|| Trouble::Input("kibitzer: this description has fluents that are variables".to_owned()))
}

/// Random games a second, by processor time; `None` where SWI-Prolog is not installed.
pub(crate) fn playouts_per_second(reasoner: &Reasoner, seconds: f64) -> Result<Option<f64>, Trouble> {
    if !installed() {
        return Ok(None);
    }
    let printed = run(&translated(reasoner)?, &format!("bench({seconds})"))?;
    let mut words = printed.split_whitespace().skip(1).map(|word| word.parse::<f64>().unwrap_or(0.0));
    Ok(words.next().zip(words.next()).map(|(count, time)| count / time))
}

/// Plays random games and compares ends, goals and legal moves of both players at each position; gives how many there were.
pub(crate) fn agree(game: &str, reasoner: &Reasoner, games: u64, seed: u64) -> Result<u64, Trouble> {
    if !installed() {
        return Err(Trouble::Input("kibitzer: swipl is not installed (Debian: swi-prolog-nox)".to_owned()));
    }
    let description = reasoner.description();
    let mut program = translated(reasoner)?;
    let mut expected = String::new();
    let mut positions = 0;
    let mut goals = Vec::new();
    for number in 0..games {
        let mut rng = Rng::branch(seed, number);
        let (mut pos, mut scratch, mut line) = (reasoner.start(), Vec::new(), Vec::new());
        loop {
            positions += 1;
            expected += &state(reasoner, &pos);
            let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) else { break };
            let mover = reasoner.to_move(&pos);
            let both: Vec<String> = Player::BOTH
                .into_iter()
                .filter_map(|player| {
                    let own = if player == mover { Some(mv) } else { reasoner.legal(&pos, player).first().copied() };
                    let action = reasoner.action(own?)?;
                    let role = format!("'{}'", reasoner.role(player));
                    Some(format!("{role}-{}", prolog_term(description, action)))
                })
                .collect();
            line.push(format!("[{}]", both.join(",")));
            reasoner.play(&mut pos, mv);
        }
        let _ = writeln!(program, "game({number}, [{}]).", line.join(",\n"));
        goals.push(format!("start, game({number}, L{number}), replay(L{number})"));
    }
    let printed = run(&program, &goals.join(", "))?;
    let sorted = |text: &str| -> Vec<Vec<String>> {
        let blocks = text.split("end\n").filter(|block| !block.is_empty());
        blocks
            .map(|block| {
                let mut lines: Vec<String> = block.lines().map(str::to_owned).collect();
                lines.sort_unstable();
                lines
            })
            .collect()
    };
    let (ours, theirs) = (sorted(&expected), sorted(&printed));
    if let Some(at) = (0..ours.len().max(theirs.len())).find(|at| ours.get(*at) != theirs.get(*at)) {
        let only = |these: Option<&Vec<String>>, those: Option<&Vec<String>>| -> Vec<String> {
            let those = those.cloned().unwrap_or_default();
            these.into_iter().flatten().filter(|line| !those.contains(line)).take(5).cloned().collect()
        };
        return Err(Trouble::Input(format!(
            "kibitzer: {game}: position {}: only the reasoner says {:?}, only SWI-Prolog {:?}",
            at + 1,
            only(ours.get(at), theirs.get(at)),
            only(theirs.get(at), ours.get(at))
        )));
    }
    Ok(positions)
}

/// What the driver of the translated program prints for a position.
fn state(reasoner: &Reasoner, pos: &kibitzer::gdl::Position) -> String {
    let mut text = String::from(if reasoner.is_terminal(pos) { "terminal\n" } else { "open\n" });
    for player in Player::BOTH {
        let role = reasoner.role(player);
        let _ = writeln!(text, "goal {role} {}", reasoner.goal(pos, player));
        for mv in reasoner.legal(pos, player) {
            let _ = writeln!(text, "legal {role} {}", reasoner.show_move(mv));
        }
    }
    text + "end\n"
}
