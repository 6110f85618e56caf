//! The definitions of pieces: their powers, promotions and constraints.

use crate::metagame::parse::cursor::Parser;
use crate::metagame::parse::{Parse, TextErrorKind};
use crate::metagame::{
    Capture, Compare, Effect, Interval, Methods, Movement, MovementKind, Part, PieceDef, Place, Promotion, Side,
    Symmetries, Vector,
};

impl Parser {
    pub(super) fn piece(&mut self, index: usize) -> Parse<PieceDef> {
        self.mark(Part::Piece(index));
        let mut piece = PieceDef { name: self.name("the name of a piece")?, ..PieceDef::default() };
        let (mut moving, mut capturing, mut constraints) = (false, false, false);
        let mut movements = Vec::new();
        loop {
            if self.at_word("moving") {
                self.once(&mut moving, "MOVING")?;
                piece.moving = self.movements("moving", &mut movements)?;
            } else if self.at_word("capturing") {
                self.once(&mut capturing, "CAPTURING")?;
                piece.capturing = self.captures(index, &mut movements)?;
            } else if self.at_word("promoting") {
                self.once(&mut piece.promoting.is_some(), "PROMOTING")?;
                self.mark(Part::Promotion(index));
                piece.promoting = Some(self.promotion()?);
            } else if self.at_word("constraints") {
                self.once(&mut constraints, "CONSTRAINTS")?;
                loop {
                    if self.accept("must_capture") {
                        piece.must_capture = true;
                    } else if self.accept("continue_captures") {
                        piece.continue_captures = true;
                    } else if piece.must_capture || piece.continue_captures {
                        break;
                    } else {
                        return self.expected("MUST_CAPTURE or CONTINUE_CAPTURES");
                    }
                }
            } else if self.accept("end") {
                self.word("define")?;
                break;
            } else {
                return self.expected("MOVING, CAPTURING, PROMOTING, CONSTRAINTS or END DEFINE");
            }
        }
        // A check counts the movements of both powers, those of moving first, whatever the order of the text.
        movements.sort_by_key(|(capturing, _)| *capturing);
        let places = movements.into_iter().enumerate();
        self.parts.extend(places.map(|(number, (_, place))| (Part::Movement(index, number), place)));
        Ok(piece)
    }

    /// Takes the word that opens a clause, which may stand in a definition once.
    fn once(&mut self, seen: &mut bool, name: &'static str) -> Parse<()> {
        if *seen {
            return self.error(TextErrorKind::Twice(name));
        }
        *seen = true;
        self.advance();
        Ok(())
    }

    /// Movements up to the END of `clause`.
    fn movements(&mut self, clause: &str, places: &mut Vec<(bool, Place)>) -> Parse<Vec<Movement>> {
        let mut list = Vec::new();
        while list.is_empty() || !self.at_word("end") {
            places.push((clause != "moving", self.place()));
            if !self.accept("movement") {
                let end = format!("MOVEMENT or END {}", clause.to_uppercase());
                return self.expected(if list.is_empty() { "MOVEMENT" } else { &end });
            }
            list.push(self.movement()?);
        }
        self.words(&["end", clause])?;
        Ok(list)
    }

    fn movement(&mut self) -> Parse<Movement> {
        let kind = if self.accept("leap") {
            MovementKind::Leap
        } else if self.accept("ride") {
            let (mut min, mut max, mut longest) = (None, None, false);
            loop {
                if self.at_word("min") {
                    self.once(&mut min.is_some(), "MIN")?;
                    min = Some(self.number(99)?);
                } else if self.at_word("max") {
                    self.once(&mut max.is_some(), "MAX")?;
                    max = Some(self.number(99)?);
                } else if self.at_word("longest") {
                    self.once(&mut longest, "LONGEST")?;
                } else {
                    break;
                }
            }
            MovementKind::Ride { min, max, longest }
        } else if self.accept("hop") {
            self.word("before")?;
            let before = self.interval()?;
            self.word("over")?;
            let over = self.interval()?;
            self.word("after")?;
            let after = self.interval()?;
            self.word("hop_over")?;
            MovementKind::Hop { before, over, after, hop_over: self.description()? }
        } else {
            return self.expected("LEAP, RIDE or HOP");
        };
        self.sign("<")?;
        let dx = self.component()?;
        self.sign(",")?;
        let dy = self.component()?;
        self.sign(">")?;
        self.word("symmetry")?;
        let symmetries = self.symmetries()?;
        self.words(&["end", "movement"])?;
        Ok(Movement { kind, vector: Vector { dx, dy }, symmetries })
    }

