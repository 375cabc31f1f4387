//! A search step by step: what happens at each examination number, with the variables of the textbook
//! function and the line that is at work.

use plyground_core::search::{Algorithm, Step};
use plyground_core::{AnyMove, AnyPosition, Limits, Position};
use serde_json::{Value, json};

use super::{ApiError, SearchRequest, end_json};
use crate::query::Query;
use plyground_core::search::record::{Node, State, Tree, words};
use plyground_core::words::move_text;

pub(crate) const MOST_EVENTS: usize = 1000;

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Enter,
    Evaluate,
    Terminal,
    Update,
    Keep,
    Cut,
    Leave,
}

impl Kind {
    /// Its name in answers, and the step of the pseudocode.
    const fn named(self) -> (&'static str, Step) {
        match self {
            Self::Enter => ("enter", Step::Enter),
            Self::Evaluate => ("evaluate", Step::Evaluate),
            Self::Terminal => ("terminal", Step::Terminal),
            Self::Update => ("update", Step::Compare),
            Self::Keep => ("keep", Step::Compare),
            Self::Cut => ("cut", Step::Cut),
            Self::Leave => ("leave", Step::Leave),
        }
    }

    /// The line of the pseudocode, counted from 1.
    fn line(self, algorithm: Algorithm) -> usize {
        let (_, step) = self.named();
        let mut lines = algorithm.info().pseudocode.iter();
        lines.position(|(_, at)| *at == Some(step)).map_or(0, |before| before + 1)
    }
}

/// `tree/steps`: the events of a range of examination numbers.
pub(crate) fn show(query: &Query, limits: &Limits<'_>) -> Result<Value, ApiError> {
    let request = SearchRequest::read(query, &["from", "to"])?;
    let tree = request.record(request.algorithm, limits)?;
    let examined = tree.nodes.len();
    let most = u32::try_from(examined).unwrap_or(u32::MAX);
    let from = query.number("from", 1, 1, most)?;
    let to = query.number("to", from, from, most)?;
    let mut walk = Walk::new(&request, &tree, from as usize - 1);
    let mut events = Vec::new();
    let mut last = from;
    for number in from..=to {
        let more = walk.step(number as usize - 1);
        if events.len() + more.len() > MOST_EVENTS && number > from {
            break;
        }
        events.extend(more);
        last = number;
    }
    let mut answer = request.describe();
    answer["examined"] = Value::from(examined);
    answer["from"] = Value::from(from);
    answer["to"] = Value::from(last);
    answer["events"] = Value::from(events);
    answer["cuts"] = around(&tree.cuts, from, last);
    answer["updates"] = around(&tree.updates, from, last);
    Ok(answer)
}

/// The last number before a range and the first after it.
fn around(numbers: &[usize], from: u32, to: u32) -> Value {
    let previous = numbers.iter().rev().find(|&&number| number < from as usize);
    let next = numbers.iter().find(|&&number| number > to as usize);
    json!({ "previous": previous, "next": next })
}

/// A node on the way from the root to the current one, with its variables.
struct Frame {
    index: usize,
    position: AnyPosition,
    path: String,
    alpha: i32,
    beta: i32,
    best: Option<AnyMove>,
    /// The best value so far.
    value: Option<i32>,
}

impl Frame {
    /// Takes the value of a finished child into account, and says whether it is better than those before.
    fn take(&mut self, node: &Node, child: &Node, has_windows: bool) -> bool {
        let is_better = self
            .value
            .is_none_or(|best| if node.maximises { child.value > best } else { child.value < best });
        if is_better {
            self.value = Some(child.value);
            self.best = child.mv;
            if has_windows && node.maximises {
                self.alpha = self.alpha.max(child.value);
            } else if has_windows {
                self.beta = self.beta.min(child.value);
            }
        }
        is_better
    }
}

/// Walks through a recorded search in the order of examination.
struct Walk<'a> {
    request: &'a SearchRequest,
    tree: &'a Tree,
    stack: Vec<Frame>,
    has_windows: bool,
}

impl<'a> Walk<'a> {
    /// A walk just before the node with this index: the stack holds the nodes above it.
    fn new(request: &'a SearchRequest, tree: &'a Tree, index: usize) -> Self {
        let has_windows = request.algorithm.cut().is_some();
        let mut walk = Self { request, tree, stack: Vec::new(), has_windows };
        let mut at = 0;
        while at < index {
            walk.enter(at);
            let mut next = index;
            for child in tree.children(at) {
                if tree.nodes[child].last >= index {
                    next = child;
                    break;
                }
                if let Some(frame) = walk.stack.last_mut() {
                    frame.take(&tree.nodes[at], &tree.nodes[child], has_windows);
                }
            }
            at = next;
        }
        walk
    }

