//! Menus: games, notations, evaluations, agents, worked examples, and what is bounded how.

use plyground_core::agents::{AgentKind, Perfect};
use plyground_core::{Game, GameId, Player, dispatch};
use serde_json::{Value, json};

use super::examples::EXAMPLES;
use super::paint::Paint;
use super::query::Query;
use super::{ApiError, position, tree};

/// A program that can be asked for moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OfferedProgram {
    /// Its name.
    pub(crate) name: String,
    /// The only game that it plays, if it plays no other.
    pub(crate) game: Option<GameId>,
}

/// `games`: the menus.
pub(super) fn games(query: &Query, programs: &[OfferedProgram]) -> Result<Value, ApiError> {
    query.only(&[])?;
    let programs: Vec<Value> = programs
        .iter()
        .map(|program| {
            let games = GameId::ALL.into_iter().filter(|&game| program.game.is_none_or(|own| own == game));
            json!({ "name": program.name, "games": games.map(GameId::name).collect::<Vec<_>>() })
        })
        .collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": GameId::ALL.map(|game| dispatch!(game, G => self::game::<G>())),
        "agents": AgentKind::ALL.map(agent),
        "examples": EXAMPLES.map(super::examples::Example::to_json),
        "programs": programs,
        "pseudocode": { "alpha_beta": tree::steps::ALPHA_BETA, "minimax": tree::steps::MINIMAX },
        "limits": {
            "tree_nodes": tree::MOST_NODES,
            "minimax_nodes": tree::MOST_COMPARED,
            "overview_nodes": tree::overview::MOST_NODES,
            "step_events": tree::steps::MOST_EVENTS,
            "choose_nodes": super::choose::MOST_NODES,
            "choose_seconds": super::choose::MOST_TIME.as_secs(),
            "solve_seconds": super::solve::MOST_SECONDS,
        },
    }))
}

fn agent(kind: AgentKind) -> Value {
    let info = kind.info();
    let options: Vec<Value> = info
        .options
        .iter()
        .map(|option| {
            json!({
                "name": option.key.name(),
                "expected": option.key.expected(),
                "default": option.default,
            })
        })
        .collect();
    json!({ "name": info.name, "about": info.about, "options": options })
}

fn game<G: Game>() -> Value {
    let view = G::view(&G::start());
    let has_perfect = Perfect::<G::Position>::is_for::<G>();
    let agents = AgentKind::ALL.into_iter().filter(|&kind| kind != AgentKind::Perfect || has_perfect);
    let evaluations: Vec<Value> = G::evaluations()
        .iter()
        .map(|evaluation| {
            let [first, second] = Player::BOTH.map(|side| evaluation.maximiser(side));
            json!({
                "name": evaluation.name,
                "about": evaluation.about,
                "maximiser": (first == second).then(|| G::SIDES[first]),
            })
        })
        .collect();
    let notations: Vec<Value> = G::notations()
        .iter()
        .map(|notation| {
            let labels = Labels::of(G::ID, notation.name());
            json!({
                "name": notation.name(),
                "about": notation.about(),
                "columns": labels.columns,
                "rows": labels.rows,
                "placeholder": labels.placeholder,
            })
        })
        .collect();
    json!({
        "name": G::ID.name(),
        "about": G::ABOUT,
        "sides": Player::BOTH.map(|side| G::SIDES[side]),
        "move_noun": G::MOVE_NOUN,
        "columns": view.columns.len(),
        "rows": view.rows.len(),
        "start": position::one_line::<G>(&G::start()),
        "notations": notations,
        "evaluations": evaluations,
        "agents": agents.map(AgentKind::name).collect::<Vec<_>>(),
        "solver": G::solver().map(|solver| solver.info.kind.name()),
        "paint": Paint::of(G::ID).to_json(),
    })
}

/// What a notation calls the columns (left to right) and rows (top to bottom), and how moves are typed.
struct Labels {
    columns: Vec<String>,
    rows: Vec<String>,
    placeholder: &'static str,
}

impl Labels {
    fn of(game: GameId, notation: &str) -> Self {
        let numbers = |from: u32, count: u32| (from..from + count).map(|n| n.to_string()).collect::<Vec<_>>();
        let upwards = |from, count| numbers(from, count).into_iter().rev().collect::<Vec<_>>();
        match (game, notation) {
            (GameId::ConnectFour, "comp3608") => {
                Self { columns: numbers(0, 7), rows: upwards(0, 6), placeholder: "a column from 0 to 6" }
            }
            (GameId::ConnectFour, "cs431") => {
                Self { columns: numbers(0, 7), rows: numbers(0, 6), placeholder: "a column from 0 to 6" }
            }
            (GameId::ConnectFour | GameId::MaxConnectFour, _) => {
                Self { columns: numbers(1, 7), rows: upwards(1, 6), placeholder: "a column from 1 to 7" }
            }
            (GameId::Breakthrough, _) => Self {
                columns: ('A'..='F').map(String::from).collect(),
                rows: upwards(1, 6),
                placeholder: "source and target such as A2A3",
            },
            (GameId::AdjacentFour, _) => Self {
                columns: numbers(1, 6),
                rows: numbers(1, 5),
                placeholder: "row and column such as [3,4]",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::Game as _;

    use super::*;

    #[test]
    fn labels_of_the_first_notation_are_those_of_the_picture() {
        for id in GameId::ALL {
            dispatch!(id, G => {
                let view = G::view(&G::start());
                let labels = Labels::of(id, G::notations()[0].name());
                assert_eq!((labels.columns, labels.rows), (view.columns, view.rows), "{id:?}");
            });
        }
    }

    #[test]
    fn labels_of_upright_boards_are_the_texts_of_moves() {
        use plyground_core::Position;
        for id in [GameId::ConnectFour, GameId::MaxConnectFour] {
            dispatch!(id, G => {
                let start = G::start();
                for notation in G::notations() {
                    let texts: Vec<String> =
                        start.moves().map(|mv| notation.write_move(&start, mv)).collect();
                    assert_eq!(Labels::of(id, notation.name()).columns, texts, "{}", notation.name());
                }
            });
        }
    }
}
