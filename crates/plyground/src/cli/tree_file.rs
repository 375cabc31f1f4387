//! `search --tree`: the tree of a search as a file for Graphviz or as JSON lines.

use std::fmt::Write;
use std::path::Path;

use plyground_arena::file;
use plyground_core::search::record::{Recorder, State, Tree, words};
use plyground_core::{AnyPosition, Limits, Position, counted};
use serde_json::json;

use super::explain::Report;
use crate::exit::Failure;
use crate::present::board::move_text;
use crate::present::json;
use crate::shown;

/// How a tree is written.
pub(super) struct Form {
    /// The most nodes of a file.
    most: usize,
    text: fn(&Report, &Tree) -> String,
}

impl Form {
    /// The form that the name of a file asks for.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            // Graphviz takes minutes for more, and people cannot read them.
            Some("dot" | "gv") => Ok(Self { most: 2_000, text: dot }),
            Some("jsonl") => Ok(Self { most: 1_000_000, text: json_lines }),
            _ => Err(bad_input!("--tree: {}; expected a name in .dot or .jsonl", shown::path(path))),
        }
    }

    /// Writes the tree of a search.
    pub(super) fn write(&self, path: &Path, report: &Report) -> Result<(), Failure> {
        let Report { evaluation, algorithm, position, depth, maximiser, .. } = report;
        let mut recorder = Recorder::new(*algorithm, *maximiser, self.most, &Limits::NONE);
        // Why it was stopped is what the recorder knows.
        let _ = evaluation.observe(*algorithm, position, *depth, *maximiser, &mut recorder);
        let tree = recorder.finish().map_err(|_| {
            let nodes = counted(self.most, "node");
            bad_input!("--tree: more than {nodes}, the most of such a file; expected a smaller --depth")
        })?;
        file::write_atomically(path, (self.text)(report, &tree).as_bytes())
            .map_err(|error| bad_input!("--tree: {}: {error}; expected a writable folder", shown::path(path)))
    }
}

/// A node with what it takes from its parent.
struct Place<'a> {
    index: usize,
    position: &'a AnyPosition,
    parent: Option<(usize, &'a AnyPosition)>,
}

/// Looks at a node and all nodes below it, in the order of examination.
fn walk(tree: &Tree, place: &Place<'_>, look: &mut dyn FnMut(&Place<'_>)) {
    look(place);
    for index in tree.children(place.index) {
        let Some(mv) = tree.nodes[index].mv else { continue };
        let parent = Some((place.index, place.position));
        walk(tree, &Place { index, position: &place.position.play(mv), parent }, look);
    }
}

/// Each node as a JSON document on a line.
fn json_lines(report: &Report, tree: &Tree) -> String {
    let mut out = String::new();
    // An end that is infinite is null.
    let end = |end: i32| (end != i32::MIN && end != i32::MAX).then_some(end);
    walk(tree, &Place { index: 0, position: &report.position, parent: None }, &mut |place| {
        let node = &tree.nodes[place.index];
        let game = place.position.game();
        let from = place.parent.zip(node.mv);
        let line = json!({
            "number": place.index + 1,
            "parent": place.parent.map(|(parent, _)| parent + 1),
            "ply": node.ply,
            "move": from.map(|((_, position), mv)| move_text(position, mv)),
            "position": json::position(place.position),
            "to_move": json::side(game, place.position.turn()),
            "maximises": node.maximises,
            "alpha": end(node.window.alpha),
            "beta": end(node.window.beta),
            "value": node.value,
            "bound": node.bound().name(),
            "state": node.state.name(),
            "best": node.best.map(|mv| move_text(place.position, mv)),
            "nodes": node.last - place.index + 1,
            "why": from.map(|((parent, position), mv)| words::why(tree, Some(parent), position, mv)),
            "reason": words::reason(tree, place.index, place.position, None),
        });
        let _ = writeln!(out, "{line}");
    });
    out
}

/// A digraph: boxes maximise, ellipses minimise, a cut is dashed, and the reply that gave a value has a thick line. Reasons
/// are seen where the mouse rests on a node of an SVG.
fn dot(report: &Report, tree: &Tree) -> String {
    let title = format!("{}, {}, depth {}", report.position.game(), report.algorithm, report.depth);
    let mut out =
        format!("digraph search {{\n  label={};\n  node [fontname=\"sans-serif\"];\n", quoted(&title));
    walk(tree, &Place { index: 0, position: &report.position, parent: None }, &mut |place| {
        let node = &tree.nodes[place.index];
        let end = |end: i32| match end {
            i32::MIN => "-inf".to_owned(),
            i32::MAX => "inf".to_owned(),
            end => end.to_string(),
        };
        let mut label = words::value(node.value, node.bound());
        if report.algorithm.cut().is_some() {
            let _ = write!(label, "\n[{}, {}]", end(node.window.alpha), end(node.window.beta));
        }
        let shape = if node.maximises { "box" } else { "ellipse" };
        let style = if node.state == State::Cut { ", style=dashed" } else { "" };
        let reason = quoted(&words::reason(tree, place.index, place.position, None));
        let (name, label) = (place.index + 1, quoted(&label));
        let _ = writeln!(out, "  {name} [label={label}, shape={shape}{style}, tooltip={reason}];");
        if let Some(((parent, position), mv)) = place.parent.zip(node.mv) {
            let width = if tree.nodes[parent].best == Some(mv) { ", penwidth=3" } else { "" };
            let (from, text) = (parent + 1, quoted(&move_text(position, mv)));
            let why = quoted(&words::why(tree, Some(parent), position, mv));
            let _ = writeln!(out, "  {from} -> {name} [label={text}{width}, tooltip={why}];");
        }
    });
    out + "}\n"
}

/// A string of the language DOT, in which only quotation marks and line ends mean something else.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
