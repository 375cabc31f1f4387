//! Worked examples of the five assignments, one click away.

use serde_json::{Value, json};

/// A position of an assignment, and what to look at.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Example {
    assignment: &'static str,
    title: &'static str,
    about: &'static str,
    game: &'static str,
    notation: &'static str,
    /// The position on one line; `None` for the start position.
    position: Option<&'static str>,
    moves: &'static str,
    /// `play`, `analyse` or `tree`.
    view: &'static str,
    search: Option<Search>,
    players: Option<[&'static str; 2]>,
}

/// A search to show.
#[derive(Clone, Copy, Debug)]
struct Search {
    algorithm: &'static str,
    evaluation: &'static str,
    depth: u32,
}

impl Example {
    pub(super) fn to_json(self) -> Value {
        json!({
            "assignment": self.assignment,
            "title": self.title,
            "about": self.about,
            "game": self.game,
            "notation": self.notation,
            "position": self.position,
            "moves": self.moves,
            "view": self.view,
            "search": self.search.map(|search| json!({
                "algorithm": search.algorithm,
                "cut": "equal",
                "evaluation": search.evaluation,
                "depth": search.depth,
            })),
            "players": self.players,
        })
    }
}

pub(super) fn examples() -> [Example; 7] {
    [
        Example {
            assignment: "comp3608",
            title: "COMP3608: the worked example",
            about: "red to move, alpha-beta to depth 4: column 1, 297 nodes examined; minimax examines 2,084",
            game: "connect-four",
            notation: "comp3608",
            position: Some(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red"),
            view: "tree",
            search: Some(Search { algorithm: "alpha-beta", evaluation: "comp3608", depth: 4 }),
            ..Example::default()
        },
        Example {
            assignment: "comp3608",
            title: "COMP3608: the example of the evaluation",
            about: "the text's board: 146 points for red, 135 for yellow",
            game: "connect-four",
            notation: "comp3608",
            position: Some("..yyrrr,..ryryr,....y..,.......,.......,....... red"),
            view: "analyse",
            ..Example::default()
        },
        Example {
            assignment: "cs431",
            title: "CS431: play against minimax",
            about: "you move first, the computer answers with minimax over spans of four, 1 ply deep",
            game: "connect-four",
            notation: "cs431",
            view: "play",
            search: Some(Search { algorithm: "minimax", evaluation: "cs431", depth: 1 }),
            players: Some(["human", "minimax:depth=1,eval=cs431"]),
            ..Example::default()
        },
        Example {
            assignment: "max-connect-four",
            title: "Max-Connect-Four: play for points",
            about: "the board is played full; every quadruple is a point",
            game: "max-connect-four",
            notation: "state-file",
            view: "play",
            search: Some(Search { algorithm: "alpha-beta", evaluation: "quadruples", depth: 5 }),
            players: Some(["human", "alpha-beta:depth=5"]),
            ..Example::default()
        },
        Example {
            assignment: "cs3243",
            title: "CS3243: Breakthrough against the engine",
            about: "you are white and move up; the engine has a second for each move",
            game: "breakthrough",
            notation: "grid",
            view: "play",
            players: Some(["human", "engine:time=1s"]),
            ..Example::default()
        },
        Example {
            assignment: "cs4750",
            title: "CS4750: the first moves of both players",
            about: "X begins with [3,4], O with [3,3]; then 2-ply minimax plays 4-ply minimax",
            game: "adjacent-four",
            notation: "grid",
            moves: "3,4.3,3",
            view: "tree",
            search: Some(Search { algorithm: "minimax", evaluation: "cs4750", depth: 2 }),
            players: Some(["minimax:depth=2", "minimax:depth=4"]),
            ..Example::default()
        },
        Example {
            assignment: "cs4750",
            title: "CS4750: the example of the evaluation",
            about: "the text's board: 84 for X",
            game: "adjacent-four",
            notation: "grid",
            position: Some("....../..ox../..oox./.oxxo./..x.../x"),
            view: "analyse",
            ..Example::default()
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::super::query::{GivenPosition, Query};
    use super::*;
    use plyground_core::AnyGame;
    use plyground_core::agents::AgentSpec;

    #[test]
    fn every_example_can_be_opened() {
        for example in examples() {
            let game = AnyGame::from_name(example.game).expect("a game");
            let mut pairs = vec![("game", example.game), ("notation", example.notation)];
            pairs.extend(example.position.map(|text| ("position", text)));
            pairs.push(("moves", example.moves));
            let pairs = pairs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
            let query = Query::of(pairs.collect()).unwrap();
            if let Err(error) = GivenPosition::read(&query) {
                panic!("{}: {error:?}", example.title);
            }
            for player in example.players.into_iter().flatten().filter(|&player| player != "human") {
                let spec: AgentSpec = player.parse().unwrap();
                assert!(game.agent(&spec).is_ok(), "{player}");
            }
            if let Some(search) = example.search {
                assert!(super::super::evaluate::named(game, Some(search.evaluation)).is_ok());
            }
        }
        for assignment in ["comp3608", "cs431", "max-connect-four", "cs3243", "cs4750"] {
            assert!(examples().iter().any(|example| example.assignment == assignment), "{assignment}");
        }
    }
}
