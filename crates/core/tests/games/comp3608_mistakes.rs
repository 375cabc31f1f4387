//! What programs with common mistakes print on the worked example of COMP3608.
//!
//! The figures tell every settled reading of the assignment from its alternatives, so a mistake of
//! the same kind in the searches here could not go unseen.

use plyground_core::games::connect_four::{Comp3608, Standard, notation};
use plyground_core::games::gravity::Column;
use plyground_core::{Evaluate, Player, Position};

/// An alpha-beta search for red that is correct but for what is changed in it.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mistake of its own")]
struct Program {
    depth: u32,
    cuts: fn(i32, i32) -> bool,
    /// Whether a value replaces one as good.
    takes_ties: bool,
    is_right_to_left: bool,
    passes_alpha: bool,
    passes_beta: bool,
    /// The window of the root is from minus this to this.
    window: i32,
    /// Whether only positions at the depth limit are tested for a win.
    plays_on: bool,
    counts: fn(&Node) -> bool,
}

struct Node {
    is_root: bool,
    is_leaf: bool,
}

const CORRECT: Program = Program {
    depth: 4,
    cuts: |alpha, beta| alpha >= beta,
    takes_ties: false,
    is_right_to_left: false,
    passes_alpha: true,
    passes_beta: true,
    window: i32::MAX,
    plays_on: false,
    counts: |_| true,
};

impl Program {
    fn value(&self, position: &Standard, depth: u32, window: [i32; 2], counted: &mut u32) -> (u8, i32) {
        let outcome = position.outcome();
        let is_leaf = depth == 0 || outcome.is_some() && !self.plays_on;
        *counted += u32::from((self.counts)(&Node { is_root: depth == self.depth, is_leaf }));
        if is_leaf {
            let value = match outcome {
                Some(outcome) => Comp3608.utility(outcome, position, Player::First),
                None => Comp3608.evaluate(position, Player::First),
            };
            return (0, value);
        }
        // For yellow everything is negated.
        let sign = if position.turn() == Player::First { 1 } else { -1 };
        let [mut alpha, mut beta] = window;
        let (mut best, mut best_value) = (0, -i32::MAX);
        let mut columns: Vec<Column> = position.board().open_columns().collect();
        if self.is_right_to_left {
            columns.reverse();
        }
        for column in columns {
            // Not `play`, which is for games that go on.
            let child = Standard::new(position.board().drop(column));
            let passed = [
                if self.passes_alpha { alpha } else { -self.window },
                if self.passes_beta { beta } else { self.window },
            ];
            let value = sign * self.value(&child, depth - 1, passed, counted).1;
            if value > best_value || self.takes_ties && value == best_value {
                (best, best_value) = (column.index(), value);
            }
            if sign == 1 {
                alpha = alpha.max(best_value);
            } else {
                beta = beta.min(-best_value);
            }
            if (self.cuts)(alpha, beta) {
                break;
            }
        }
        (best, sign * best_value)
    }

    /// Column and number of nodes.
    fn prints(&self) -> (u8, u32) {
        let state = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
        let position = notation::parse_state(state, Player::First).expect("a valid state");
        let mut counted = 0;
        let (column, _) = self.value(&position, self.depth, [-self.window, self.window], &mut counted);
        (column, counted)
    }
}

#[test]
fn every_mistake_is_seen_in_the_worked_example() {
    for (name, program, prints) in [
        ("none", CORRECT, (1, 297)),
        ("cut on >", Program { cuts: |alpha, beta| alpha > beta, ..CORRECT }, (1, 606)),
        ("root not counted", Program { counts: |node| !node.is_root, ..CORRECT }, (1, 296)),
        ("only leaves counted", Program { counts: |node| node.is_leaf, ..CORRECT }, (1, 201)),
        ("one ply too deep", Program { depth: 5, ..CORRECT }, (1, 1215)),
        ("one ply too shallow", Program { depth: 3, ..CORRECT }, (1, 115)),
        ("right to left", Program { is_right_to_left: true, ..CORRECT }, (4, 273)),
        ("last tie kept", Program { takes_ties: true, ..CORRECT }, (6, 297)),
        ("alpha not passed down", Program { passes_alpha: false, ..CORRECT }, (1, 1477)),
        ("beta not passed down", Program { passes_beta: false, ..CORRECT }, (1, 368)),
        ("no pruning", Program { cuts: |_, _| false, ..CORRECT }, (1, 2084)),
        ("narrow first window", Program { window: 10_000, ..CORRECT }, (1, 216)),
        ("won positions searched on", Program { plays_on: true, ..CORRECT }, (1, 401)),
    ] {
        assert_eq!(program.prints(), prints, "{name}");
    }
}
