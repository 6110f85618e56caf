//! A session behind standard input and output, with the class of games that only tests have: each line is a question as JSON,
//! each line written is an answer. The tests of the page put it in the place of the WebAssembly.

use std::io::{self, BufRead, Write};

use kibitzer::protocol::{Answer, Ask};
use kibitzer::session::Session;

fn main() -> io::Result<()> {
    let mut session = Session::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ask { id, command } = serde_json::from_str(&line?)?;
        let mut answers = Vec::new();
        session.handle(command, &mut |reply| answers.push(Answer { id, millis: 0.0, reply }));
        writeln!(out, "{}", serde_json::to_string(&answers)?)?;
        out.flush()?;
    }
    Ok(())
}
