//! What each game's assignment says about programs that play against each other: a row each, and those that a program
//! brings along.

use std::sync::OnceLock;

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::search::Algorithm;
use plyground_core::{AnyGame, AnyPosition};

use super::{Arguments, OneShot, StateFiles, StdinMove, for_game};
use crate::time_limit::TimeLimit;
use plyground_league::fault::FaultPolicy;

/// The protocol, the time limit and the fault policy of a game's assignment: what a tournament uses unless it says
/// otherwise.
#[derive(Clone, Copy, Debug)]
pub struct PlayRules {
    /// How long an answer may take.
    pub time: TimeLimit,
    /// What faults entail.
    pub policy: FaultPolicy,
    /// Whether programs that are started anew for every move can be asked beforehand who they are.
    pub says_who_it_is: bool,
    one_shot: Option<MakeProtocol>,
    /// How programs are asked for one search, if they are given a depth for it.
    pub search: Option<MakeSearch>,
}

/// Makes the protocol that gives programs this depth in plies, if it gives any.
pub type MakeProtocol = fn(depth: u32) -> Box<dyn OneShot<AnyPosition>>;

/// Makes the protocol that asks for a search by this algorithm, if programs are given one, to this depth in plies.
pub type MakeSearch = fn(Algorithm, depth: u32) -> Box<dyn OneShot<AnyPosition>>;

/// Whether it is a certain game.
type IsGame = fn(AnyGame) -> bool;

/// The games whose assignments say something, a row each.
const ROWS: &[(IsGame, PlayRules)] = &[
    (
        AnyGame::is::<ConnectFour>,
        PlayRules {
            time: TimeLimit::COMP3608,
            policy: FaultPolicy::COMP3608,
            // The tournament version.
            one_shot: Some(|_| for_game::<ConnectFour>(Arguments::TOURNAMENT)),
            search: Some(|algorithm, depth| for_game::<ConnectFour>(Arguments::search(algorithm, depth))),
            ..PlayRules::UNASSIGNED
        },
    ),
    (
        AnyGame::is::<MaxConnectFour>,
        PlayRules {
            time: TimeLimit::MAX_CONNECT_FOUR,
            policy: FaultPolicy::MAX_CONNECT_FOUR,
            one_shot: Some(|depth| for_game::<MaxConnectFour>(StateFiles { depth })),
            search: Some(|_, depth| for_game::<MaxConnectFour>(StateFiles { depth })),
            ..PlayRules::UNASSIGNED
        },
    ),
    (
        AnyGame::is::<Breakthrough>,
        PlayRules {
            time: TimeLimit::CS3243,
            policy: FaultPolicy::CS3243,
            says_who_it_is: true,
            one_shot: Some(|_| for_game::<Breakthrough>(StdinMove)),
            ..PlayRules::UNASSIGNED
        },
    ),
];

/// Those that a program has brought along. It never changes once it has been read.
static ADDED: OnceLock<Vec<(AnyGame, PlayRules)>> = OnceLock::new();

/// Why rules of play were not added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("rules of play: {0}")]
pub struct NotAdded(String);

impl PlayRules {
    /// Without such an assignment programs have a minute for an answer, and lose the game by the first fault. So it is in
    /// CS4750, whose players are both in one program: its text has no limits and no rules for faults.
    const UNASSIGNED: Self = Self {
        time: TimeLimit::seconds(60),
        policy: FaultPolicy::STRICT,
        says_who_it_is: false,
        one_shot: None,
        search: None,
    };

    /// Rules of programs that are started anew for every move, and asked by this protocol.
    pub const fn one_shot(time: TimeLimit, policy: FaultPolicy, protocol: MakeProtocol) -> Self {
        Self { time, policy, one_shot: Some(protocol), ..Self::UNASSIGNED }
    }

    /// Brings the rules of further games. Whoever has some adds them all at once, before anything is played.
    ///
    /// # Errors
    ///
    /// If a game has rules already, or the list was in use already.
    pub fn add(rows: &[(AnyGame, Self)]) -> Result<(), NotAdded> {
        for (at, &(game, _)) in rows.iter().enumerate() {
            let has_rules = ROWS.iter().any(|(is_it, _)| is_it(game));
            if has_rules || rows[..at].iter().any(|&(other, _)| other == game) {
                return Err(NotAdded(format!("{game} has some already; expected one row for a game")));
            }
        }
        ADDED.set(rows.to_vec()).map_err(|_| {
            NotAdded("the list is in use already; add rules of play before anything else".to_owned())
        })
    }

    /// What the assignment with this game says; a minute for an answer, and nothing forgiven, if there is none.
    pub fn of(game: AnyGame) -> Self {
        let own = ROWS.iter().find(|(is_it, _)| is_it(game)).map(|&(_, rules)| rules);
        let added = || ADDED.get_or_init(Vec::new).iter().find(|&&(other, _)| other == game);
        own.or_else(|| added().map(|&(_, rules)| rules)).unwrap_or(Self::UNASSIGNED)
    }

    /// The protocol of programs that are started anew for every move; `None` if the assignment has no such programs.
    /// `depth` is the search depth in plies that the protocol gives them, if it gives any.
    pub fn protocol(&self, depth: u32) -> Option<Box<dyn OneShot<AnyPosition>>> {
        self.one_shot.map(|make| make(depth))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn no_game_has_two_rows() {
        let game = AnyGame::of::<Breakthrough>();
        assert_eq!(
            PlayRules::add(&[(game, PlayRules::UNASSIGNED)]).expect_err("it has a row").to_string(),
            "rules of play: breakthrough has some already; expected one row for a game"
        );
    }

    #[test]
    fn every_game_has_what_its_assignment_says() {
        let all = AnyGame::all().iter().map(|&game| (game.name(), PlayRules::of(game)));
        let (assigned, others): (Vec<_>, Vec<_>) = all.partition(|(_, rules)| rules.protocol(4).is_some());
        let names: Vec<_> = assigned
            .iter()
            .map(|(game, rules)| (*game, rules.protocol(4).map_or("", |protocol| protocol.name())))
            .collect();
        let expected = [
            ("connect-four", "arguments"),
            ("max-connect-four", "state-file"),
            ("breakthrough", "stdin-move"),
        ];
        assert_eq!(names, expected);
        let rules: Vec<PlayRules> = assigned.into_iter().map(|(_, rules)| rules).collect();
        let seconds: Vec<u64> = rules.iter().map(|rules| rules.time.limit.as_secs()).collect();
        assert_eq!((seconds, rules[0].time.grace), (vec![1, 60, 3], Duration::ZERO));
        let policies: Vec<FaultPolicy> = rules.iter().map(|rules| rules.policy).collect();
        assert_eq!(policies, [FaultPolicy::COMP3608, FaultPolicy::MAX_CONNECT_FOUR, FaultPolicy::CS3243]);
        let kinds = rules.iter().map(|rules| (rules.says_who_it_is, rules.search.is_some()));
        assert_eq!(kinds.collect::<Vec<_>>(), [(false, true), (false, true), (true, false)]);
        for (name, rules) in others {
            assert_eq!((rules.time.limit.as_secs(), rules.policy), (60, FaultPolicy::STRICT), "{name}");
            assert!(!rules.says_who_it_is && rules.search.is_none(), "{name}");
        }
    }
}
