//! Where pieces can go, as small diagrams.

use std::collections::BTreeSet;

use crate::wire::letter_of;
use kibitzer::protocol::{DiagramView, MarkView, Reply, Source, TableCommand, TableReply};
use kibitzer::sbg::{BUILTIN, read_game};
use kibitzer::session::Session;

use crate::session::{ask, load};

fn diagrams(session: &mut Session) -> Vec<DiagramView> {
    match ask(session, TableCommand::Diagrams) {
        Reply::Table(TableReply::Diagrams(diagrams)) => diagrams,
        other => panic!("{other:?}"),
    }
}

fn diagram(id: &str, letter: &str) -> DiagramView {
    diagrams(&mut load(id).0).into_iter().find(|diagram| letter_of(diagram.piece) == letter).unwrap()
}

fn of_rule(rule: &str) -> DiagramView {
    let text = format!(
        "<BOARD>\n8 8\n{}\n<PIECES>\nX {rule} &\n<GOALS>\n9 &\n",
        ["x.......", "........", "........", "........", "........", "........", "........", "X......."].join("\n")
    );
    let mut session = Session::new();
    ask(&mut session, TableCommand::Load { source: Source::Text(text) });
    diagrams(&mut session).remove(0)
}

fn squares(view: &DiagramView, kind: impl Fn(&MarkView) -> bool) -> Vec<(i32, i32)> {
    let mut all: Vec<_> = view.marks.iter().filter(|mark| kind(mark)).map(|mark| (mark.dx, mark.dy)).collect();
    all.sort_unstable();
    all
}

/// Every mark within the frame is true somewhere on the board, and nothing true is left out.
#[test]
fn the_marks_are_where_pieces_can_go_on_an_empty_board() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        let board = rules.board();
        for view in diagrams(&mut load(game.id).0) {
            let letter = letter_of(view.piece).chars().next().unwrap();
            let player = rules.info(rules.piece(letter).unwrap()).player;
            let enemy = rules.pieces().find(|(_, info)| info.player != player).unwrap().1.letter;
            let (mut goes, mut captures) = (BTreeSet::new(), BTreeSet::new());
            for from in board.squares() {
                let mut cells = vec!['.'; board.size()];
                cells[from.index()] = letter;
                let reach = |cells: &[char]| rules.destinations(&rules.position(cells, player, 0).unwrap(), from);
                let near = |to| {
                    let (dx, dy) =
                        (board.x(to) as i32 - board.x(from) as i32, board.y(to) as i32 - board.y(from) as i32);
                    (dx.abs().max(dy.abs()) <= view.radius as i32).then_some((dx, dy))
                };
                goes.extend(reach(&cells).iter().filter_map(near));
                for to in board.squares().filter(|to| *to != from && near(*to).is_some()) {
                    cells[to.index()] = enemy;
                    captures.extend(near(to).filter(|_| reach(&cells).contains(to)));
                    cells[to.index()] = '.';
                }
            }
            let name = format!("{} {letter}", game.id);
            assert_eq!(squares(&view, |mark| mark.goes), goes.into_iter().collect::<Vec<_>>(), "{name} goes");
            assert_eq!(
                squares(&view, |mark| mark.captures),
                captures.into_iter().collect::<Vec<_>>(),
                "{name} captures"
            );
            assert!(view.radius <= 5, "{name}: {}", view.radius);
        }
    }
}

#[test]
fn leaps_have_no_lines_and_slides_have_arrows() {
    let knight = diagram("chess", "N");
    assert_eq!((knight.radius, knight.marks.len(), knight.lines.len(), knight.more), (2, 8, 0, false));
    assert!(knight.marks.iter().all(|mark| mark.goes && mark.captures && !mark.captures_own && !mark.goes_over));
    let rook = diagram("chess", "R");
    assert_eq!((rook.radius, rook.marks.len(), rook.more), (3, 12, false));
    let mut lines: Vec<_> = rook.lines.iter().map(|line| (line.points.clone(), line.open, line.over)).collect();
    lines.sort();
    let open = |x, y| (vec![[0, 0], [x, y]], true, false);
    assert_eq!(lines, [open(-3, 0), open(0, -3), open(0, 3), open(3, 0)]);
    let pawn = diagram("chess", "P");
    assert_eq!(
        (squares(&pawn, |mark| mark.goes), squares(&pawn, |mark| mark.captures)),
        (vec![(0, 1)], vec![(-1, 1), (1, 1)])
    );
    let black = diagram("chess", "p");
    assert_eq!(squares(&black, |mark| mark.goes), [(0, -1)]);
}

