//! The engine as a match program of the chess world sees it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to one that begins with `last`, which is included.
    fn until(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine went away; so far {lines:#?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(last) {
                return lines;
            }
        }
    }

    /// Sends a line and gives what comes back before the engine is ready for the next.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    fn go(&mut self, how: &str) -> Vec<String> {
        self.send(&format!("go {how}"));
        self.until("bestmove")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[test]
fn it_introduces_itself_and_plays_a_game() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Kibitzer")));
    assert!(lines.iter().any(|line| line.starts_with("option name Game type string")));
    assert!(engine.ask("setoption name Game value gardner").is_empty());
    assert!(engine.ask("ucinewgame").is_empty());
    let mut moves = String::new();
    for ply in 0..8 {
        assert!(engine.ask(&format!("position startpos moves {moves}")).is_empty(), "{moves}");
        let lines =
            engine
                .go(["nodes 2000", "depth 3", "movetime 20", "wtime 500 btime 500 winc 5 binc 5 movestogo 3"][ply % 4]);
        assert!(lines[0].starts_with("info depth 1 seldepth "), "{lines:?}");
        assert!(lines[0].contains(" score cp ") && field(&lines[0], "seldepth") >= 1, "{lines:?}");
        for line in &lines[..lines.len() - 1] {
            assert!(field(line, "seldepth") >= field(line, "depth") && field(line, "hashfull") <= 1000, "{line}");
            assert!(["nodes", "nps", "time"].into_iter().all(|name| field(line, name) >= 0), "{line}");
        }
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        let last = &lines[lines.len() - 2];
        assert!(last.split_once(" pv ").unwrap().1.starts_with(best), "what was found last is played: {lines:?}");
        moves = format!("{moves} {best}");
    }
}

#[test]
fn a_win_is_announced_and_taken() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value breakthrough");
    engine.ask("position set ......../..P...../......../......../......../.p....../......../......P. w 40");
    let lines = engine.go("depth 5");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert!(["bestmove c7b8", "bestmove c7c8", "bestmove c7d8"].contains(&lines.last().unwrap().as_str()));
}

#[test]
fn sure_results_are_told_in_moves_as_the_protocol_wants() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value breakthrough");
    let rows = "......../......../..P...../......../....p.../......../......../......P.";
    // Two moves from the last row, and nothing in the way: three plies to a win, and four to a loss.
    for threads in [1, 2] {
        engine.ask(&format!("setoption name Threads value {threads}"));
        for (player, score) in [("w", " score mate 2 "), ("b", " score mate -2 ")] {
            engine.ask(&format!("position set {rows} {player} 40"));
            let lines = engine.go("depth 8");
            let last = &lines[lines.len() - 2];
            assert!(last.contains(score), "{threads} threads: {lines:?}");
            assert!(lines.iter().all(|line| !line.contains(" win ")), "{lines:?}");
        }
    }
    // The game is over: no move, and the score says how.
    let rows = "......../..P...../......../......../....p.../......../......../......P.";
    assert!(engine.ask(&format!("position set {rows} w 40 moves c7c8")).is_empty());
    let lines = engine.go("depth 3");
    assert!(lines[0].contains(" score mate 0 ") && lines[1] == "bestmove (none)" && lines.len() == 2, "{lines:?}");
}

#[test]
fn the_table_fills_while_a_search_goes_on() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value gardner");
    engine.ask("setoption name Hash value 1");
    let lines = engine.go("nodes 400000");
    let full: Vec<i64> = lines[..lines.len() - 1].iter().map(|line| field(line, "hashfull")).collect();
    assert!(full[0] < 20 && *full.last().unwrap() > 300, "{full:?}");
    assert!(full.iter().all(|full| (0..=1000).contains(full)), "{full:?}");
}

#[test]
fn every_word_of_go_is_understood() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value gardner");
    for how in [
        "wtime 300 btime 300 movestogo 1",
        "wtime -20 btime -20 winc 0 binc 0",
        "mate 2",
        "depth 100 nodes 2000",
        "searchmoves a2a3 b2b3 depth 3",
        "ponder movetime 10",
        "movetime 0",
    ] {
        let lines = engine.go(how);
        let best = lines.last().unwrap();
        assert!(best.len() > "bestmove (none)".len() - 6 && best != "bestmove (none)", "{how}: {lines:?}");
    }
    // Whatever comes while it searches has its turn.
    engine.send("go infinite");
    engine.send("isready");
    engine.send("position startpos moves a2a3");
    engine.until("readyok");
    engine.send("stop");
    engine.until("bestmove");
    let best = engine.go("depth 2").pop().unwrap();
    assert!(best.as_bytes()["bestmove ".len() + 1] >= b'4', "Black moves after a2a3: {best}");
}

