//! Search trees: the textbook search is repeated for every request, recorded, and one part of the record is
//! shown. Nothing is stored, because the search is deterministic and its size is bounded.

pub(super) mod overview;
pub(super) mod steps;
#[cfg(test)]
mod tests;
mod whole;

use plyground_core::search::record::{End, Recorder, State, Tree, words};
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyEvaluation, AnyMove, AnyPosition, Limits, Notation, Player, Position};
use serde_json::{Value, json};

use super::error::{ApiError, Status};
use super::query::{GivenPosition, POSITION, Query, words as words_of};
use super::{evaluate, moves, position};
use plyground_core::runs::Cell;
use plyground_core::words::move_text;
pub(super) use whole::Count;
use whole::Whole;

/// The most nodes that a recorded search examines.
pub(super) const MOST_NODES: usize = 500_000;

/// The most nodes up to which minimax is run for comparison.
pub(super) const MOST_COMPARED: u64 = 5_000_000;

/// The parameters that name a search.
const SEARCH: [&str; 5] = ["algorithm", "cut", "evaluation", "depth", "for"];

/// A search that is asked about.
pub(super) struct SearchRequest {
    pub(super) position: AnyPosition,
    pub(super) evaluation: AnyEvaluation,
    pub(super) algorithm: Algorithm,
    pub(super) depth: u32,
    me: Player,
}

impl SearchRequest {
    pub(super) fn read(query: &Query, further: &[&str]) -> Result<Self, ApiError> {
        query.only(&[&POSITION, &SEARCH, further])?;
        let position = GivenPosition::read(query)?.position;
        let game = position.game();
        let evaluation = evaluate::named(game, query.get("evaluation"))?;
        let rule = query.get("cut").map_or(Ok(CutRule::AtEqual), |name| {
            let expected = CutRule::ALL.map(CutRule::name).join(" or ");
            CutRule::from_name(name).ok_or_else(|| ApiError::parameter("cut", name, &expected))
        })?;
        let algorithm = query.get("algorithm").map_or(Ok(Algorithm::default()), |name| {
            Algorithm::from_name(name)
                .ok_or_else(|| ApiError::parameter("algorithm", name, Algorithm::names().join(" or ")))
        })?;
        let algorithm = algorithm.with_cut(rule);
        let depth = query.number("depth", 4, 1, u32::MAX)?;
        let me = match query.get("for") {
            Some(name) => evaluate::side(game, name)?,
            None => evaluation.maximiser(position.turn()),
        };
        Ok(Self { position, evaluation, algorithm, depth, me })
    }

    /// Runs the search and records it.
    fn record(&self, algorithm: Algorithm, limits: &Limits<'_>) -> Result<Tree, ApiError> {
        self.record_to(self.depth, algorithm, limits).map_err(|end| self.too_much(algorithm, end, limits))
    }

    /// Runs the search to this depth and records it.
    fn record_to(&self, depth: u32, algorithm: Algorithm, limits: &Limits<'_>) -> Result<Tree, End> {
        let mut recorder = Recorder::new(algorithm, self.me, MOST_NODES, limits);
        // Why it was stopped is what the recorder knows.
        let _ = self.evaluation.observe(algorithm, &self.position, depth, self.me, &mut recorder);
        recorder.finish()
    }

    /// The refusal of the search, with the largest depth up to which every search fits.
    fn too_much(&self, algorithm: Algorithm, end: End, limits: &Limits<'_>) -> ApiError {
        let depth = self.depth;
        let problem = match end {
            End::Full => format!("examines more than {MOST_NODES} nodes here; expected fewer"),
            End::Stopped => "takes too long here; expected less work".to_owned(),
        };
        let message = format!("{algorithm} to depth {depth} {problem}");
        let remedy = if algorithm == Algorithm::Minimax {
            "choose a smaller depth, alpha-beta instead of minimax, or a position nearer to the end"
        } else {
            "choose a smaller depth, or a position nearer to the end"
        };
        let fits =
            (1..self.depth).take_while(|&depth| self.record_to(depth, algorithm, limits).is_ok()).last();
        let error = ApiError::new(Status::TooMuch, "depth", message, remedy);
        match fits {
            Some(depth) => error.with("fits", depth),
            None => error,
        }
    }