#[test]
fn a_ride_that_ends_has_a_line_without_an_arrow() {
    let rider = diagram("limited-rider", "L");
    assert_eq!((rider.radius, rider.lines.len(), rider.more), (3, 3, false));
    assert!(rider.lines.iter().all(|line| !line.open), "{:?}", rider.lines);
    let giraffe = diagram("tamerlane", "G");
    assert_eq!((giraffe.radius, giraffe.lines.len()), (4, 8));
    assert!(giraffe.lines.iter().all(|line| line.open && line.points.len() == 3), "{:?}", giraffe.lines);
    let horse = diagram("cannon", "H");
    assert_eq!(horse.lines.len(), 8);
    assert!(horse.lines.iter().any(|line| line.points == [[0, 0], [0, 1], [1, 2]]), "a leg that can be blocked");
}

#[test]
fn moves_over_other_pieces_have_their_own_marks() {
    let cannon = diagram("cannon", "C");
    assert!(squares(&cannon, |mark| mark.captures).is_empty());
    let over = squares(&cannon, |mark| mark.captures_over);
    assert!(over.contains(&(0, 2)) && over.contains(&(-3, 0)) && !over.contains(&(0, 1)), "{over:?}");
    assert!(cannon.lines.iter().all(|line| line.open && !line.over) && cannon.lines.len() == 4, "{:?}", cannon.lines);
    let checker = diagram("checkers-breakthrough", "P");
    assert_eq!(squares(&checker, |mark| mark.goes), [(-1, 1), (1, 1)]);
    assert_eq!(squares(&checker, |mark| mark.goes_over), [(-2, 2), (2, 2)]);
    assert_eq!(checker.radius, 2);
    assert!(checker.more && checker.lines.iter().all(|line| line.over) && checker.lines.len() == 2, "{checker:?}");
    let own = of_rule("(0,1,e) + (1,0,w) + (0,1,p)(0,1,w)");
    assert_eq!(
        (squares(&own, |mark| mark.captures_own), squares(&own, |mark| mark.captures_own_over)),
        (vec![(1, 0)], vec![(0, 2)])
    );
}

#[test]
fn a_rule_with_too_many_paths_is_drawn_in_part_and_says_so() {
    // Just short of what the rules themselves refuse on a small board.
    let text = "<BOARD>\n4 4\nx...\n....\n....\nX...\n<PIECES>\nX ((1,0,e) + (-1,0,e) + (0,1,e) + (0,-1,e) + (1,1,p))^* &\n<GOALS>\n9 &\n";
    let mut session = Session::new();
    if let Reply::Table(TableReply::Game(..)) =
        ask(&mut session, TableCommand::Load { source: Source::Text(text.to_owned()) })
    {
        let view = diagrams(&mut session).remove(0);
        assert!(view.more && view.radius <= 3 && view.lines.len() <= 80, "{} {}", view.radius, view.lines.len());
    }
    let text = "<BOARD>\n3 3\nx.y\n...\nX.Y\n<PIECES>\nX (0,1,e) & Y &\n<GOALS>\n9 &\n";
    ask(&mut session, TableCommand::Load { source: Source::Text(text.to_owned()) });
    let nothing = diagrams(&mut session).remove(1);
    assert_eq!(
        (letter_of(nothing.piece).as_str(), nothing.marks.len(), nothing.lines.len(), nothing.radius),
        ("Y", 0, 0, 2)
    );
    let mut empty = Session::new();
    assert!(matches!(ask(&mut empty, TableCommand::Diagrams), Reply::Failed(..)));
}