    fn enter(&mut self, index: usize) {
        let node = &self.tree.nodes[index];
        let (position, path) = match (self.stack.last(), node.mv) {
            (Some(above), Some(mv)) => {
                let word = move_text(&above.position, mv);
                let path = if above.path.is_empty() { word } else { format!("{}.{word}", above.path) };
                (above.position.play(mv), path)
            }
            _ => (self.request.position.clone(), String::new()),
        };
        let (alpha, beta) = (node.window.alpha, node.window.beta);
        self.stack.push(Frame { index, position, path, alpha, beta, best: None, value: None });
    }

    /// Everything from entering a node until the next is entered.
    fn step(&mut self, index: usize) -> Vec<Value> {
        self.enter(index);
        let mut events = vec![self.event(index, Kind::Enter)];
        let kind = match self.tree.nodes[index].state {
            State::Terminal => Kind::Terminal,
            State::DepthLimit => Kind::Evaluate,
            State::Inner | State::Cut => return events,
        };
        if let Some(frame) = self.stack.last_mut() {
            frame.value = Some(self.tree.nodes[index].value);
        }
        events.push(self.event(index, kind));
        // Nodes that end with this one.
        while let Some(done) = self.stack.pop() {
            let Some(above) = self.stack.last_mut() else { break };
            let (node, child) = (&self.tree.nodes[above.index], &self.tree.nodes[done.index]);
            let is_better = above.take(node, child, self.has_windows);
            let rule = self.request.algorithm.cut();
            let have_met = rule.is_some_and(|rule| rule.cuts(above.alpha, above.beta));
            events.push(self.event(index, if is_better { Kind::Update } else { Kind::Keep }));
            if child.last < node.last {
                break;
            }
            if have_met && self.tree.cuts.binary_search(&(index + 1)).is_ok() {
                events.push(self.event(index, Kind::Cut));
            }
            events.push(self.event(index, Kind::Leave));
        }
        events
    }

    /// An event at the node on top of the stack.
    fn event(&self, index: usize, kind: Kind) -> Value {
        let Some(frame) = self.stack.last() else { return Value::Null };
        let node = &self.tree.nodes[frame.index];
        let stack = self.stack.iter().enumerate().map(|(ply, frame)| {
            let above = ply.checked_sub(1).map(|ply| &self.stack[ply]);
            let mv = above.zip(self.tree.nodes[frame.index].mv);
            json!({
                "path": frame.path,
                "move": mv.map(|(above, mv)| move_text(&above.position, mv)),
                "role": role(&self.tree.nodes[frame.index]),
                "alpha": end_json(frame.alpha),
                "beta": end_json(frame.beta),
                "best": frame.best.map(|mv| move_text(&frame.position, mv)),
                "value": frame.value,
            })
        });
        let returned = matches!(kind, Kind::Evaluate | Kind::Terminal | Kind::Leave);
        json!({
            "number": index + 1,
            "event": kind.named().0,
            "path": frame.path,
            "ply": node.ply,
            "depth": self.request.depth - u32::from(node.ply),
            "player": self.request.position.game().sides()[frame.position.turn()],
            "role": role(node),
            "alpha": end_json(frame.alpha),
            "beta": end_json(frame.beta),
            "best": frame.best.map(|mv| move_text(&frame.position, mv)),
            "value": frame.value,
            "line": kind.line(self.request.algorithm),
            "bound": returned.then(|| node.bound().name()),
            "caption": self.caption(index, kind, frame),
            "stack": stack.collect::<Value>(),
        })
    }

    /// What happens, in a sentence.
    fn caption(&self, index: usize, kind: Kind, frame: &Frame) -> String {
        let node = &self.tree.nodes[frame.index];
        let place =
            if frame.path.is_empty() { "the root".to_owned() } else { format!("node {}", frame.path) };
        let value = frame.value.unwrap_or(node.value);
        let side = self.request.position.game().sides()[frame.position.turn()];
        let best = frame.best.map(|mv| words::named(&frame.position, mv)).unwrap_or_default();
        match kind {
            Kind::Enter => {
                let wants = if node.maximises { "the highest" } else { "the lowest" };
                format!("Number {}: {place} is examined; {side} would take {wants} value.", index + 1)
            }
            Kind::Terminal => format!("The game is over at {place}: its utility is {value}."),
            Kind::Evaluate => format!("The depth limit is reached at {place}: its evaluation is {value}."),
            Kind::Update => format!("At {place}: {best} is the best so far, worth {value}."),
            Kind::Keep => format!("At {place}: that is no better, {best} stays, worth {value}."),
            Kind::Cut => {
                let skipped = frame.position.moves().count() - self.tree.children(frame.index).count();
                let sign = words::sign(self.request.algorithm);
                let rest = match skipped {
                    0 => "no reply is left to skip".to_owned(),
                    1 => "1 reply is skipped".to_owned(),
                    n => format!("{n} replies are skipped"),
                };
                format!("At {place}: alpha {} {sign} beta {}, so {rest}.", frame.alpha, frame.beta)
            }
            Kind::Leave => format!("{} returns {value}.", words::capitalised(&place)),
        }
    }
}

const fn role(node: &Node) -> &'static str {
    if node.maximises { "max" } else { "min" }
}
