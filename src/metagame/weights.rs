//! METAGAMER's advisors by name, and their weights as data.

use std::fmt;
use std::ops::{Index, IndexMut};

macro_rules! advisors {
    ($($(#[$doc:meta])* $advisor:ident = $name:literal: $label:literal,)*) => {
        /// One voice in the evaluation (sections 15.2 and 15.3).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Advisor {
            $($(#[$doc])* $advisor,)*
        }

        impl Advisor {
            pub const ALL: &[Advisor] = &[$(Advisor::$advisor,)*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Advisor::$advisor => $name,)*
                }
            }

            /// What it counts, in a few words.
            pub fn label(self) -> &'static str {
                match self {
                    $(Advisor::$advisor => $label,)*
                }
            }
        }
    };
}

advisors! {
    /// Squares that each piece can move to now.
    DynamicMobility = "dynamic-mobility": "squares that pieces can go to now",
    /// Squares that each piece could move to on an empty board.
    StaticMobility = "static-mobility": "squares that pieces could go to on an empty board",
    /// Captures that each side could make now.
    CapturingMobility = "capturing-mobility": "captures that are possible now",
    /// Squares that each piece could reach on an empty board, the nearer the better.
    EventualMobility = "eventual-mobility": "squares within reach on an empty board, the nearer the better",
    /// Every capture, by what it wins.
    LocalThreat = "local-threat": "what every possible capture would win",
    /// Every capture that is obviously good.
    PotentThreat = "potent-threat": "what captures would surely win",
    /// The best of the mover's potent threats.
    GlobalThreat = "global-threat": "the best capture of the player to move",
    /// Threats against the last pieces that a goal wants eradicated.
    Vital = "vital": "threats to the last pieces that must not be lost",
    /// Pieces in hand.
    Possess = "possess": "pieces in hand",
    /// How near pieces are to their goal squares.
    ArriveDistance = "arrive-distance": "how near pieces are to squares that win",
    /// How near pieces are to a promotion, and to what.
    PromoteDistance = "promote-distance": "how near pieces are to promotion",
    /// The best piece for a promotion that must be decided now.
    InitPromote = "init-promote": "the promotion to be decided now",
    /// The value of each piece from the rules alone: the weighted sum of the advisors below.
    Material = "material": "pieces on the board",
    MaxStaticMob = "max-static-mob": "most squares it can go to from one square",
    AvgStaticMob = "avg-static-mob": "squares it can go to, on average",
    MaxEventualMob = "max-eventual-mob": "most squares within reach from one square",
    AvgEventualMob = "avg-eventual-mob": "squares within reach, on average",
    /// Goals to eradicate the piece.
    Eradicate = "eradicate": "goals that ask for it to be captured",
    /// Pieces that it may capture.
    Victims = "victims": "kinds of pieces that it can capture",
    /// Enemy types that may not capture it.
    Immunity = "immunity": "enemy kinds that cannot capture it",
    /// Friendly types that may capture it.
    Giveaway = "giveaway": "own kinds that can capture it",
    /// Goals to stalemate its owner.
    Stalemate = "stalemate": "goals that ask for its owner to be unable to move",
    /// Goals that it achieves by arriving, also after promotions.
    Arrive = "arrive": "goals that it achieves by arriving",
    /// The value of what it can become. Not in any published player.
    Promote = "promote": "what it can become",
}

impl Advisor {
    /// The parts of a piece's material value.
    pub const MATERIAL: &[Advisor] = &[
        Advisor::MaxStaticMob,
        Advisor::AvgStaticMob,
        Advisor::MaxEventualMob,
        Advisor::AvgEventualMob,
        Advisor::Eradicate,
        Advisor::Victims,
        Advisor::Immunity,
        Advisor::Giveaway,
        Advisor::Stalemate,
        Advisor::Arrive,
        Advisor::Promote,
    ];

    pub fn named(name: &str) -> Option<Advisor> {
        Advisor::ALL.iter().copied().find(|advisor| advisor.name() == name)
    }
}

impl fmt::Display for Advisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One number for each advisor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voices([f64; 24]);

/// How much each advisor counts.
pub type Weights = Voices;

impl Default for Voices {
    fn default() -> Voices {
        Voices([0.0; 24])
    }
}

impl Index<Advisor> for Voices {
    type Output = f64;

    fn index(&self, advisor: Advisor) -> &f64 {
        &self.0[advisor as usize]
    }
}

impl IndexMut<Advisor> for Voices {
    fn index_mut(&mut self, advisor: Advisor) -> &mut f64 {
        &mut self.0[advisor as usize]
    }
}

impl Voices {
    /// 1 for each of these, 0 for the others.
    pub fn ones(advisors: &[Advisor]) -> Voices {
        let mut voices = Voices::default();
        advisors.iter().for_each(|advisor| voices[*advisor] = 1.0);
        voices
    }

    pub fn with(mut self, advisor: Advisor, weight: f64) -> Voices {
        self[advisor] = weight;
        self
    }

    /// The material values of Tables 15.2 to 15.6, in which averages count too.
    pub fn tables() -> Weights {
        Weights::ones(Advisor::MATERIAL).with(Advisor::Promote, 0.0).with(Advisor::Material, 1.0)
    }

    /// The players 3 to 6 of the tournament (Table 16.1); `None` for the others, which do not evaluate.
    pub fn tournament(player: u32) -> Option<Weights> {
        use Advisor::*;
        let goals = [ArriveDistance, PromoteDistance];
        let material = [
            EventualMobility,
            Material,
            MaxStaticMob,
            MaxEventualMob,
            Eradicate,
            Victims,
            Immunity,
            Giveaway,
            Advisor::Stalemate,
            Arrive,
        ];
        let holding = [Possess, InitPromote];
        let dynamic = [DynamicMobility, CapturingMobility, GlobalThreat, Vital];
        Some(Weights::ones(&match player {
            3 => goals.to_vec(),
            4 => material.to_vec(),
            5 => [&goals[..], &material, &holding].concat(),
            6 => [&goals[..], &material, &holding, &dynamic].concat(),
            _ => return None,
        }))
    }

    /// Learned by TD(λ) from self-play on ten invented games: 55 % against equal weights on twenty others (docs/metagame.md).
    pub fn learned() -> Weights {
        use Advisor::*;
        let learned = [
            (DynamicMobility, 0.069),
            (CapturingMobility, 0.008),
            (EventualMobility, 0.239),
            (GlobalThreat, 1.270),
            (Vital, 1.0),
            (Possess, 0.579),
            (ArriveDistance, 1.503),
            (PromoteDistance, 0.058),
            (InitPromote, 0.919),
            (Material, 1.0),
            (MaxStaticMob, 0.171),
            (MaxEventualMob, 0.335),
            (Eradicate, 0.629),
            (Victims, 0.593),
            (Immunity, 0.200),
            (Giveaway, 0.233),
            (Advisor::Stalemate, 1.347),
            (Arrive, 1.274),
        ];
        learned.into_iter().fold(Weights::default(), |weights, (advisor, weight)| weights.with(advisor, weight))
    }

    /// The player of the published games of chess (Table 17.1).
    pub fn chess() -> Weights {
        let weights = Weights::tournament(6).unwrap_or_default();
        weights
            .with(Advisor::CapturingMobility, 5.0)
            .with(Advisor::PromoteDistance, 0.0)
            .with(Advisor::InitPromote, 0.0)
    }
}
