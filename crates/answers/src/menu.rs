//! Menus: games, notations, evaluations, agents, worked examples, and what is bounded how.

use plyground_core::agents::AgentKind;
use plyground_core::search::Algorithm;
use plyground_core::{AnyGame, Notation, Player, RowText, ValueKind};
use serde_json::{Value, json};

use super::examples::examples;
use super::query::Query;
use super::{ApiError, position, tree};

/// A program that can be asked for moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedProgram {
    /// Its name.
    pub name: String,
    /// The only game that it plays, if it plays no other.
    pub game: Option<AnyGame>,
}

/// `games`: the menus.
pub(super) fn games(query: &Query, programs: &[OfferedProgram]) -> Result<Value, ApiError> {
    query.only(&[])?;
    let programs = programs.iter().map(|program| {
        let games = every_game().filter(|(game, _)| program.game.is_none_or(|own| own == *game));
        json!({ "name": program.name, "games": games.map(|(game, _)| game.name()).collect::<Vec<_>>() })
    });
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": every_game().map(|(game, size_of)| self::game(game, size_of)).collect::<Vec<_>>(),
        "agents": AgentKind::ALL.iter().map(|&kind| agent(kind)).collect::<Vec<_>>(),
        "examples": examples(),
        "programs": programs.collect::<Value>(),
        "searches": Algorithm::ALL.iter().map(|&algorithm| search(algorithm)).collect::<Vec<_>>(),
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
    let options = info.options.iter().map(|option| {
        json!({ "name": option.key.name(), "expected": option.key.expected(), "default": option.default })
    });
    json!({ "name": info.name, "about": info.about, "options": options.collect::<Value>() })
}

fn search(algorithm: Algorithm) -> Value {
    let info = algorithm.info();
    json!({
        "name": info.name,
        "letter": info.letter,
        "about": info.about,
        "has_windows": algorithm.cut().is_some(),
        "pseudocode": info.pseudocode.iter().map(|(line, _)| line).collect::<Vec<_>>(),
    })
}

/// Every game, and after them those that are one of them on a board of another size.
fn every_game() -> impl Iterator<Item = (AnyGame, Option<AnyGame>)> {
    let all = AnyGame::all().iter();
    all.clone().map(|&game| (game, None)).chain(all.flat_map(|&game| {
        let sizes = game.sizes().iter().filter(move |size| shape(**size) != shape(game));
        sizes.map(move |&size| (size, Some(game)))
    }))
}

/// Columns and rows.
fn shape(game: AnyGame) -> (usize, usize) {
    let view = game.start().view();
    (view.columns.len(), view.rows.len())
}

fn game(game: AnyGame, size_of: Option<AnyGame>) -> Value {
    let look = game.look();
    let start = game.start();
    let view = start.view();
    let has_perfect = game.solver_info().is_some_and(|solver| solver.kind != ValueKind::Winner);
    let agents = AgentKind::ALL.iter().copied().filter(|&kind| kind != AgentKind::Perfect || has_perfect);
    let evaluations = game.evaluations().into_iter().map(|evaluation| {
        let [first, second] = Player::BOTH.map(|side| evaluation.maximiser(side));
        let maximiser = (first == second).then(|| game.side(first));
        json!({ "name": evaluation.name, "about": evaluation.about, "maximiser": maximiser })
    });
    let notations = game.notations().into_iter().map(|notation| {
        let (columns, rows) = notation.labels().map_or_else(
            || (view.columns.clone(), view.rows.clone()),
            |labels| (labels.columns, labels.rows),
        );
        json!({ "name": notation.name(), "about": notation.about(), "columns": columns, "rows": rows })
    });
    json!({
        "name": game.name(),
        "size_of": size_of.map(AnyGame::name),
        "about": game.about(),
        "sides": Player::BOTH.map(|side| game.side(side)),
        "move_noun": game.move_noun(),
        "columns": view.columns.len(),
        "rows": view.rows.len(),
        "start": position::one_line(&start),
        "notations": notations.collect::<Value>(),
        "evaluations": evaluations.collect::<Value>(),
        "agents": agents.map(AgentKind::name).collect::<Vec<_>>(),
        "solver": game.solver_info().map(|solver| solver.kind.name()),
        "board": look.board.name(),
        "pieces": Player::BOTH.map(|side| look.pieces[side].name()),
        "paint": look.rows.map(paint),
    })
}

/// How an editor writes a board that somebody has painted, in the game's own notation on one line.
fn paint(rows: RowText) -> Value {
    json!({
        "first_row": if rows.is_top_first { "top" } else { "bottom" },
        "row_end": rows.row_end,
        "empty": rows.empty,
        "pieces": Player::BOTH.map(|side| rows.pieces[side]),
        "turns": Player::BOTH.map(|side| rows.turns[side]),
    })
}
