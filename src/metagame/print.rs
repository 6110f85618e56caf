//! A definition as text, in the layout of the dissertation. What is printed is read back as the same definition.

use std::fmt;

use crate::metagame::{
    At, BoardType, Capture, Compare, Decider, Description, Effect, GameDef, Goal, Interval, Inversion, Movement,
    MovementKind, Names, Owner, PieceDef, Promotion, Setup, Symmetries,
};

impl fmt::Display for GameDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", self.name)?;
        for (index, goal) in self.goals.iter().enumerate() {
            writeln!(f, "{} {goal}", if index == 0 { "goals" } else { "     " })?;
        }
        writeln!(f, "\nboard_size {} by {}", self.width, self.height)?;
        let board_type = match self.board_type {
            BoardType::Planar => "planar",
            BoardType::VerticalCylinder => "vertical_cylinder",
        };
        writeln!(f, "board_type {board_type}")?;
        let inversion = match self.inversion {
            Inversion::Forward => "forward",
            Inversion::Diagonal => "diagonal",
        };
        writeln!(f, "inversion {inversion}\npromote_rank {}", self.promote_rank)?;
        writeln!(f, "setup\n{}", self.setup)?;
        if self.must_capture {
            writeln!(f, "constraints must_capture")?;
        }
        for piece in &self.pieces {
            writeln!(f, "\n{piece}")?;
        }
        writeln!(f, "\nend game .")
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Stalemate(side) => write!(f, "stalemate {side}"),
            Goal::Eradicate(pieces) => write!(f, "eradicate {pieces}"),
            Goal::Arrive(pieces, squares) => write!(f, "arrive {pieces} at {}", List(squares)),
        }
    }
}

/// Squares in braces.
struct List<'a>(&'a [At]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: Vec<String> =
            self.0.iter().map(|(x, y)| format!("({},{y})", char::from(b'a' + x.saturating_sub(1)))).collect();
        write!(f, "{{{}}}", squares.join(" "))
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Names::Any => f.write_str("any_piece"),
            Names::List(list) => write!(f, "{{{}}}", list.join(" ")),
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner {
            Owner::Only(side) => write!(f, "[{{{side}}} {}]", self.names),
            Owner::Any => write!(f, "[any_player {}]", self.names),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setup::Fixed(list) => {
                for (index, (name, squares)) in list.iter().enumerate() {
                    write!(f, "{}  {name} at {}", if index > 0 { "\n" } else { "" }, List(squares))?;
                }
                Ok(())
            }
            Setup::Decision { decider, names, squares } => {
                match decider {
                    Decider::Side(side) => write!(f, "  decision {side} assigns {names}")?,
                    Decider::Random => write!(f, "  decision random assigns {names}")?,
                }
                write!(f, "\n    to {}\n  end decision", List(squares))
            }
        }
    }
}

impl fmt::Display for PieceDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "define {}", self.name)?;
        if !self.moving.is_empty() {
            writeln!(f, "  moving")?;
            self.moving.iter().try_for_each(|movement| writeln!(f, "    {movement}"))?;
            writeln!(f, "  end moving")?;
        }
        if !self.capturing.is_empty() {
            writeln!(f, "  capturing")?;
            self.capturing.iter().try_for_each(|capture| write!(f, "{capture}"))?;
            writeln!(f, "  end capturing")?;
        }
        match &self.promoting {
            Some(Promotion::To(name)) => writeln!(f, "  promoting promote_to {name} end promoting")?,
            Some(Promotion::Choice { decider, options }) => {
                writeln!(f, "  promoting decision {decider} options {options} end promoting")?;
            }
            None => {}
        }
        if self.must_capture || self.continue_captures {
            let words = [(self.must_capture, " must_capture"), (self.continue_captures, " continue_captures")];
            let words: String = words.iter().filter(|(present, _)| *present).map(|(_, word)| *word).collect();
            writeln!(f, "  constraints{words}")?;
        }
        write!(f, "end define")
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let methods =
            set(&[(self.methods.retrieve, "retrieve"), (self.methods.clobber, "clobber"), (self.methods.hop, "hop")]);
        writeln!(f, "    capture by {methods}")?;
        match self.effect {
            Effect::Remove => writeln!(f, "      type {} effect remove", self.victims)?,
            Effect::Possess(side) => writeln!(f, "      type {} effect {side} possesses", self.victims)?,
        }
        self.movements.iter().try_for_each(|movement| writeln!(f, "      {movement}"))?;
        writeln!(f, "    end capture")
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("movement ")?;
        match &self.kind {
            MovementKind::Leap => f.write_str("leap")?,
            MovementKind::Ride { min, max, longest } => {
                f.write_str("ride")?;
                min.iter().try_for_each(|min| write!(f, " min {min}"))?;
                max.iter().try_for_each(|max| write!(f, " max {max}"))?;
                f.write_str(if *longest { " longest" } else { "" })?;
            }
            MovementKind::Hop { before, over, after, hop_over } => {
                write!(f, "hop before {before} over {over} after {after} hop_over {hop_over}")?;
            }
        }
        write!(f, " <{},{}> symmetry {} end movement", self.vector.dx, self.vector.dy, self.symmetries)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compare = match self.compare {
            Compare::AtLeast => ">=",
            Compare::Equal => "=",
            Compare::AtMost => "<=",
        };
        write!(f, "[x{compare}{}]", self.number)
    }
}

impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Symmetries::ALL {
            return f.write_str("all_symmetry");
        }
        f.write_str(&set(&[(self.forward, "forward"), (self.side, "side"), (self.rotation, "rotation")]))
    }
}

/// The words that are present, in braces.
fn set(words: &[(bool, &str)]) -> String {
    let present: Vec<&str> = words.iter().filter(|(present, _)| *present).map(|(_, word)| *word).collect();
    format!("{{{}}}", present.join(" "))
}