    /// The fields of every answer about the search.
    pub(super) fn describe(&self) -> Value {
        json!({
            "game": self.position.game().name(),
            "position": position::one_line(&self.position),
            "algorithm": self.algorithm.name(),
            "cut": self.algorithm.cut().map(CutRule::name),
            "evaluation": self.evaluation.name,
            "depth": self.depth,
            "maximiser": self.position.game().sides()[self.me],
        })
    }
}

/// The end of a window as JSON: infinity is `null`.
fn end_json(end: i32) -> Option<i32> {
    (end != i32::MIN && end != i32::MAX).then_some(end)
}

/// `tree`: a node and its children.
pub(super) fn node(query: &Query, limits: &Limits<'_>) -> Result<Value, ApiError> {
    let request = SearchRequest::read(query, &["path"])?;
    let tree = request.record(request.algorithm, limits)?;
    let place = Place::find(&request, &tree, query.get("path").unwrap_or_default())?;
    let whole = Whole::of(&request, Algorithm::Minimax, &place.position, place.depth, limits);
    let minimax = whole.as_ref().map(|whole| (whole.count.nodes, whole.choice.value));
    let node = place.row(&request, &tree, minimax);
    let moves = place.position.moves().filter(|_| place.depth > 0);
    let children = moves.map(|mv| place.child(&request, &tree, mv, whole.as_ref()));
    let totals =
        if place.words.is_empty() { totals(&request, &tree, whole.as_ref(), limits) } else { Value::Null };
    let mut answer = request.describe();
    answer["totals"] = totals;
    answer["node"] = node;
    answer["children"] = children.collect();
    Ok(answer)
}

/// Totals of the whole search, and of other searches for comparison.
fn totals(request: &SearchRequest, tree: &Tree, whole: Option<&Whole<'_>>, limits: &Limits<'_>) -> Value {
    let root = &tree.nodes[0];
    let text = |mv: AnyMove| move_text(&request.position, mv);
    let minimax = whole.map(|whole| {
        json!({
            "examined": whole.count.nodes,
            "by_ply": whole.count.by_ply,
            "value": whole.choice.value,
            "best": whole.choice.best.map(text),
        })
    });
    let other_cut = request.algorithm.cut().and_then(|rule| {
        let other = CutRule::ALL.into_iter().find(|&other| other != rule)?;
        let algorithm = request.algorithm.with_cut(other);
        let whole = Whole::of(request, algorithm, &request.position, request.depth, limits)?;
        Some(json!({
            "cut": other.name(),
            "examined": whole.count.nodes,
            "by_ply": whole.count.by_ply,
            "cuts": whole.count.cuts,
        }))
    });
    json!({
        "examined": tree.nodes.len(),
        "by_ply": tree.by_ply(),
        "cuts": tree.cuts.len(),
        "value": root.value,
        "best": root.best.map(text),
        "minimax": minimax,
        "other_cut": other_cut,
    })
}

/// A place in the tree of all moves: a path, and the examined node there if there is one.
struct Place {
    /// The moves from the root.
    words: Vec<String>,
    position: AnyPosition,
    /// Who made the last move, and the cell of its piece; `None` at the root.
    mover: Option<Player>,
    to: Option<Cell>,
    /// Plies left to search.
    depth: u32,
    /// The examined node, if this one was.
    index: Option<usize>,
}

impl Place {
    /// Follows a path from the root.
    fn find(request: &SearchRequest, tree: &Tree, path: &str) -> Result<Self, ApiError> {
        let position = request.position.clone();
        let (words, depth) = (Vec::new(), request.depth);
        let mut place = Self { words, position, mover: None, to: None, depth, index: Some(0) };
        for (word, _) in words_of(path) {
            let remedy = "a path is the moves from the root in the game's own notation, separated by '.'";
            if place.depth == 0 {
                let message = "goes on below the depth limit; expected a shorter path";
                return Err(ApiError::new(Status::NotFound, "path", message, remedy));
            }
            let mv = place.position.game().notation().parse_move(&place.position, word).map_err(|error| {
                ApiError::text("path", word, &error, remedy).with_status(Status::NotFound)
            })?;
            place = place.after(tree, mv);
        }
        Ok(place)
    }