    fn interval(&mut self) -> Parse<Interval> {
        self.sign("[")?;
        if !self.accept("x") {
            return self.expected("X");
        }
        let signs = [(">=", Compare::AtLeast), ("=", Compare::Equal), ("<=", Compare::AtMost)];
        let Some((_, compare)) = signs.into_iter().find(|(sign, _)| self.at_sign(sign)) else {
            return self.expected("\">=\", \"=\" or \"<=\"");
        };
        self.advance();
        let number = self.number(99)?;
        self.sign("]")?;
        Ok(Interval { compare, number })
    }

    fn symmetries(&mut self) -> Parse<Symmetries> {
        if self.accept("all_symmetry") {
            return Ok(Symmetries::ALL);
        }
        if !self.accept_sign("{") {
            return self.expected("ALL_SYMMETRY or a set in braces");
        }
        let mut set = Symmetries::default();
        while !self.accept_sign("}") {
            if self.accept("forward") {
                set.forward = true;
            } else if self.accept("side") {
                set.side = true;
            } else if self.accept("rotation") {
                set.rotation = true;
            } else {
                return self.expected("FORWARD, SIDE, ROTATION or \"}\"");
            }
        }
        Ok(set)
    }

    fn captures(&mut self, piece: usize, places: &mut Vec<(bool, Place)>) -> Parse<Vec<Capture>> {
        let mut list = Vec::new();
        while list.is_empty() || !self.at_word("end") {
            self.mark(Part::Capture(piece, list.len()));
            if !self.accept("capture") {
                return self.expected(if list.is_empty() { "CAPTURE" } else { "CAPTURE or END CAPTURING" });
            }
            self.words(&["by"])?;
            self.sign("{")?;
            let mut methods = Methods::default();
            while !self.accept_sign("}") {
                if self.accept("retrieve") {
                    methods.retrieve = true;
                } else if self.accept("clobber") {
                    methods.clobber = true;
                } else if self.accept("hop") {
                    methods.hop = true;
                } else {
                    return self.expected("RETRIEVE, CLOBBER, HOP or \"}\"");
                }
            }
            self.word("type")?;
            let victims = self.description()?;
            self.word("effect")?;
            let effect = self.effect()?;
            let movements = self.movements("capture", places)?;
            list.push(Capture { methods, victims, effect, movements });
        }
        self.words(&["end", "capturing"])?;
        Ok(list)
    }

    fn effect(&mut self) -> Parse<Effect> {
        let side =
            self.one_of(&[("remove", None), ("player", Some(Side::Player)), ("opponent", Some(Side::Opponent))])?;
        let Some(side) = side else {
            return Ok(Effect::Remove);
        };
        if self.at_word("displaces") {
            return self.error(TextErrorKind::Displaces);
        }
        self.word("possesses")?;
        Ok(Effect::Possess(side))
    }

    fn promotion(&mut self) -> Parse<Promotion> {
        let promotion = if self.accept("promote_to") {
            Promotion::To(self.name("the name of a piece")?)
        } else if self.accept("decision") {
            let decider = self.side()?;
            self.word("options")?;
            Promotion::Choice { decider, options: self.description()? }
        } else {
            return self.expected("PROMOTE_TO or DECISION");
        };
        self.words(&["end", "promoting"])?;
        Ok(promotion)
    }
}
