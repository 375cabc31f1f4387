//! What each game's assignment says about programs that play against each other.

use plyground_core::Game;
use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;

use super::{Arguments, OneShot, StateFiles, StdinMove};
use crate::entrant::TimeLimit;
use plyground_league::fault::FaultPolicy;

/// A game with the protocol, the time limit and the fault policy of its assignment: what a tournament
/// uses if it is not told otherwise.
pub trait Assigned: Game {
    /// How long an answer may take.
    const TIME: TimeLimit;
    /// What faults entail.
    const POLICY: FaultPolicy;

    /// The protocol of programs that are started anew for every move; `None` if the assignment has no
    /// such programs. `depth` is the search depth in plies that the protocol tells them, if it tells any.
    fn protocol(depth: u32) -> Option<Box<dyn OneShot<Self::Position>>>;
}

/// COMP3608, the tournament version.
impl Assigned for ConnectFour {
    const TIME: TimeLimit = TimeLimit::COMP3608;
    const POLICY: FaultPolicy = FaultPolicy::COMP3608;

    fn protocol(_: u32) -> Option<Box<dyn OneShot<Self::Position>>> {
        Some(Box::new(Arguments::TOURNAMENT))
    }
}

impl Assigned for MaxConnectFour {
    const TIME: TimeLimit = TimeLimit::MAX_CONNECT_FOUR;
    const POLICY: FaultPolicy = FaultPolicy::MAX_CONNECT_FOUR;

    fn protocol(depth: u32) -> Option<Box<dyn OneShot<Self::Position>>> {
        Some(Box::new(StateFiles { depth }))
    }
}

/// CS3243.
impl Assigned for Breakthrough {
    const TIME: TimeLimit = TimeLimit::CS3243;
    const POLICY: FaultPolicy = FaultPolicy::CS3243;

    fn protocol(_: u32) -> Option<Box<dyn OneShot<Self::Position>>> {
        Some(Box::new(StdinMove))
    }
}

/// CS4750, whose players are both in one program: its text has no limits and no rules for faults.
impl Assigned for AdjacentFour {
    const TIME: TimeLimit = TimeLimit::seconds(60);
    const POLICY: FaultPolicy = FaultPolicy::STRICT;

    fn protocol(_: u32) -> Option<Box<dyn OneShot<Self::Position>>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{GameId, dispatch};
    use std::time::Duration;

    #[test]
    fn every_game_has_what_its_assignment_says() {
        let names = GameId::ALL.map(|id| {
            dispatch!(id, G => (G::protocol(4).map(|protocol| protocol.name()), G::TIME.limit.as_secs()))
        });
        assert_eq!(
            names,
            [(Some("arguments"), 1), (Some("state-file"), 60), (Some("stdin-move"), 3), (None, 60)]
        );
        assert_eq!(ConnectFour::TIME.grace, Duration::ZERO);
        assert_eq!((ConnectFour::POLICY, Breakthrough::POLICY), (FaultPolicy::COMP3608, FaultPolicy::CS3243));
        assert_eq!(MaxConnectFour::POLICY, FaultPolicy::MAX_CONNECT_FOUR);
    }
}
