//! Faults of answers, and the rules of a referee for them. Policies are data, because the
//! assignments differ and leave room.

use std::fmt;

use plyground_core::ParseError;
use serde::{Deserialize, Serialize};

/// The kind of error in an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// No answer within the time limit and its grace.
    Late,
    /// A move that is not legal in the position.
    Illegal,
    /// Not a move as the protocol writes it, or nothing at all.
    Unreadable,
    /// The program ended by a signal or with a failure, and gave no answer.
    Crashed,
    /// More output than anybody reads.
    Flooded,
}

impl FaultKind {
    /// Every kind, in the order of tables.
    pub const ALL: [Self; 5] = [Self::Late, Self::Illegal, Self::Unreadable, Self::Crashed, Self::Flooded];

    /// The word in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Illegal => "illegal",
            Self::Unreadable => "unreadable",
            Self::Crashed => "crashed",
            Self::Flooded => "flooded",
        }
    }
}

/// An answer that does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Where, what was found (quoted and cut short), and what was expected.
    pub message: String,
}

impl Fault {
    /// A fault with this message.
    pub fn new(kind: FaultKind, message: impl fmt::Display) -> Self {
        Self { kind, message: message.to_string() }
    }

    /// What a notation says about a text at this place that is not a legal move.
    pub fn of_move(place: &str, error: &ParseError) -> Self {
        let kind = if error.is_illegal_move() { FaultKind::Illegal } else { FaultKind::Unreadable };
        Self::new(kind, format_args!("{place}: {error}"))
    }
}

/// The outcome of a turn without an answer that counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// The turn passes to the other side.
    LostTurn,
    /// The referee plays a legal move drawn by lot.
    RandomMove,
    /// The other side wins.
    LostGame,
}

/// The rule for a kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// How often the same question is asked again in a turn before the remedy.
    #[serde(default)]
    pub ask_again: u8,
    /// The remedy after that.
    pub then: Remedy,
    /// Points of penalty for every such answer; what a point is worth belongs to the standings.
    #[serde(default)]
    pub penalty: u16,
}

impl Rule {
    /// The remedy at once, without penalty.
    pub const fn at_once(then: Remedy) -> Self {
        Self { ask_again: 0, then, penalty: 0 }
    }
}

/// The rule for each kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FaultPolicy {
    /// For answers that came too late.
    pub late: Rule,
    /// For moves that are not legal.
    pub illegal: Rule,
    /// For what is no move.
    pub unreadable: Rule,
    /// For programs that ended without an answer.
    pub crashed: Rule,
    /// For too much output.
    pub flooded: Rule,
}

impl FaultPolicy {
    /// Every fault loses the game: the custom of engine tournaments, and the policy where no
    /// assignment says otherwise.
    pub const STRICT: Self = Self::all(Rule::at_once(Remedy::LostGame));

    /// COMP3608: a program without an answer in time loses its turn. The text says nothing of other
    /// faults; they offer no column either, so they are treated alike.
    pub const COMP3608: Self = Self::all(Rule::at_once(Remedy::LostTurn));

    /// CS3243: the referee plays a random legal move. Illegal, unreadable and missing answers cost a
    /// point; late ones are counted and cost nothing. By the other reading of "forfeited", a late answer loses
    /// the turn: `late` is then `Rule::at_once(Remedy::LostTurn)`.
    pub const CS3243: Self = {
        let penalised = Rule { ask_again: 0, then: Remedy::RandomMove, penalty: 1 };
        Self { late: Rule::at_once(Remedy::RandomMove), ..Self::all(penalised) }
    };

    /// Max-Connect-Four: an invalid move is refused and asked for once more. The text goes no further;
    /// then the referee plays a random legal move, so that each side still makes its 21, and the
    /// fault costs a point.
    pub const MAX_CONNECT_FOUR: Self = {
        let random = Rule { ask_again: 0, then: Remedy::RandomMove, penalty: 1 };
        let again = Rule { ask_again: 1, ..random };
        Self { illegal: again, unreadable: again, ..Self::all(random) }
    };

    /// The same rule for every kind of fault.
    pub const fn all(rule: Rule) -> Self {
        Self { late: rule, illegal: rule, unreadable: rule, crashed: rule, flooded: rule }
    }

    /// The rule for this kind of fault.
    pub const fn rule(&self, kind: FaultKind) -> Rule {
        match kind {
            FaultKind::Late => self.late,
            FaultKind::Illegal => self.illegal,
            FaultKind::Unreadable => self.unreadable,
            FaultKind::Crashed => self.crashed,
            FaultKind::Flooded => self.flooded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_those_of_the_assignments() {
        for kind in FaultKind::ALL {
            assert_eq!(FaultPolicy::COMP3608.rule(kind), Rule::at_once(Remedy::LostTurn));
            assert_eq!(FaultPolicy::STRICT.rule(kind).then, Remedy::LostGame);
            let rule = FaultPolicy::CS3243.rule(kind);
            assert_eq!((rule.ask_again, rule.then), (0, Remedy::RandomMove));
            assert_eq!(rule.penalty, u16::from(kind != FaultKind::Late));
            let is_answer = matches!(kind, FaultKind::Illegal | FaultKind::Unreadable);
            assert_eq!(FaultPolicy::MAX_CONNECT_FOUR.rule(kind).ask_again, u8::from(is_answer));
        }
    }

    #[test]
    fn policies_are_written_as_data() {
        let text = serde_json::to_string(&FaultPolicy::CS3243).unwrap();
        assert!(text.starts_with(r#"{"late":{"ask_again":0,"then":"random-move","penalty":0},"#), "{text}");
        assert_eq!(serde_json::from_str::<FaultPolicy>(&text).unwrap(), FaultPolicy::CS3243);
        let short: Rule = serde_json::from_str(r#"{"then":"lost-turn"}"#).unwrap();
        assert_eq!(short, Rule::at_once(Remedy::LostTurn));
        let names = FaultKind::ALL.map(|kind| serde_json::to_string(&kind).unwrap());
        assert_eq!(names, FaultKind::ALL.map(|kind| format!("\"{}\"", kind.name())));
    }
}