    /// The place after one more move.
    fn after(&self, tree: &Tree, mv: AnyMove) -> Self {
        let mut words = self.words.clone();
        words.push(move_text(&self.position, mv));
        Self {
            words,
            position: self.position.play(mv),
            mover: Some(self.position.turn()),
            to: moves::Change::of(&self.position, mv).to,
            depth: self.depth - 1,
            index: self.index.and_then(|index| tree.child(index, mv)),
        }
    }

    /// A child as a row of a table.
    fn child(&self, request: &SearchRequest, tree: &Tree, mv: AnyMove, whole: Option<&Whole<'_>>) -> Value {
        let mut row = self.after(tree, mv).row(request, tree, whole.and_then(|whole| whole.child(mv)));
        row["why"] = Value::from(words::why(tree, self.index, &self.position, mv));
        row
    }

    /// What is known about the place itself.
    fn frame(&self, request: &SearchRequest, minimax: Option<(u64, i32)>) -> Value {
        let player = self.position.turn();
        json!({
            "path": self.words.join("."),
            "ply": self.words.len(),
            "move": self.words.last(),
            "mover": self.mover.map(|side| self.position.game().sides()[side]),
            "player": self.position.game().sides()[player],
            "role": if player == request.me { "max" } else { "min" },
            "outcome": position::outcome(&self.position),
            "position": position::one_line(&self.position),
            "to": self.to,
            "minimax_nodes": minimax.map(|(nodes, _)| nodes),
            "minimax_value": minimax.map(|(_, value)| value),
            "has_children": self.depth > 0 && self.position.outcome().is_none(),
        })
    }

    /// The node, whether it was examined or not.
    fn row(&self, request: &SearchRequest, tree: &Tree, minimax: Option<(u64, i32)>) -> Value {
        let Some(index) = self.index else { return self.skipped(request, minimax) };
        let node = &tree.nodes[index];
        let nodes = node.last - index + 1;
        let mut row = self.frame(request, minimax);
        row["state"] = Value::from(node.state.name());
        row["number"] = Value::from(index + 1);
        row["last"] = Value::from(node.last + 1);
        row["window"] = json!({ "alpha": end_json(node.window.alpha), "beta": end_json(node.window.beta) });
        row["value"] = Value::from(node.value);
        row["bound"] = Value::from(node.bound().name());
        row["words"] = Value::from(words::value(node.value, node.bound()));
        row["best"] = node.best.map_or(Value::Null, |mv| Value::from(move_text(&self.position, mv)));
        row["nodes"] = Value::from(nodes);
        row["cut"] = self.cut(tree, index);
        row["reason"] = Value::from(words::reason(tree, index, &self.position, minimax.map(|(n, _)| n)));
        row["why"] = Value::from("");
        row
    }

    /// A node that was not examined.
    fn skipped(&self, request: &SearchRequest, minimax: Option<(u64, i32)>) -> Value {
        let mut row = self.frame(request, minimax);
        row["state"] = Value::from("skipped");
        for key in ["number", "last", "window", "value", "bound", "best", "cut"] {
            row[key] = Value::Null;
        }
        row["words"] = Value::from("not examined");
        row["why"] = Value::from("not examined");
        row["nodes"] = Value::from(0);
        row["reason"] = Value::from(words::skipped(minimax.map(|(nodes, _)| nodes)));
        row
    }

    /// The cut-off at this node, if replies were skipped: after which reply, with which window, and which.
    fn cut(&self, tree: &Tree, index: usize) -> Value {
        let node = &tree.nodes[index];
        if node.state != State::Cut {
            return Value::Null;
        }
        let examined = tree.children(index).count();
        let texts: Vec<String> = self.position.moves().map(|mv| move_text(&self.position, mv)).collect();
        let (alpha, beta) = words::final_window(node);
        json!({
            "after": texts[examined - 1],
            "alpha": end_json(alpha),
            "beta": end_json(beta),
            "skipped": texts[examined..],
        })
    }
}