/// The number after a word in a line of the engine; -1 where there is none.
fn field(line: &str, name: &str) -> i64 {
    let mut words = line.split_whitespace().skip_while(|word| *word != name).skip(1);
    words.next().and_then(|word| word.parse().ok()).unwrap_or(-1)
}

#[test]
fn bad_lines_get_a_remark_and_change_nothing() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value breakthrough");
    engine.ask("position startpos moves a2a3");
    for bad in [
        "dance",
        "setoption name Game value chest",
        "setoption name Player value deep",
        "setoption name Colour value red",
        "setoption Game breakthrough",
        "setoption name Seed value many",
        "position startpos moves a2a3 a3a4",
        "position set nonsense",
        "position",
        "go depth",
        "go sideways 3",
    ] {
        let lines = engine.ask(bad);
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{bad}: {lines:?}");
    }
    // Black is still to move after a2a3.
    let best = engine.go("nodes 500").pop().unwrap();
    assert!(best.as_bytes()["bestmove ".len() + 1] >= b'7', "{best}");
}

#[test]
fn stop_ends_an_endless_search_and_the_answer_is_the_same_every_time() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value gardner");
    engine.send("go infinite");
    engine.send("stop");
    assert!(engine.until("bestmove").last().unwrap().len() > "bestmove ".len());
    engine.send("go infinite");
    // Questions are answered meanwhile.
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    engine.until("bestmove");
    for player in ["alphabeta", "uct", "uct+pieces", "level:2", "greedy", "random"] {
        let mut answer = || {
            engine.ask(&format!("setoption name Player value {player}"));
            engine.ask("setoption name Seed value 9");
            engine.go("nodes 3000").pop().unwrap()
        };
        assert_eq!(answer(), answer(), "{player}");
    }
}

#[test]
fn threads_share_the_root_and_find_the_same_value() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value gardner");
    engine.ask("setoption name Threads value 2");
    let best = engine.go("depth 5").pop().unwrap();
    assert!(engine.ask(&format!("position startpos moves {}", &best["bestmove ".len()..])).is_empty());
}

#[test]
fn it_learns_on_the_opponents_time_and_answers_meanwhile() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value gardner");
    engine.ask("setoption name Learn value on");
    let mut games = 0;
    for moves in ["", " moves a2a3 b4b3"] {
        engine.ask(&format!("position startpos{moves}"));
        engine.go("nodes 500");
        // It learns until something else is wanted, and says so.
        let news = engine.until("info string learned from ").pop().unwrap();
        let told: u32 = news.split_whitespace().nth(4).unwrap().parse().unwrap();
        assert!(told > games, "learning goes on where it was left: {news}");
        games = told;
        for question in ["isready", "isready", "isready", "stop", "isready"] {
            engine.send(question);
            if question == "isready" {
                engine.until("readyok");
            }
        }
    }
    engine.send("go depth 1");
    engine.until("bestmove");
}

#[test]
fn a_start_clock_is_used_whatever_comes_meanwhile_and_stop_ends_it() {
    let mut engine = Engine::start();
    engine.ask("setoption name Game value gardner");
    // The first news of what it learned, and then everything that had to wait, in order.
    engine.send("setoption name Player value alphabeta:td=40games");
    engine.send("go infinite");
    engine.send("stop");
    engine.until("bestmove");
    assert!(engine.ask("position startpos moves a2a3").is_empty());
    engine.send("setoption name Player value alphabeta:td=1000s");
    engine.until("info string learned from ");
    engine.send("stop");
    engine.send("isready");
    engine.until("readyok");
}

/// How much memory a process holds, in pages; where there is no such file, nothing can be told.
fn pages(process: u32) -> Option<u64> {
    std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_thousand_searches_leave_memory_where_it_was() {
    for player in ["alphabeta", "uct"] {
        let mut engine = Engine::start();
        engine.ask("setoption name Game value los-alamos");
        engine.ask(&format!("setoption name Player value {player}"));
        let mut search = |count: usize| {
            for moves in [" moves a2a3 a5a4", "", " moves b1c3 e6d4 f2f3"].into_iter().cycle().take(count) {
                engine.send(&format!("position startpos{moves}"));
                engine.go("nodes 400");
            }
            pages(engine.child.id())
        };
        // Tables and lists have found their size by then.
        let before = search(50);
        let after = search(1_000);
        if let (Some(before), Some(after)) = (before, after) {
            assert!(after <= before + 64, "{player}: {before} pages before, {after} after 1,000 searches");
        }
    }
}
