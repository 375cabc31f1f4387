//! A search as the sequence of what happens in it: nodes entered and left.

use plyground_core::games::connect_four::{Comp3608, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::search::textbook;
use plyground_core::{Observer, Player, Position, Window};

use super::lines::Node;
use super::{MOST_NODES, Question};

/// What happens in the right search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RightEvent {
    pub(super) path: Vec<u8>,
    pub(super) position: Standard,
    /// What the node was given.
    pub(super) window: Window,
    pub(super) happens: Happens,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Happens {
    Entered,
    Left {
        value: i32,
        /// Alpha and beta when they met, if the rest of the children were pruned.
        cut: Option<Window>,
    },
}

/// What happens in the search of a trace.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum TracedEvent<'a> {
    Entered(&'a Node),
    Left(&'a Node),
}

/// All events of a trace, in order.
pub(super) fn traced(root: &Node) -> Vec<TracedEvent<'_>> {
    let mut events = vec![TracedEvent::Entered(root)];
    let mut open = vec![(root, root.children.iter())];
    while let Some((node, children)) = open.last_mut() {
        if let Some(child) = children.next() {
            events.push(TracedEvent::Entered(child));
            open.push((child, child.children.iter()));
        } else {
            events.push(TracedEvent::Left(node));
            open.pop();
        }
    }
    events
}

/// All events of the right search, or `None` if they are too many.
pub(super) fn right(question: &Question) -> Option<Vec<RightEvent>> {
    let prunes = question.algorithm.cut().is_some();
    let mut recorder = Recorder { prunes, ..Recorder::default() };
    let Question { position, algorithm, depth } = question;
    textbook::search(*algorithm, position, *depth, &Comp3608, Player::First, &mut recorder).ok()?;
    Some(recorder.events)
}

#[derive(Default)]
struct Recorder {
    prunes: bool,
    nodes: usize,
    events: Vec<RightEvent>,
    path: Vec<u8>,
    /// The nodes that have not been left.
    open: Vec<Open>,
}

struct Open {
    position: Standard,
    given: Window,
    /// What is known after the children so far.
    now: Window,
    cut: Option<Window>,
}

/// There are more nodes than are compared.
struct TooMany;

impl Observer<Standard> for Recorder {
    type Stop = TooMany;

    fn enter(&mut self, position: &Standard, _: u32, window: Window) -> Result<(), TooMany> {
        if self.nodes == MOST_NODES {
            return Err(TooMany);
        }
        self.nodes += 1;
        self.open.push(Open { position: *position, given: window, now: window, cut: None });
        self.events.push(RightEvent {
            path: self.path.clone(),
            position: *position,
            window,
            happens: Happens::Entered,
        });
        Ok(())
    }

    fn generated(&mut self, column: Column) {
        self.path.push(column.index());
    }

    fn cutoff(&mut self) {
        if let Some(node) = self.open.last_mut() {
            node.cut = Some(node.now);
        }
    }

    fn leave(&mut self, value: i32) {
        let Some(node) = self.open.pop() else { return };
        let happens = Happens::Left { value, cut: node.cut };
        self.events.push(RightEvent {
            path: self.path.clone(),
            position: node.position,
            window: node.given,
            happens,
        });
        self.path.pop();
        if let Some(parent) = self.open.last_mut().filter(|_| self.prunes) {
            match parent.position.turn() {
                Player::First => parent.now.alpha = parent.now.alpha.max(value),
                Player::Second => parent.now.beta = parent.now.beta.min(value),
            }
        }
    }
}
