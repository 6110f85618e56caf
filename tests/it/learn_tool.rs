//! `kibitzer learn` and `kibitzer compare`, on the command line.

use crate::typed::{Scratch, run, text};

#[test]
fn what_was_observed_is_learned_and_found_to_be_exact() {
    let records = run(&["observe", "checkers-breakthrough", "--games", "50", "--seed", "4", "--list", "all"]).stdout;
    let records = Scratch::new("records", &records);
    let learned = run(&["learn", records.path()]);
    assert!(learned.status.success(), "{}", text(&learned.stderr));
    let game = Scratch::new("learned.sbg", &learned.stdout);
    let compared = run(&["compare", game.path(), "checkers-breakthrough"]);
    assert!(compared.status.success(), "{}", text(&compared.stdout));
    assert!(text(&compared.stdout).starts_with("P exact, 5 states of 5, balanced accuracy 100.00 %\n"));
    let wrong = run(&["compare", "breakthrough", "checkers-breakthrough"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stdout).contains("P differs"), "{}", text(&wrong.stdout));
    assert!(text(&wrong.stdout).contains("missed (-1,1,p)(-1,1,e)"), "{}", text(&wrong.stdout));

    let json = text(&run(&["learn", records.path(), "--json", "--player", "white", "--algorithm", "rpni"]).stdout);
    assert!(json.contains("\"letter\":\"P\",\"player\":\"white\",\"states\":"), "{json}");
    assert!(json.contains("\"transitions\":[[0,-1,1,\"e\","), "{json}");
    assert!(!json.contains("\"letter\":\"p\""), "{json}");
}

#[test]
fn labelled_words_make_an_automaton() {
    let words = "# a rook that only goes right\n+ 1,0,e\n+ 1,0,e 1,0,e\n+ 1,0,e 1,0,e 1,0,e\n+ 1,0,p\n+ 1,0,e 1,0,p\n\
                 + 1,0,e 1,0,e 1,0,p\n-\n- 1,0,w\n- 1,0,p 1,0,e\n- 1,0,p 1,0,p\n";
    let words = Scratch::new("words", words.as_bytes());
    let json = text(&run(&["learn", "--words", words.path(), "--board", "8x1", "--json"]).stdout);
    assert!(json.starts_with("{\"states\":3,\"start\":0,\"accepting\":[1,2],\"transitions\":["), "{json}");
    let broken = Scratch::new("broken", b"+ 1,0,e\n- 1,0,e\n");
    let output = run(&["learn", "--words", broken.path(), "--board", "8x8"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), format!("{}:2: (1,0,e) has the other label on line 1\n", broken.path()));
}

#[test]
fn no_records_and_wrong_options_are_said_in_a_line() {
    let empty = Scratch::new("empty", b"");
    let output = run(&["learn", empty.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), format!("{}: there are no records to learn from\n", empty.path()));
    let output = run(&["learn", empty.path(), "--algorithm", "magic"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("bjornsson, rpni, spine or kibitzer"), "{}", text(&output.stderr));
}

#[test]
fn several_threads_read_what_one_reads() {
    let listed = run(&["observe", "chess", "--games", "40", "--seed", "2", "--list", "all"]).stdout;
    assert!(listed.len() > 4 << 18, "less than a few blocks: {} bytes", listed.len());
    let mut broken = listed.clone();
    // A move that is not closed in the third quarter, and half a record at the end.
    let at = listed.len() * 3 / 4;
    let close = at + listed[at..].windows(2).position(|pair| pair == b"))").unwrap();
    broken.remove(close);
    broken.truncate(broken.len() - 100);
    for records in [&listed, &broken, &listed[..300].to_vec(), &Vec::new()] {
        let records = Scratch::new("blocks", records);
        let alone = run(&["learn", records.path()]);
        for jobs in ["2", "3", "8"] {
            let together = run(&["learn", records.path(), "--jobs", jobs]);
            assert_eq!(text(&together.stdout), text(&alone.stdout), "{jobs} jobs");
            assert_eq!(text(&together.stderr), text(&alone.stderr), "{jobs} jobs");
            assert_eq!(together.status.code(), alone.status.code(), "{jobs} jobs");
        }
    }
}
