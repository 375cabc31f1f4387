//! What each game's assignment says about programs that play against each other.

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, AnyPosition, Game};

use super::{Arguments, OneShot, StateFiles, StdinMove, for_game};
use crate::entrant::TimeLimit;
use plyground_league::fault::FaultPolicy;

/// The protocol, the time limit and the fault policy of a game's assignment: what a tournament uses unless it says
/// otherwise.
#[derive(Clone, Copy, Debug)]
pub struct PlayRules {
    /// How long an answer may take.
    pub time: TimeLimit,
    /// What faults entail.
    pub policy: FaultPolicy,
    /// Whether programs that are started for every move can be asked beforehand who they are.
    pub says_who_it_is: bool,
    one_shot: Option<MakeProtocol>,
}

/// Makes the protocol that gives programs this depth in plies.
type MakeProtocol = fn(depth: u32) -> Box<dyn OneShot<AnyPosition>>;

impl PlayRules {
    /// What the assignment with this game says.
    ///
    /// Games without such an assignment have a minute for an answer and lose the game by the first fault. So has
    /// CS4750, whose players are both in one program: its text has no limits and no rules for faults.
    pub fn of(game: AnyGame) -> Self {
        let (time, policy) = (TimeLimit::seconds(60), FaultPolicy::STRICT);
        let unassigned = Self { time, policy, says_who_it_is: false, one_shot: None };
        match game.name() {
            // COMP3608, in its tournament version.
            ConnectFour::NAME => Self {
                time: TimeLimit::COMP3608,
                policy: FaultPolicy::COMP3608,
                one_shot: Some(|_| for_game::<ConnectFour>(Arguments::TOURNAMENT)),
                ..unassigned
            },
            MaxConnectFour::NAME => Self {
                time: TimeLimit::MAX_CONNECT_FOUR,
                policy: FaultPolicy::MAX_CONNECT_FOUR,
                one_shot: Some(|depth| for_game::<MaxConnectFour>(StateFiles { depth })),
                ..unassigned
            },
            Breakthrough::NAME => Self {
                time: TimeLimit::CS3243,
                policy: FaultPolicy::CS3243,
                says_who_it_is: true,
                one_shot: Some(|_| for_game::<Breakthrough>(StdinMove)),
            },
            _ => unassigned,
        }
    }

    /// The protocol of programs that are started for every move; `None` if the assignment has no such programs. `depth`
    /// is the search depth in plies that the protocol gives them, if it gives any.
    pub fn protocol(&self, depth: u32) -> Option<Box<dyn OneShot<AnyPosition>>> {
        self.one_shot.map(|make| make(depth))
    }
}
