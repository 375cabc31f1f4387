//! Worked examples of the five assignments, one click away: a position, and what to look at.

use serde_json::{Value, json};

/// A search to show.
fn search(algorithm: &str, evaluation: &str, depth: u32) -> Value {
    json!({ "algorithm": algorithm, "cut": "equal", "evaluation": evaluation, "depth": depth })
}

/// The examples. Positions are on one line, and `null` is the start position; views are `play`, `analyse` and `tree`.
pub(super) fn examples() -> Value {
    json!([
        {
            "assignment": "comp3608",
            "title": "COMP3608: the worked example",
            "about": "red to move, alpha-beta to depth 4: column 1, 297 nodes examined; minimax examines 2,084",
            "game": "connect-four",
            "notation": "comp3608",
            "position": ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red",
            "moves": "",
            "view": "tree",
            "search": search("alpha-beta", "comp3608", 4),
            "players": null,
        },
        {
            "assignment": "comp3608",
            "title": "COMP3608: the example of the evaluation",
            "about": "the text's board: 146 points for red, 135 for yellow",
            "game": "connect-four",
            "notation": "comp3608",
            "position": "..yyrrr,..ryryr,....y..,.......,.......,....... red",
            "moves": "",
            "view": "analyse",
            "search": null,
            "players": null,
        },
        {
            "assignment": "cs431",
            "title": "CS431: play against minimax",
            "about": "you move first, the computer answers with minimax over spans of four, 1 ply deep",
            "game": "connect-four",
            "notation": "cs431",
            "position": null,
            "moves": "",
            "view": "play",
            "search": search("minimax", "cs431", 1),
            "players": ["human", "minimax:depth=1,eval=cs431"],
        },
        {
            "assignment": "max-connect-four",
            "title": "Max-Connect-Four: play for points",
            "about": "the board is played full; every quadruple is a point",
            "game": "max-connect-four",
            "notation": "state-file",
            "position": null,
            "moves": "",
            "view": "play",
            "search": search("alpha-beta", "quadruples", 5),
            "players": ["human", "alpha-beta:depth=5"],
        },
        {
            "assignment": "cs3243",
            "title": "CS3243: Breakthrough against the engine",
            "about": "you are white and move up; the engine has a second for each move",
            "game": "breakthrough",
            "notation": "grid",
            "position": null,
            "moves": "",
            "view": "play",
            "search": null,
            "players": ["human", "engine:time=1s"],
        },
        {
            "assignment": "cs4750",
            "title": "CS4750: the first moves of both players",
            "about": "X begins with [3,4], O with [3,3]; then 2-ply minimax plays 4-ply minimax",
            "game": "adjacent-four",
            "notation": "grid",
            "position": null,
            "moves": "3,4.3,3",
            "view": "tree",
            "search": search("minimax", "cs4750", 2),
            "players": ["minimax:depth=2", "minimax:depth=4"],
        },
        {
            "assignment": "cs4750",
            "title": "CS4750: the example of the evaluation",
            "about": "the text's board: 84 for X",
            "game": "adjacent-four",
            "notation": "grid",
            "position": "....../..ox../..oox./.oxxo./..x.../x",
            "moves": "",
            "view": "analyse",
            "search": null,
            "players": null,
        },
    ])
}

#[cfg(test)]
mod tests {
    use super::super::query::{GivenPosition, Query};
    use super::*;
    use plyground_core::agents::AgentSpec;

    #[test]
    fn every_example_can_be_opened() {
        let all = examples();
        let all = all.as_array().unwrap();
        for example in all {
            let text = |name: &str| Some((name.to_owned(), example[name].as_str()?.to_owned()));
            let pairs = ["game", "notation", "position", "moves"].into_iter().filter_map(text);
            let query = Query::of(pairs.collect()).unwrap();
            if let Err(error) = GivenPosition::read(&query) {
                panic!("{example}: {error:?}");
            }
            let game = query.game().unwrap();
            let players = example["players"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for player in players.filter(|&player| player != "human") {
                let spec: AgentSpec = player.parse().unwrap();
                assert!(game.agent(&spec).is_ok(), "{player}");
            }
            let evaluation = example["search"]["evaluation"].as_str();
            assert!(super::super::evaluate::named(game, evaluation).is_ok(), "{example}");
        }
        for assignment in ["comp3608", "cs431", "max-connect-four", "cs3243", "cs4750"] {
            assert!(all.iter().any(|one| one["assignment"] == assignment), "{assignment}");
        }
    }
}
